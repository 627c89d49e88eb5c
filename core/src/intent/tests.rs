//! Messages by example: what they grant, forbid and bound.

use super::*;
use crate::target::path;

pub(super) fn environment() -> Environment {
    Environment {
        cwd: path::absolute("/home/u/proj"),
        home: path::absolute("/home/u"),
        hermes_home: path::absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    }
}

fn compiled(text: &str) -> Compiled {
    let environment = environment();
    let setting = Setting {
        catalog: Catalog::built_in(),
        environment: &environment,
        tools: &[],
        turn: 1,
        now: 0,
    };
    compile(&Message::of_owner(text), &setting, "t")
}

#[test]
fn requests_prohibitions_and_boundaries_are_told_apart() {
    let policy = compiled("Summarise my inbox, send nothing.").policy;
    assert!(policy.grants.is_empty());
    assert_eq!(policy.prohibitions[0].cites.quote, "send nothing");
    let policy = compiled("Only use example.com. What is new?").policy;
    assert_eq!((policy.grants.len(), policy.boundaries.len()), (0, 1));
    let policy = compiled("How would I delete the folder?").policy;
    assert!(policy.grants.is_empty() && policy.prohibitions.is_empty());
    let policy = compiled("Save it to ~/notes/q3.md").policy;
    assert_eq!(policy.grants[0].cites.quote, "Save it to ~/notes/q3.md");
}
