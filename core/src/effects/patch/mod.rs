//! Patches: which files a patch adds, changes, moves or deletes, read as the host reads V4A in
//! both generations and as `patch` and `git apply` read diffs.

mod diff;
mod v4a;

use crate::effects::{Context, Source};
use crate::limits;
use crate::model::{Capability, Certainty, Effect, Marks, PathTarget, Reach, RiskClass, Target};
use crate::target::{path, sensitive};

/// Which reader the text is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// V4A as Hermes 0.19 reads it.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "held to the host's parser by tests")
    )]
    V4aFirst,
    /// V4A as Hermes 0.22 reads it.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "held to the host's parser by tests")
    )]
    V4aSecond,
    /// A unified or git diff.
    Diff {
        /// `-p` of `patch` and `git apply`: how many leading components of a name go. `patch`
        /// without the option chooses by what exists, so both the whole and the last one count.
        strip: Option<usize>,
    },
}

/// What a patch does to one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum EditKind {
    /// Creates the file.
    Add,
    /// Changes the file.
    Update,
    /// Deletes the file.
    Delete,
    /// Moves the file to `Edit::target`.
    Move,
}

/// One file of a patch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Edit {
    /// What happens to it.
    pub(crate) kind: EditKind,
    /// Its name as the patch writes it, trimmed.
    pub(crate) path: String,
    /// Where it is moved to.
    pub(crate) target: Option<String>,
}

/// The files of a patch, as the given reader finds them.
pub(crate) fn paths(text: &str, format: Format) -> Vec<Edit> {
    match format {
        Format::V4aFirst => v4a::accepted(text, v4a::Generation::First),
        Format::V4aSecond => v4a::accepted(text, v4a::Generation::Second),
        Format::Diff { strip } => diff::edits(text, strip),
    }
}

/// Everything that the host's patch tool does with the text; never empty.
///
/// The readings of both generations are united, and those of other tools with them: which host
/// runs is not known here, and a file that any of them would touch must be judged.
pub(crate) fn patch(source: &Source<'_>, context: &Context<'_>) -> Vec<Effect> {
    let mut edits = v4a::tolerant(source.text);
    if edits.is_empty() {
        edits = diff::edits(source.text, Some(1));
    }
    effects(&edits, source, context)
}

fn effects(edits: &[Edit], source: &Source<'_>, context: &Context<'_>) -> Vec<Effect> {
    if edits.is_empty() {
        let write = Effect::new(
            Capability::FILE_WRITE,
            RiskClass::LocalWrite,
            source.whole(),
        );
        return vec![
            write
                .uncertain(Certainty::Opaque, "no file can be read from the patch")
                .marked(Marks::UNPARSABLE),
        ];
    }
    let mut found = Vec::new();
    let mut searched = 0;
    for edit in edits.iter().take(limits::EFFECTS) {
        found.push(effect(edit, source, &mut searched, context));
    }
    if edits.len() > limits::EFFECTS {
        let rest = Effect::new(Capability::FILE_DELETE, RiskClass::Delete, source.whole());
        found.push(
            rest.uncertain(
                Certainty::Opaque,
                "the patch touches too many files to read",
            )
            .marked(Marks::OVERSIZED),
        );
    }
    found
}

/// `searched`: how far the text was searched for the names of earlier edits.
fn effect(edit: &Edit, source: &Source<'_>, searched: &mut usize, context: &Context<'_>) -> Effect {
    let rest = source.text.get(*searched..).unwrap_or_default();
    let span = match rest.find(edit.path.as_str()) {
        Some(at) => {
            let start = *searched + at;
            *searched = start + edit.path.len();
            source.span(start, *searched)
        }
        None => source.whole(),
    };
    let (capability, risk) = match edit.kind {
        EditKind::Delete => (Capability::FILE_DELETE, RiskClass::Delete),
        EditKind::Add | EditKind::Update | EditKind::Move => {
            (Capability::FILE_WRITE, RiskClass::LocalWrite)
        }
    };
    let names = std::iter::once(&edit.path).chain(&edit.target);
    names.fold(Effect::new(capability, risk, span), |effect, name| {
        let target = PathTarget {
            path: path::resolve(name, context.environment),
            reach: Reach::One,
        };
        let marks = sensitive::marks(&target, context.environment, true);
        effect.with(Target::Path(target)).marked(marks)
    })
}

#[cfg(test)]
mod tests;
