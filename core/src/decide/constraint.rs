//! Whether the targets of an effect are what a constraint asks for.
//!
//! Fails closed: an effect whose target is not known never satisfies a constraint.

use super::situation::Situation;
use crate::model::{Certainty, Effect, Marks, PathTarget, Reach, Resource, RiskClass, Target};
use crate::policy::{Constraint, TargetPattern, TargetSet, runs, target_text};

/// The kinds of target that a constraint speaks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dimension {
    Recipients,
    Hosts,
    Paths,
    Resources,
    Programs,
}

impl Dimension {
    /// The word for one target of this kind.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Recipients => "recipient",
            Self::Hosts => "host",
            Self::Paths => "path",
            Self::Resources => "record",
            Self::Programs => "program",
        }
    }

    pub(crate) fn holds(self, target: &Target) -> bool {
        match self {
            Self::Recipients => matches!(target, Target::Recipient(_)),
            Self::Hosts => matches!(target, Target::Host(_) | Target::Url(_)),
            Self::Paths => matches!(target, Target::Path(_)),
            Self::Resources => matches!(target, Target::Resource(_)),
            Self::Programs => false,
        }
    }
}

/// Why a grant does not cover an effect that it speaks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Miss {
    /// A target is not among those of the grant.
    Outside {
        dimension: Dimension,
        target: String,
    },
    /// The call does not show the target, or nothing shows where it comes from.
    Unverifiable { dimension: Dimension, why: String },
    /// Code that the call does not show, and the grant is not about running code.
    HiddenCode,
    /// All calls or targets are used up.
    Calls { max: u32 },
    /// The sum would be exceeded, or is in another currency.
    Money { max: i64 },
    /// The call does not say how much.
    NoAmount,
    /// The grant's time is over.
    Expired,
}

impl Miss {
    /// How near the grant came: larger is nearer.
    pub(crate) const fn nearness(&self) -> u8 {
        match self {
            Self::Outside { .. } => 0,
            Self::HiddenCode => 1,
            Self::Unverifiable { .. } | Self::NoAmount => 2,
            Self::Calls { .. } | Self::Money { .. } | Self::Expired => 3,
        }
    }
}

/// Whether every dimension of the constraint holds for the effect.
pub(crate) fn check(
    constraint: &Constraint,
    effect: &Effect,
    situation: &Situation<'_>,
) -> Result<(), Miss> {
    let dimensions = [
        (Dimension::Recipients, &constraint.recipients),
        (Dimension::Hosts, &constraint.hosts),
        (Dimension::Paths, &constraint.paths),
        (Dimension::Resources, &constraint.resources),
    ];
    let mut bound = false;
    for (dimension, set) in dimensions {
        if let Some(set) = set {
            bound = true;
            check_set(dimension, set, effect, situation)?;
        }
    }
    if let Some(programs) = &constraint.programs {
        check_programs(programs, effect)?;
    }
    // Words that name records, people or hosts say nothing about files.
    if bound && constraint.paths.is_none() && changes_files(effect) {
        let path = effect.paths().next().map(|path| path.path.to_string());
        return Err(Miss::Outside {
            dimension: Dimension::Paths,
            target: path.unwrap_or_default(),
        });
    }
    // All that is known fits; what is not known could still be anything.
    if bound && effect.certainty == Certainty::Unresolved {
        return Err(Miss::Unverifiable {
            dimension: missing_dimension(constraint),
            why: why(effect),
        });
    }
    Ok(())
}

fn changes_files(effect: &Effect) -> bool {
    effect.capability.domain() == "file"
        && effect.risk.is_consequential()
        && effect.paths().next().is_some()
}

fn check_set(
    dimension: Dimension,
    set: &TargetSet,
    effect: &Effect,
    situation: &Situation<'_>,
) -> Result<(), Miss> {
    let mut seen = false;
    for target in effect
        .targets
        .iter()
        .filter(|target| dimension.holds(target))
    {
        seen = true;
        if set.contains(target) || is_own(target, effect) || is_free_ref(target, set) {
            continue;
        }
        super::described::check(dimension, set, target, situation)?;
    }
    if seen {
        return Ok(());
    }
    if is_essential(dimension, effect) {
        return Err(Miss::Unverifiable {
            dimension,
            why: why(effect),
        });
    }
    if dimension == Dimension::Paths && works_in_folder(effect) {
        return check_folder(set, effect, situation);
    }
    Ok(())
}

/// What services call the user's own place: the calendar, inbox or account that is meant when
/// nothing else is said.
const OWN: &[&str] = &["primary", "default", "me", "@me", "self", "inbox"];

/// Whether something new goes to the user's own place.
fn is_own(target: &Target, effect: &Effect) -> bool {
    let own = |resource: &Resource| {
        OWN.iter()
            .any(|name| resource.name.eq_ignore_ascii_case(name))
    };
    is_made(effect) && matches!(target, Target::Resource(resource) if own(resource))
}

/// Whether a branch is pushed to a remote of the set, and the words name no branch.
fn is_free_ref(target: &Target, set: &TargetSet) -> bool {
    let is_ref = |kind: &str| kind == "ref";
    let names_one = set.0.iter().any(
        |pattern| matches!(pattern, TargetPattern::Resource(resource) if is_ref(&resource.kind)),
    );
    !names_one && matches!(target, Target::Resource(resource) if is_ref(&resource.kind))
}

/// Whether an effect without a path touches the folder that it runs in. What only leaves does not.
fn works_in_folder(effect: &Effect) -> bool {
    effect.capability.domain() == "repo"
        || !matches!(
            effect.risk,
            RiskClass::Communication | RiskClass::ExternalWrite | RiskClass::Financial
        )
}

/// What names no path works on the folder that it runs in: `git commit`, `pytest`.
fn check_folder(set: &TargetSet, effect: &Effect, situation: &Situation<'_>) -> Result<(), Miss> {
    let folder = effect.folder.as_ref().unwrap_or(&situation.environment.cwd);
    let target = Target::Path(PathTarget {
        path: folder.clone(),
        reach: Reach::One,
    });
    if set.contains(&target) {
        Ok(())
    } else if effect.certainty == Certainty::Unresolved && effect.risk == RiskClass::Execution {
        // Narrower words must not turn what cannot be checked into what nobody speaks about.
        Err(Miss::Unverifiable {
            dimension: Dimension::Paths,
            why: why(effect),
        })
    } else {
        Err(outside(Dimension::Paths, &target))
    }
}

fn check_programs(programs: &[String], effect: &Effect) -> Result<(), Miss> {
    let Some(program) = effect.program.as_deref() else {
        return Err(Miss::Unverifiable {
            dimension: Dimension::Programs,
            why: why(effect),
        });
    };
    if programs.iter().any(|name| runs(program, name)) {
        return Ok(());
    }
    Err(Miss::Outside {
        dimension: Dimension::Programs,
        target: program.to_owned(),
    })
}

/// Whether an effect of this kind always has such a target, so that its absence means that the
/// call does not show it.
fn is_essential(dimension: Dimension, effect: &Effect) -> bool {
    let project_code = effect.marks.contains(Marks::PROJECT_CODE);
    match dimension {
        Dimension::Recipients => {
            // Who follows a ticket hears of a comment; the ticket is named instead of them.
            (effect.risk == RiskClass::Communication && effect.capability.verb() != "comment")
                || effect.marks.contains(Marks::OPAQUE_RECIPIENT)
                || matches!(effect.capability.domain(), "email" | "message")
                    && effect.risk.is_consequential()
        }
        Dimension::Hosts => reaches_network(effect),
        Dimension::Paths => {
            // A program that writes and names no file writes where it runs.
            let in_folder = effect.program.is_some() && effect.risk == RiskClass::LocalWrite;
            (effect.capability.domain() == "file" && !in_folder)
                || (effect.certainty == Certainty::Opaque && !project_code)
                || matches!(effect.risk, RiskClass::Delete)
        }
        Dimension::Resources => {
            effect.risk.is_consequential() && effect.paths().next().is_none() && !is_made(effect)
        }
        Dimension::Programs => false,
    }
}

/// Whether nothing exists yet that the effect could name: a new message, event or issue. Without a
/// name, an installer installs what the project itself lists, and a push goes where the repository
/// itself says.
fn is_made(effect: &Effect) -> bool {
    matches!(
        effect.capability.verb(),
        "send" | "draft" | "create" | "comment" | "post" | "install" | "push" | "pull"
    ) && effect.capability.domain() != "booking"
}

/// Whether an effect of this kind reaches some host, shown or not.
pub(crate) fn reaches_network(effect: &Effect) -> bool {
    matches!(effect.capability.domain(), "net" | "web" | "browser")
        || matches!(
            effect.risk,
            RiskClass::ExternalWrite | RiskClass::Communication
        )
}

fn missing_dimension(constraint: &Constraint) -> Dimension {
    if constraint.recipients.is_some() {
        Dimension::Recipients
    } else if constraint.paths.is_some() {
        Dimension::Paths
    } else if constraint.hosts.is_some() {
        Dimension::Hosts
    } else {
        Dimension::Resources
    }
}

/// Why the target is not known, in the analyser's words where it has any.
fn why(effect: &Effect) -> String {
    match &effect.why {
        Some(why) => why.to_string(),
        None => "the call does not show it".to_owned(),
    }
}

/// A target that is not among those of a grant.
pub(crate) fn outside(dimension: Dimension, target: &Target) -> Miss {
    Miss::Outside {
        dimension,
        target: target_text(target).into_owned(),
    }
}
