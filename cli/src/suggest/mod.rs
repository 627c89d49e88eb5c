//! The narrowest standing rules that would have saved the most questions.
//!
//! Questions are grouped by what was asked about: writes by folder, messages by recipient,
//! requests by host, commands by program. Each group becomes one `allow` rule with an expiry, an
//! example it allows and one it still stops; a rule whose own examples fail is not suggested.

mod rule;

pub use rule::Suggestion;

use std::collections::BTreeMap;
use std::path::Path;

use agentsfence_core::model::{Certainty, Decision, Effect, Marks, RiskClass, Verdict};
use agentsfence_core::settings::{self, SourceText};
use serde_json::{Map, Value};

/// Effects with these marks are never allowed by a suggestion: somebody should look each time.
const NEVER: Marks = Marks::SECRET
    .union(Marks::SELF_PROTECTION)
    .union(Marks::PERSISTENCE)
    .union(Marks::REMOTE_SHELL)
    .union(Marks::UNKNOWN_ORIGIN)
    .union(Marks::EXFILTRATION)
    .union(Marks::PRIVILEGED)
    .union(Marks::HIDDEN_TEXT)
    .union(Marks::OPAQUE_RECIPIENT);

/// What a group of questions has in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    /// Writes in one folder.
    Folder(String),
    /// Messages to the same recipients.
    Recipients(Vec<String>),
    /// Requests to the same hosts.
    Hosts(Vec<String>),
    /// One program, with its subcommand.
    Program(String),
}

/// A call that was asked about, with its arguments.
#[derive(Clone, Debug)]
struct Sample {
    tool: String,
    args: Map<String, Value>,
}

/// Collects questions and turns them into suggestions.
#[derive(Debug, Default)]
pub struct Suggester {
    groups: BTreeMap<(String, Subject), (usize, Sample)>,
}

impl Suggester {
    /// Looks at one decided call. Only a question about one thing can become a narrow rule.
    pub fn add(&mut self, decision: &Decision, args: &Map<String, Value>) {
        if decision.verdict != Verdict::AskUser {
            return;
        }
        let judged = decision.effects.iter().zip(&decision.per_effect);
        let asked: Vec<&Effect> = judged
            .filter(|(_, judged)| judged.verdict == Verdict::AskUser)
            .map(|(effect, _)| effect)
            .collect();
        let mut keys: Vec<_> = asked.iter().filter_map(|effect| key(effect)).collect();
        if keys.len() < asked.len() {
            return;
        }
        keys.dedup();
        let [key] = &keys[..] else {
            return;
        };
        let sample = || {
            (
                0,
                Sample {
                    tool: decision.tool.to_string(),
                    args: args.clone(),
                },
            )
        };
        self.groups.entry(key.clone()).or_insert_with(sample).0 += 1;
    }

    /// The suggestions, the most useful first. `expires` is a date.
    pub fn suggestions(&self, expires: &str, most: usize) -> Vec<Suggestion> {
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(b.0)));
        groups
            .into_iter()
            .map(|((capability, subject), (count, sample))| {
                Suggestion::new(capability, subject, *count, sample, expires)
            })
            .filter(|suggestion| holds(suggestion.toml()))
            .take(most)
            .collect()
    }
}

/// What a question was about; `None` when no narrow rule could answer it.
fn key(effect: &Effect) -> Option<(String, Subject)> {
    let routine = matches!(
        effect.risk,
        RiskClass::LocalWrite
            | RiskClass::ExternalWrite
            | RiskClass::Communication
            | RiskClass::Execution
    );
    if !routine || effect.marks.intersects(NEVER) {
        return None;
    }
    let subject = subject(effect)?;
    let known = effect.certainty == Certainty::Exact || matches!(subject, Subject::Program(_));
    known.then(|| (effect.capability.to_string(), subject))
}

fn subject(effect: &Effect) -> Option<Subject> {
    let mut recipients: Vec<_> = effect
        .recipients()
        .map(|recipient| recipient.name.to_string())
        .collect();
    if !recipients.is_empty() {
        recipients.sort();
        return Some(Subject::Recipients(recipients));
    }
    let mut hosts: Vec<_> = effect.hosts().map(ToString::to_string).collect();
    if !hosts.is_empty() {
        hosts.sort();
        hosts.dedup();
        return Some(Subject::Hosts(hosts));
    }
    if effect.risk == RiskClass::LocalWrite {
        let mut folders = effect.paths().map(|path| folder(path.path.as_str()));
        let first = folders.next()??;
        return folders
            .all(|other| other.as_ref() == Some(&first))
            .then_some(Subject::Folder(first));
    }
    effect
        .program
        .as_ref()
        .map(|program| Subject::Program(program.to_string()))
}

/// The folder of a path; none for what lies directly in the root or in a home.
fn folder(path: &str) -> Option<String> {
    let folder = Path::new(path).parent()?.to_str()?;
    (Path::new(folder).components().count() > 3).then(|| folder.to_owned())
}

/// Whether the settings take the rule and its own examples hold.
fn holds(rule: &str) -> bool {
    settings::read(&SourceText::new(Path::new("suggestion"), rule), None).is_ok()
}
