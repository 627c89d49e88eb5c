//! A program or subcommand: what it always does, and what its options and operands add.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Deserializer};
use smol_str::SmolStr;

use super::does::{Does, DoesList, mark};
use super::operands::Operands;
use super::options::Options;
use super::role::Role;
use super::shorthand::{self, Shorthand};
use super::when::When;
use crate::model::Marks;

/// What an option that the data does not list means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownOptions {
    /// No option of any version changes what the command does.
    Ignored,
    /// The command keeps its class, and is unresolved.
    #[default]
    Unresolved,
    /// It may run code or write: an opaque effect is added.
    Exec,
}

/// A program or subcommand.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// What it always does. When nothing is said here, by an operand or by an option, it is a
    /// plain read.
    pub does: Vec<Does>,
    /// What its operands mean; not given: data.
    pub operands: Operands,
    /// Its options, also accepted by its subcommands.
    pub options: Options,
    /// Its subcommands by name.
    pub subcommands: HashMap<SmolStr, Arc<Command>>,
    /// Those whose name is a pattern (`delete-*`), longest first; for names that are not listed.
    pub patterns: Vec<(SmolStr, Arc<Command>)>,
    /// A subcommand that is not listed; not given: opaque.
    pub default: Option<Arc<Command>>,
    /// Without a subcommand; not given: like `default`.
    pub bare: Option<Arc<Command>>,
    /// Conditions over several options and operands.
    pub when: Vec<When>,
    /// What standard input means; not given: data.
    pub stdin: Option<Role>,
    /// What an option that is not listed means.
    pub unknown: UnknownOptions,
    /// Named code that reads the arguments instead of this data.
    pub special: Option<SmolStr>,
    /// Hosts that it talks to when no argument names one.
    pub hosts: Vec<SmolStr>,
    /// `NAME=value` words before the operands set variables (`env`, `sudo`).
    pub assignments: bool,
    /// `-abc` is one option `-abc`, never `-a -b -c`.
    pub single_dash: bool,
    /// Subcommands may be abbreviated (`ip a`).
    pub abbreviate: bool,
    /// Options stand before the first operand only.
    pub options_first: bool,
    /// Marks on everything that an inner command does (`PRIVILEGED` for `sudo`).
    pub inner_marks: Marks,
    /// A tool that builds, tests, checks or formats a project: a package runner that starts it
    /// (`npx eslint`) runs the project's code, not a stranger's.
    pub project_tool: bool,
}

/// A command in full.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Full {
    does: DoesList,
    operands: Operands,
    options: Options,
    /// Options without a value that change nothing.
    flags: String,
    /// Options whose value is data.
    values: String,
    subcommands: BTreeMap<String, Command>,
    default: Option<Command>,
    bare: Option<Command>,
    when: Vec<When>,
    stdin: Option<Role>,
    unknown: UnknownOptions,
    special: Option<SmolStr>,
    hosts: Vec<SmolStr>,
    assignments: bool,
    single_dash: bool,
    abbreviate: bool,
    options_first: bool,
    inner_marks: Vec<String>,
    project_tool: bool,
}

impl Shorthand for Command {
    type Full = Full;
    const EXPECTING: &'static str = "an effect such as `repo.push EXTERNAL_WRITE`, or a command";

    fn short(text: &str) -> Result<Self, String> {
        Ok(Self {
            does: DoesList::short(text)?.0,
            ..Self::default()
        })
    }

    fn list(items: &[String]) -> Result<Self, String> {
        Ok(Self {
            does: DoesList::list(items)?.0,
            ..Self::default()
        })
    }

    fn full(full: Full) -> Result<Self, String> {
        let mut subcommands = HashMap::new();
        for (names, command) in full.subcommands {
            let command = Arc::new(command);
            for name in names.split_ascii_whitespace() {
                if subcommands
                    .insert(SmolStr::new(name), Arc::clone(&command))
                    .is_some()
                {
                    return Err(format!("subcommand `{name}` is listed twice"));
                }
            }
        }
        let mut patterns: Vec<(SmolStr, Arc<Self>)> = subcommands
            .iter()
            .filter(|(name, _)| name.contains('*'))
            .map(|(name, command)| (name.clone(), Arc::clone(command)))
            .collect();
        patterns.sort_by_key(|(name, _)| (std::cmp::Reverse(name.len()), name.clone()));
        let mut options = full.options;
        options.add(&full.flags, "flag")?;
        options.add(&full.values, "text")?;
        let mut inner_marks = Marks::empty();
        for name in &full.inner_marks {
            inner_marks |= mark(name)?;
        }
        Ok(Self {
            does: full.does.0,
            operands: full.operands,
            options,
            subcommands,
            patterns,
            default: full.default.map(Arc::new),
            bare: full.bare.map(Arc::new),
            when: full.when,
            stdin: full.stdin,
            unknown: full.unknown,
            special: full.special,
            hosts: full.hosts,
            assignments: full.assignments,
            single_dash: full.single_dash,
            abbreviate: full.abbreviate,
            options_first: full.options_first,
            inner_marks,
            project_tool: full.project_tool,
        })
    }
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        shorthand::deserialize(deserializer)
    }
}
