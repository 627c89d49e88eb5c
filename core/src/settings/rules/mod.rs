//! Standing rules: the `[[rule]]` entries of a settings file, with their own examples.
//!
//! Deny beats ask beats allow, whatever the order. A rule states examples that it must and must
//! not match; they are tried when the file loads, and a rule whose example fails is an error. A
//! project's file may only tighten.

mod entry;
mod examples;
mod index;
mod lint;
mod matching;

pub use entry::RuleVerdict;
use entry::{Example, RuleEntry, Words};
pub use lint::{Finding, FindingKind, lint};

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

use super::{RuleSource, SettingsError, SourceText};
use crate::model::{CapabilityPattern, RiskClass};
use index::{Index, IndexBuilder};

/// Who wrote the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleOrigin {
    /// The user's own settings.
    User,
    /// A file of the project: may only ask and deny.
    Project,
}

/// What is wrong with a rule: the key, and what would be right.
#[derive(Debug)]
struct Fault {
    key: &'static str,
    message: String,
}

impl Fault {
    fn new(key: &'static str, message: impl Into<String>) -> Self {
        Self {
            key,
            message: message.into(),
        }
    }

    fn at(self, id: &str, source: &SourceText, start: usize) -> SettingsError {
        let dotted = if self.key.is_empty() {
            "rule".to_owned()
        } else {
            format!("rule.{}", self.key)
        };
        let message = format!("of rule `{id}`: {}", self.message);
        let place = source.key_within(start, self.key).unwrap_or(start);
        source.fault(&(place..place), &dotted, message)
    }
}

/// A rule that is in force.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingRule {
    /// Its name in messages.
    pub id: String,
    /// What it says.
    pub verdict: RuleVerdict,
    /// Why.
    pub reason: String,
    /// Who wrote it.
    pub origin: RuleOrigin,
    /// The file and line that it stands in.
    pub place: String,
    /// Byte offset of the entry in its file.
    start: usize,
    /// Seconds since the Unix epoch, the last at which it holds.
    pub expires_at: Option<i64>,
    /// The entry as written.
    pub entry: RuleEntry,
    /// Classes; empty is any.
    risks: Vec<RiskClass>,
    capabilities: Vec<CapabilityPattern>,
    /// Path globs; `~` still stands for the home.
    paths: Vec<String>,
}

/// The `[[rule]]` entries of the settings, compiled once per load.
#[derive(Clone, Debug, Default)]
pub struct StandingRules {
    rules: Vec<StandingRule>,
    tools: Index,
    programs: Index,
    /// Paths, hosts and recipients of rules that allow are compared exactly, those of others
    /// after case and compatibility forms are folded.
    exact: Places,
    folded: Places,
    /// `protected_paths` of the settings, as globs.
    protected: Vec<String>,
    /// `secret_paths` of the settings, as globs.
    secret: Vec<String>,
}

#[derive(Clone, Debug, Default)]
struct Places {
    paths: Index,
    hosts: Index,
    recipients: Index,
}

impl StandingRules {
    /// Compiles the entries of all files and tries their examples. Every fault is reported.
    pub fn read(sources: &[RuleSource<'_>]) -> Result<Self, Vec<SettingsError>> {
        let mut rules = Vec::new();
        let mut faults = Vec::new();
        for source in sources {
            for item in source.rules {
                match read_entry(source, item, rules.len()) {
                    Ok(rule) => rules.push(rule),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let compiled = Self::compile(rules).map_err(|message| {
            let source = sources.first().map(|source| source.source);
            source.map_or_else(Vec::new, |source| {
                vec![source.fault(&(0..0), "rule", message)]
            })
        })?;
        let faults = examples::failing(&compiled, sources);
        if faults.is_empty() {
            Ok(compiled)
        } else {
            Err(faults)
        }
    }

    /// The same rules, with the settings' own protected and secret paths for the guards.
    #[must_use]
    pub fn guarding(mut self, protected: &[String], secret: &[String]) -> Self {
        self.protected = protected.iter().map(|glob| path_glob(glob)).collect();
        self.secret = secret.iter().map(|glob| path_glob(glob)).collect();
        self
    }

    /// Every rule, in the order of the files.
    pub fn rules(&self) -> &[StandingRule] {
        &self.rules
    }

    fn compile(rules: Vec<StandingRule>) -> Result<Self, String> {
        let mut builders = Builders::default();
        for (number, rule) in rules.iter().enumerate() {
            builders
                .add(number, rule)
                .map_err(|fault| format!("of rule `{}`: {}", rule.id, fault.message))?;
        }
        builders.build(rules)
    }
}

/// One entry as a rule.
fn read_entry(
    source: &RuleSource<'_>,
    item: &Spanned<DeValue<'_>>,
    number: usize,
) -> Result<StandingRule, SettingsError> {
    let text = source.source;
    let start = item.span().start;
    let entry = RuleEntry::deserialize(ValueDeserializer::from(item.clone()))
        .map_err(|error| refused(text, start, &error))?;
    let origin = if source.may_only_tighten {
        RuleOrigin::Project
    } else {
        RuleOrigin::User
    };
    let id = name_of(&entry, number);
    let name = text.file.file_name().unwrap_or_default().to_string_lossy();
    let place = format!("{name}:{}", text.line(start));
    let rule = StandingRule::new(entry, id.clone(), origin, place, start)
        .map_err(|fault| fault.at(&id, text, start))?;
    // A glob that does not parse is a fault of this entry, not of the whole file.
    Builders::default()
        .add(0, &rule)
        .map_err(|fault| fault.at(&id, text, start))?;
    Ok(rule)
}

/// What serde found, with the key that stands on the line.
fn refused(source: &SourceText, start: usize, error: &toml::de::Error) -> SettingsError {
    let at = error.span().map_or(start, |span| span.start);
    let line = source.text.lines().nth(source.line(at).saturating_sub(1));
    let key = line.and_then(|line| line.split_once('=')).map_or_else(
        || "rule".to_owned(),
        |(key, _)| format!("rule.{}", key.trim()),
    );
    source.fault(&(at..at), &key, error.message().trim().replace('\n', " "))
}

impl StandingRule {
    fn new(
        entry: RuleEntry,
        id: String,
        origin: RuleOrigin,
        place: String,
        start: usize,
    ) -> Result<Self, Fault> {
        if origin == RuleOrigin::Project && entry.verdict == RuleVerdict::Allow {
            return Err(Fault::new(
                "verdict",
                "a project's file may only `ask` or `deny`",
            ));
        }
        check_matchers(&entry)?;
        Ok(Self {
            verdict: entry.verdict,
            reason: entry.reason.trim().to_owned(),
            id,
            origin,
            place,
            start,
            expires_at: entry.expires.as_ref().map(expiry).transpose()?,
            risks: risks(entry.effect.as_slice())?,
            capabilities: capabilities(entry.capability.as_slice())?,
            paths: entry
                .path
                .as_slice()
                .iter()
                .map(|glob| path_glob(glob))
                .collect(),
            entry,
        })
    }

    /// Whether the rule still holds.
    pub fn is_live(&self, now: i64) -> bool {
        self.expires_at.is_none_or(|end| now <= end)
    }
}

/// Every set matcher has at least one pattern, and at least one matcher is set.
fn check_matchers(entry: &RuleEntry) -> Result<(), Fault> {
    let matchers = [
        ("effect", &entry.effect),
        ("capability", &entry.capability),
        ("tool", &entry.tool),
        ("program", &entry.program),
        ("path", &entry.path),
        ("host", &entry.host),
        ("recipient", &entry.recipient),
    ];
    if matchers.iter().all(|(_, words)| !words.is_set()) {
        return Err(Fault::new(
            "",
            "it matches everything: set at least one of `effect`, `capability`, `tool`, `program`, \
             `path`, `host`, `recipient`",
        ));
    }
    for (key, words) in matchers {
        let empty = words.as_slice().iter().any(|word| word.trim().is_empty());
        if words.is_set() && (words.as_slice().is_empty() || empty) {
            return Err(Fault::new(key, "an empty pattern matches nothing"));
        }
    }
    Ok(())
}

fn risks(words: &[String]) -> Result<Vec<RiskClass>, Fault> {
    words
        .iter()
        .map(|word| {
            RiskClass::ALL
                .into_iter()
                .find(|risk| risk.as_str().eq_ignore_ascii_case(word.trim()))
                .ok_or_else(|| {
                    let known = RiskClass::ALL.map(RiskClass::as_str).join("`, `");
                    Fault::new(
                        "effect",
                        format!("`{word}` is no risk class; one of `{known}`"),
                    )
                })
        })
        .collect()
}

fn capabilities(words: &[String]) -> Result<Vec<CapabilityPattern>, Fault> {
    words
        .iter()
        .map(|word| {
            let word = word.trim();
            let name = word.strip_suffix(".*").unwrap_or(word);
            let dotted = !name.is_empty()
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'));
            if word == "*" || dotted {
                return Ok(CapabilityPattern::new(word));
            }
            Err(Fault::new(
                "capability",
                format!(
                    "`{word}` is neither a name such as `email.send`, nor one with `.*` behind, \
                     nor `*`"
                ),
            ))
        })
        .collect()
}

fn expiry(datetime: &toml::value::Datetime) -> Result<i64, Fault> {
    let text = datetime.to_string();
    if let Ok(moment) = text.parse::<jiff::Timestamp>() {
        return Ok(moment.as_second());
    }
    let end_of_day = |date: jiff::civil::Date| date.at(23, 59, 59, 0);
    text.parse::<jiff::civil::DateTime>()
        .ok()
        .filter(|_| datetime.time.is_some())
        .or_else(|| text.parse().ok().map(end_of_day))
        .and_then(|moment| moment.to_zoned(jiff::tz::TimeZone::UTC).ok())
        .map(|moment| moment.timestamp().as_second())
        .ok_or_else(|| {
            Fault::new(
                "expires",
                format!("`{text}` is no date such as `2027-01-31`"),
            )
        })
}

/// A path glob that starts nowhere holds in any folder.
fn path_glob(glob: &str) -> String {
    let glob = glob.trim();
    let anchored = glob.starts_with('/') || glob.starts_with("**/");
    if anchored || glob == "~" || glob.starts_with("~/") {
        return glob.to_owned();
    }
    format!("**/{}", glob.strip_prefix("./").unwrap_or(glob))
}

#[derive(Default)]
struct Builders {
    tools: IndexBuilder,
    programs: IndexBuilder,
    exact: [IndexBuilder; 3],
    folded: [IndexBuilder; 3],
}

impl Builders {
    fn add(&mut self, number: usize, rule: &StandingRule) -> Result<(), Fault> {
        let named = |key: &'static str, glob: &str| {
            let glob = glob.to_owned();
            move |problem: String| {
                Fault::new(key, format!("the glob `{glob}` does not parse: {problem}"))
            }
        };
        for glob in rule.entry.tool.as_slice() {
            let canonical = matching::canonical_tool(glob);
            self.tools
                .add(number, &canonical, false)
                .map_err(named("tool", glob))?;
        }
        for glob in rule.entry.program.as_slice() {
            let glob = glob.trim();
            self.programs
                .add(number, glob, false)
                .map_err(named("program", glob))?;
            self.programs
                .add(number, &format!("{glob} *"), false)
                .map_err(named("program", glob))?;
        }
        let exact = rule.verdict == RuleVerdict::Allow;
        let places = if exact {
            &mut self.exact
        } else {
            &mut self.folded
        };
        let sets = [
            ("path", rule.paths.as_slice(), true),
            ("host", rule.entry.host.as_slice(), false),
            ("recipient", rule.entry.recipient.as_slice(), false),
        ];
        for ((key, globs, by_parts), index) in sets.into_iter().zip(places) {
            for glob in globs {
                // Hosts and recipients are normalised to lower case; paths are not.
                let text = if exact && by_parts {
                    glob.clone()
                } else {
                    crate::policy::folded(glob.trim()).into_owned()
                };
                index
                    .add(number, &text, by_parts)
                    .map_err(named(key, glob))?;
            }
        }
        Ok(())
    }

    fn build(self, rules: Vec<StandingRule>) -> Result<StandingRules, String> {
        let places = |[paths, hosts, recipients]: [IndexBuilder; 3]| {
            Ok::<_, String>(Places {
                paths: paths.build()?,
                hosts: hosts.build()?,
                recipients: recipients.build()?,
            })
        };
        Ok(StandingRules {
            rules,
            tools: self.tools.build()?,
            programs: self.programs.build()?,
            exact: places(self.exact)?,
            folded: places(self.folded)?,
            ..StandingRules::default()
        })
    }
}

fn name_of(entry: &RuleEntry, number: usize) -> String {
    match &entry.id {
        Some(id) if !id.trim().is_empty() => id.trim().to_owned(),
        _ => format!("rule {}", number + 1),
    }
}

#[cfg(test)]
mod tests;
