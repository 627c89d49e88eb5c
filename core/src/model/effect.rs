//! One thing that a call does.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{
    AbsPath, Capability, Host, Marks, PathTarget, Reach, Recipient, RiskClass, Span, Target,
};

/// How much of an effect is known before it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// The effect and all its targets are known.
    Exact,
    /// The effect is known, a target is not: a variable, a glob, a substitution.
    Unresolved,
    /// Code that the call does not show: anything may happen.
    Opaque,
}

/// One thing that a call does, with everything a rule needs to judge it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// What it does, in provider-neutral words.
    pub capability: Capability,
    /// How bad it is.
    pub risk: RiskClass,
    /// What it touches.
    pub targets: Vec<Target>,
    /// How much of it is known.
    pub certainty: Certainty,
    /// Where in the arguments it comes from.
    pub span: Span,
    /// The program that would do it (`rm`, `git push`), when the call is a command.
    pub program: Option<SmolStr>,
    /// The folder that the program runs in, when it is not the call's; the root when it is not
    /// known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<AbsPath>,
    /// What a guard must notice.
    pub marks: Marks,
    /// Why the effect is not `Exact`, for people; lower case, no full stop.
    pub why: Option<SmolStr>,
}

impl Effect {
    /// An exact effect without targets.
    pub fn new(capability: Capability, risk: RiskClass, span: Span) -> Self {
        Self {
            capability,
            risk,
            targets: Vec::new(),
            certainty: Certainty::Exact,
            span,
            program: None,
            folder: None,
            marks: Marks::empty(),
            why: None,
        }
    }

    /// Code that the call does not show.
    pub fn opaque(capability: Capability, span: Span, why: impl Into<SmolStr>) -> Self {
        Self {
            certainty: Certainty::Opaque,
            why: Some(why.into()),
            ..Self::new(capability, RiskClass::Execution, span)
        }
    }

    /// The same effect with one more target.
    #[must_use]
    pub fn with(mut self, target: Target) -> Self {
        self.targets.push(target);
        self
    }

    /// The same effect with one more path.
    #[must_use]
    pub fn with_path(self, path: AbsPath, reach: Reach) -> Self {
        self.with(Target::Path(PathTarget { path, reach }))
    }

    /// The same effect with more marks.
    #[must_use]
    pub fn marked(mut self, marks: Marks) -> Self {
        self.marks |= marks;
        self
    }

    /// The same effect, at least as uncertain as `certainty`, because of `why`.
    #[must_use]
    pub fn uncertain(mut self, certainty: Certainty, why: impl Into<SmolStr>) -> Self {
        if certainty > self.certainty {
            self.certainty = certainty;
            self.why = Some(why.into());
        }
        self
    }

    /// The paths among the targets.
    pub fn paths(&self) -> impl Iterator<Item = &PathTarget> {
        self.targets.iter().filter_map(|target| match target {
            Target::Path(path) => Some(path),
            _ => None,
        })
    }

    /// The hosts among the targets, those of URLs included.
    pub fn hosts(&self) -> impl Iterator<Item = &Host> {
        self.targets.iter().filter_map(|target| match target {
            Target::Host(host) => Some(host),
            Target::Url(url) => url.host.as_ref(),
            _ => None,
        })
    }

    /// The recipients among the targets.
    pub fn recipients(&self) -> impl Iterator<Item = &Recipient> {
        self.targets.iter().filter_map(|target| match target {
            Target::Recipient(recipient) => Some(recipient),
            _ => None,
        })
    }
}
