//! All globs of one matcher over all rules, compiled once per load into one automaton, so that
//! hundreds of rules cost one search.

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

/// The globs of one matcher and the rules that they belong to.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    set: GlobSet,
    rules: Vec<usize>,
}

/// Collects globs for an [`Index`].
#[derive(Debug, Default)]
pub(super) struct IndexBuilder {
    globs: Vec<Glob>,
    rules: Vec<usize>,
}

impl IndexBuilder {
    /// Adds a glob of a rule. The error is globset's, for people.
    pub(super) fn add(&mut self, rule: usize, glob: &str, by_parts: bool) -> Result<(), String> {
        let glob = GlobBuilder::new(glob)
            .literal_separator(by_parts)
            .build()
            .map_err(|error| error.kind().to_string())?;
        self.globs.push(glob);
        self.rules.push(rule);
        Ok(())
    }

    pub(super) fn build(self) -> Result<Index, String> {
        let mut builder = GlobSetBuilder::new();
        for glob in self.globs {
            builder.add(glob);
        }
        Ok(Index {
            set: builder.build().map_err(|error| error.to_string())?,
            rules: self.rules,
        })
    }
}

/// A set of rules by number.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleSet(Vec<u64>);

impl RuleSet {
    pub(super) fn contains(&self, rule: usize) -> bool {
        self.0
            .get(rule / 64)
            .is_some_and(|word| word >> (rule % 64) & 1 == 1)
    }

    /// Adds the rules of another set.
    pub(super) fn extend(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (ours, theirs) in self.0.iter_mut().zip(&other.0) {
            *ours |= theirs;
        }
    }

    fn insert(&mut self, rule: usize) {
        if self.0.len() <= rule / 64 {
            self.0.resize(rule / 64 + 1, 0);
        }
        if let Some(word) = self.0.get_mut(rule / 64) {
            *word |= 1 << (rule % 64);
        }
    }
}

impl Index {
    /// The rules one of whose globs matches the text.
    pub(super) fn hits(&self, text: &str) -> RuleSet {
        let mut hits = RuleSet::default();
        if self.rules.is_empty() {
            return hits;
        }
        for glob in self.set.matches(text) {
            if let Some(rule) = self.rules.get(glob) {
                hits.insert(*rule);
            }
        }
        hits
    }
}
