//! Rules as people write them: what they match, what is refused, and what the linter says.

use std::path::Path;

use toml::de::DeTable;

use super::*;
use crate::model::{
    Capability, Effect, Environment, Host, Reach, Recipient, RecipientKind, Span, Target, ToolCall,
};
use crate::target::path::absolute;

fn environment() -> Environment {
    Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    }
}

/// The rules of a file, or every fault, one a line.
fn parse_as(text: &str, origin: RuleOrigin) -> Result<StandingRules, String> {
    let source = SourceText::new(Path::new("config.toml"), text);
    let table = DeTable::parse(&source.text).unwrap();
    let rules = RuleSource {
        source: &source,
        rules: table
            .get_ref()
            .get("rule")
            .unwrap()
            .get_ref()
            .as_array()
            .unwrap(),
        may_only_tighten: origin == RuleOrigin::Project,
    };
    StandingRules::read(&[rules]).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })
}

fn parse(text: &str) -> StandingRules {
    parse_as(text, RuleOrigin::User).unwrap()
}

fn ids(rules: &StandingRules, tool: &str, effect: &Effect) -> Vec<String> {
    let call = ToolCall {
        tool: tool.into(),
        ..ToolCall::default()
    };
    rules
        .for_call(&call, &environment(), 1000)
        .matching(effect)
        .iter()
        .map(|rule| rule.id.clone())
        .collect()
}

fn effect(capability: &str, risk: RiskClass) -> Effect {
    Effect::new(Capability::new(capability), risk, Span::default())
}

fn write(path: &str) -> Effect {
    effect("file.write", RiskClass::LocalWrite).with_path(absolute(path), Reach::One)
}

fn problem(text: &str) -> String {
    parse_as(text, RuleOrigin::User).unwrap_err()
}

#[test]
fn every_matcher_that_is_set_must_match() {
    let rules = parse(
        "[[rule]]\nid = 'a'\nverdict = 'deny'\neffect = 'LOCAL_WRITE'\npath = '~/keep/**'\n\
         [[rule]]\nid = 'b'\nverdict = 'ask'\ntool = 'mcp__github__*'\n\
         [[rule]]\nid = 'c'\nverdict = 'deny'\nprogram = 'git push'\n\
         [[rule]]\nid = 'd'\nverdict = 'allow'\nrecipient = '*@example.com'\n",
    );
    assert_eq!(ids(&rules, "t", &write("/home/u/keep/a")), ["a"]);
    assert_eq!(ids(&rules, "t", &write("/home/u/KEEP/a")), ["a"]);
    assert!(ids(&rules, "t", &write("/home/u/other")).is_empty());
    let read =
        effect("file.read", RiskClass::Read).with_path(absolute("/home/u/keep/a"), Reach::One);
    assert!(ids(&rules, "t", &read).is_empty());
    let tree =
        effect("file.delete", RiskClass::LocalWrite).with_path(absolute("/home/u"), Reach::Tree);
    assert_eq!(ids(&rules, "t", &tree), ["a"]);
    assert_eq!(ids(&rules, "mcp_github_create_issue", &read), ["b"]);
    assert_eq!(ids(&rules, "mcp__github__create_issue", &read), ["b"]);
    let mut push = effect("repo.push", RiskClass::ExternalWrite);
    push.program = Some("git push".into());
    assert_eq!(ids(&rules, "t", &push), ["c"]);
    push.program = Some("git pull".into());
    assert!(ids(&rules, "t", &push).is_empty());
    let recipient = |name: &str| {
        Target::Recipient(Recipient {
            name: name.into(),
            kind: RecipientKind::Email,
        })
    };
    let mail = effect("email.send", RiskClass::Communication).with(recipient("a@example.com"));
    assert_eq!(ids(&rules, "t", &mail), ["d"]);
    // One recipient outside is enough for the rule not to allow.
    assert!(ids(&rules, "t", &mail.with(recipient("e@evil.example"))).is_empty());
}

#[test]
fn an_allow_rule_never_matches_what_is_not_known() {
    let rules = parse("[[rule]]\nverdict = 'allow'\npath = '/p/**'\nhost = '*.example'\n");
    let host = Target::Host(Host::from_normalised("a.example"));
    let known = write("/p/a").with(host.clone());
    assert_eq!(ids(&rules, "t", &known).len(), 1);
    assert!(ids(&rules, "t", &write("/P/a").with(host)).is_empty());
    assert!(ids(&rules, "t", &write("/p/a")).is_empty());
    let unknown = known.uncertain(crate::model::Certainty::Unresolved, "`$X` is not known");
    assert!(ids(&rules, "t", &unknown).is_empty());
}

#[test]
fn an_expired_rule_is_silent() {
    let rules = parse("[[rule]]\nverdict = 'deny'\ntool = 't'\nexpires = 1970-01-01T00:16:39Z\n");
    assert!(ids(&rules, "t", &write("/a")).is_empty());
    let rules = parse("[[rule]]\nverdict = 'deny'\ntool = 't'\nexpires = 1970-01-01\n");
    assert_eq!(ids(&rules, "t", &write("/a")), ["rule 1"]);
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_key() {
    let errors = [
        "[[rule]]\nverdict = 'blok'\ntool = 'x'\n",
        "\n[[rule]]\nverdict = 'deny'\ntol = 'x'\n",
        "[[rule]]\nverdict = 'deny'\n",
        "[[rule]]\nverdict = 'deny'\ntool = []\n",
        "[[rule]]\nid = 'g'\nverdict = 'deny'\npath = '/a/[b'\n",
        "[[rule]]\nverdict = 'deny'\neffect = 'WRITE'\n",
        "[[rule]]\nverdict = 'deny'\ncapability = 'file*'\n",
        "[[rule]]\nverdict = 'deny'\ntool = 3\n",
        "[[rule]]\nverdict = 'deny'\ntool = 'x'\nexpires = 12:00:00\n",
    ]
    .map(problem)
    .join("\n");
    insta::assert_snapshot!(errors);
}

#[test]
fn a_projects_file_may_only_tighten() {
    let text = "[[rule]]\nverdict = 'allow'\ntool = 'x'\n";
    let error = parse_as(text, RuleOrigin::Project).unwrap_err();
    assert_eq!(
        error,
        "config.toml:2: `rule.verdict` of rule `rule 1`: a project's file may only `ask` or `deny`"
    );
    let text = "[[rule]]\nverdict = 'ask'\ntool = 'x'\n";
    assert!(parse_as(text, RuleOrigin::Project).is_ok());
}

#[test]
fn an_example_that_fails_is_an_error_that_names_the_rule() {
    let text = "[[rule]]\nid = 'x-only'\nverdict = 'deny'\ntool = 'x'\n\
                match = [{ tool = 'x' }]\nnot_match = [{ tool = 'y', args = { a = 1 } }]\n";
    assert!(parse_as(text, RuleOrigin::User).is_ok());
    assert_eq!(
        problem(&text.replace("{ tool = 'x' }", "{ tool = 'z' }")),
        "config.toml:5: `rule.match` of rule `x-only`: the example `z {}` is not matched"
    );
    assert_eq!(
        problem(&text.replace("tool = 'y'", "tool = 'x'")),
        "config.toml:6: `rule.not_match` of rule `x-only`: the example `x {\"a\":1}` is matched"
    );
}

#[test]
fn the_linter_finds_dead_shadowed_and_contradictory_rules() {
    let rules = parse(
        "[[rule]]\nid = 'old'\nverdict = 'deny'\ntool = 'x'\nexpires = 1970-01-01\n\
         [[rule]]\nid = 'wide'\nverdict = 'deny'\npath = '/srv/**'\n\
         [[rule]]\nid = 'narrow'\nverdict = 'deny'\npath = '/srv/a/b'\neffect = 'DELETE'\n\
         [[rule]]\nid = 'yes'\nverdict = 'allow'\nprogram = 'make'\n\
         [[rule]]\nid = 'no'\nverdict = 'deny'\nprogram = 'make'\n\
         [[rule]]\nid = 'fine'\nverdict = 'allow'\nprogram = 'cargo'\n",
    );
    let findings: Vec<String> = lint(&rules, 1_000_000)
        .into_iter()
        .map(|finding| format!("{:?} {} {}", finding.kind, finding.place, finding.message))
        .collect();
    insta::assert_snapshot!(findings.join("\n"));
}
