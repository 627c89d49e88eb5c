//! A policy in plain words, for people: one line for each thing that it forbids, confines or allows.

use std::fmt::Write as _;

use crate::model::RiskClass;

use super::targets_in_words::in_words;
use super::{Boundary, Constraint, Grant, Policy, Prohibition, Scope, TargetSet};

impl Policy {
    /// One line for each prohibition, boundary and grant, in that order, each with the words that it
    /// rests on. Never empty.
    pub fn in_words(&self) -> Vec<String> {
        let mut lines = vec!["reads are allowed".to_owned()];
        lines.extend(self.prohibitions.iter().map(Prohibition::in_words));
        lines.extend(self.boundaries.iter().map(Boundary::in_words));
        lines.extend(self.grants.iter().map(Grant::in_words));
        if let Some(why) = &self.uncertain {
            lines.push(format!("not sure: {why}"));
        }
        lines.push(
            "everything else is asked about; deletes, permissions and money are blocked".to_owned(),
        );
        lines
    }
}

impl Prohibition {
    fn in_words(&self) -> String {
        let mut line = format!(
            "{}: {}",
            if self.asks {
                "only with your consent"
            } else {
                "never"
            },
            self.scope.in_words()
        );
        if let Some(about) = &self.about {
            let _ = write!(line, " {}", about.in_words());
        }
        for except in &self.except {
            let _ = write!(line, ", except {}", except.in_words());
        }
        cited(line, &self.cites.quote)
    }
}

impl Boundary {
    fn in_words(&self) -> String {
        cited(
            format!("only {}: {}", self.within.in_words(), self.scope.in_words()),
            &self.cites.quote,
        )
    }
}

impl Grant {
    fn in_words(&self) -> String {
        let mut constraint = self.constraint.clone();
        constraint
            .recipients
            .take_if(|set| set.0.is_empty() && !self.scope.reaches_people());
        let constraint = if self.scope.reaches_people() {
            constraint.with_words("with", "with")
        } else {
            constraint.in_words()
        };
        let mut line = format!("allowed: {} {constraint}", self.scope.in_words());
        line.truncate(line.trim_end().len());
        if let Some(max) = self.limit.max_calls {
            let _ = write!(line, ", at most {max}");
        }
        if let Some((cents, currency)) = &self.limit.max_cents {
            let _ = write!(
                line,
                ", at most {}.{:02} {currency}",
                cents / 100,
                cents % 100
            );
        }
        if self.asks.is_some() {
            line.push_str(if self.asks_once {
                ", after one question"
            } else {
                ", after a question"
            });
        }
        cited(line, &self.cites.quote)
    }
}

impl Scope {
    /// "sending mail or messages", or the classes in words.
    pub(super) fn in_words(&self) -> String {
        let mut parts = super::phrase::phrase(&self.capabilities, &self.risks);
        if self.project_code {
            parts.push("the project's builds and tests".to_owned());
        }
        parts.join(", ")
    }

    /// Whether it is about reaching people, so that an empty set of recipients means something.
    fn reaches_people(&self) -> bool {
        self.risks.contains(&RiskClass::Communication)
            || self
                .capabilities
                .iter()
                .any(|pattern| pattern.as_str().ends_with(".send"))
    }
}

impl Constraint {
    fn in_words(&self) -> String {
        self.with_words("in", "on")
    }

    /// `paths` and `resources` are the words before targets of those kinds, which are said together
    /// where the words are the same.
    fn with_words(&self, paths: &str, resources: &str) -> String {
        let named = |set: &Option<TargetSet>| {
            let set = set.as_ref().filter(|set| !set.is_only_described());
            set.map(|set| set.0.clone())
        };
        let mut said: Vec<(&str, Vec<_>)> = Vec::new();
        for (word, set) in [
            ("to", &self.recipients),
            ("at", &self.hosts),
            (paths, &self.paths),
            (resources, &self.resources),
        ] {
            let Some(set) = named(set) else { continue };
            match said.iter_mut().find(|(known, _)| *known == word) {
                Some((_, patterns)) => patterns.extend(set),
                None => said.push((word, set)),
            }
        }
        let mut parts: Vec<String> = said
            .iter()
            .map(|(word, patterns)| format!("{word} {}", in_words(patterns)))
            .collect();
        if let Some(programs) = &self.programs {
            parts.push(format!("by {}", programs.join(", ")));
        }
        parts.join(" ")
    }
}

fn cited(line: String, quote: &str) -> String {
    if quote.is_empty() {
        line
    } else {
        format!("{line} — `{}`", quote.trim())
    }
}
