//! A policy in plain words, for people: one line for each thing that it forbids, confines or allows.

use std::fmt::Write as _;

use super::{Boundary, Constraint, Grant, Policy, Prohibition, Scope, TargetPattern, TargetSet};

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
        let mut line = format!(
            "allowed: {} {}",
            self.scope.in_words(),
            self.constraint.in_words()
        );
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
        cited(line.trim_end().to_owned(), &self.cites.quote)
    }
}

impl Scope {
    /// `email.send, message.send`, or the classes in words.
    fn in_words(&self) -> String {
        let mut parts: Vec<String> = self.capabilities.iter().map(ToString::to_string).collect();
        parts.extend(self.risks.iter().map(|risk| risk.in_words().to_owned()));
        if self.project_code {
            parts.push("the project's builds and tests".to_owned());
        }
        parts.join(", ")
    }
}

impl Constraint {
    fn in_words(&self) -> String {
        let sets = [
            ("to", &self.recipients),
            ("at", &self.hosts),
            ("in", &self.paths),
            ("on", &self.resources),
        ];
        let mut parts: Vec<String> = sets
            .into_iter()
            .filter_map(|(word, set)| Some(format!("{word} {}", set.as_ref()?.in_words())))
            .collect();
        if let Some(programs) = &self.programs {
            parts.push(format!("by {}", programs.join(", ")));
        }
        parts.join(" ")
    }
}

impl TargetSet {
    fn in_words(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for part in self.0.iter().map(TargetPattern::in_words) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.is_empty() {
            "nobody".to_owned()
        } else {
            parts.join(" or ")
        }
    }
}

impl TargetPattern {
    fn in_words(&self) -> String {
        match self {
            Self::Path(path) => format!("`{path}`"),
            Self::Tree(path) => format!("`{path}` and below"),
            Self::PathGlob(text) | Self::Literal(text) => format!("`{text}`"),
            Self::Host(host) => format!("`{host}`"),
            Self::Domain(host) => format!("`{host}` and below"),
            Self::Recipient(recipient) => format!("`{}`", recipient.name),
            Self::RecipientDomain(host) => format!("anyone at `{host}`"),
            Self::Resource(resource) => format!("{} `{}`", resource.kind, resource.name),
            Self::Described(set) => format!("what a record shows for `{}`", set.words),
        }
    }
}

fn cited(line: String, quote: &str) -> String {
    if quote.is_empty() {
        line
    } else {
        format!("{line} — `{}`", quote.trim())
    }
}
