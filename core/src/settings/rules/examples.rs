//! A rule's own examples, tried when the file loads.

use serde_json::{Map, Value};

use super::{Example, RuleOrigin, StandingRule, StandingRules};
use crate::catalog::Catalog;
use crate::effects;
use crate::model::{Environment, ToolCall};
use crate::settings::{RuleSource, SettingsError};
use crate::target::path::absolute;

/// The tool that an example given as a command stands for.
const SHELL: &str = "terminal";

/// Every example that does not hold, as a fault that names the rule.
pub(super) fn failing(rules: &StandingRules, sources: &[RuleSource<'_>]) -> Vec<SettingsError> {
    let environment = environment();
    let mut faults = Vec::new();
    for rule in &rules.rules {
        let wrong = [
            (&rule.entry.matches, true, "match"),
            (&rule.entry.not_match, false, "not_match"),
        ];
        for (examples, wanted, key) in wrong {
            for example in examples {
                if speaks_about(rules, rule, example, &environment) != wanted {
                    faults.extend(fault(rule, sources, key, example, wanted));
                }
            }
        }
    }
    faults
}

/// Examples are read in a home and project of their own, so that a file means the same anywhere.
fn environment() -> Environment {
    Environment {
        cwd: absolute("/home/user/project"),
        home: absolute("/home/user"),
        hermes_home: absolute("/home/user/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    }
}

/// Whether the rule matches any effect of the example. Its expiry does not count.
fn speaks_about(
    rules: &StandingRules,
    rule: &StandingRule,
    example: &Example,
    environment: &Environment,
) -> bool {
    let call = call_of(example);
    let matching = rules.for_call(&call, environment, i64::MIN);
    effects::effects(&call, environment, Catalog::built_in())
        .iter()
        .any(|effect| {
            matching
                .matching(effect)
                .iter()
                .any(|found| std::ptr::eq(*found, rule))
        })
}

fn call_of(example: &Example) -> ToolCall {
    match example {
        Example::Command(command) => {
            let mut args = Map::new();
            args.insert("command".to_owned(), Value::String(command.clone()));
            ToolCall::new(SHELL, args)
        }
        Example::Call(call) => ToolCall::new(call.tool.as_str(), call.args.clone()),
    }
}

fn fault(
    rule: &StandingRule,
    sources: &[RuleSource<'_>],
    key: &str,
    example: &Example,
    wanted: bool,
) -> Option<SettingsError> {
    let source = sources
        .iter()
        .find(|source| source.may_only_tighten == (rule.origin == RuleOrigin::Project))?;
    let text = match example {
        Example::Command(command) => command.clone(),
        Example::Call(call) => format!("{} {}", call.tool, Value::Object(call.args.clone())),
    };
    let problem = if wanted {
        "is not matched"
    } else {
        "is matched"
    };
    let place = source.source.key_within(rule.start, key);
    let place = place.unwrap_or(rule.start);
    Some(source.source.fault(
        &(place..place),
        &format!("rule.{key}"),
        format!("of rule `{}`: the example `{text}` {problem}", rule.id),
    ))
}
