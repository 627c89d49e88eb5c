//! `config` and `setup`, with the built command.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test fails by panicking"
)]

mod common;

use common::World;

#[test]
fn a_setting_is_set_read_and_taken_back() {
    let world = World::new();
    world.write("agentsfence/config.toml", "# mine\nnotes = true # why\n");
    world.run(&["config", "get", "strict_yolo"]).code(0);
    world.run(&["config", "set", "strict_yolo", "true"]).code(0);
    let text = world.read("agentsfence/config.toml");
    assert_eq!(text, "# mine\nnotes = true # why\nstrict_yolo = true\n");
    assert_eq!(
        world.run(&["config", "get", "strict_yolo"]).code(0).stdout,
        "true\n"
    );
    assert_eq!(
        world
            .run(&["config", "get", "strict_yolo", "--json"])
            .json(),
        true
    );
    world.run(&["undo"]).code(0);
    assert_eq!(
        world.read("agentsfence/config.toml"),
        "# mine\nnotes = true # why\n"
    );
    world
        .run(&["config", "unset", "strict_yolo"])
        .code(0)
        .says(&["nothing to change"]);
}

#[test]
fn a_wrong_key_or_value_says_what_would_be_right() {
    let world = World::new();
    world
        .run(&["config", "get", "strict_yol"])
        .code(2)
        .says(&["did you mean `strict_yolo`?"]);
    world
        .run(&["config", "set", "strict_yolo", "maybe"])
        .code(2)
        .says(&["`maybe`", "`true` or `false`"]);
    world.write("agentsfence/config.toml", "nots = true\n");
    world
        .run(&["config", "validate"])
        .code(1)
        .says(&["config.toml:1", "nots"]);
    let faults = world.run(&["config", "validate", "--json"]).code(1).json();
    assert_eq!(faults["faults"][0]["line"], 1);
}

#[test]
fn the_list_shows_every_key_with_its_meaning() {
    let world = World::new();
    let run = world.run(&["config", "list"]).code(0);
    assert!(run.stdout.contains("strict_yolo = "), "{}", run.stdout);
    let rows = world.run(&["config", "list", "--json"]).json();
    assert!(rows.as_array().unwrap().len() > 10);
    world
        .run(&["config", "path"])
        .code(0)
        .says(&[".hermes/agentsfence/config.toml"]);
    assert_eq!(world.run(&["config", "schema"]).json()["type"], "object");
    world
        .run(&["config", "edit"])
        .code(2)
        .says(&["needs a terminal"]);
}

#[test]
fn setup_without_a_person_protects_every_profile() {
    let world = World::new();
    world.profile("work");
    let arguments = ["setup", "--plugin-lib", "library.so", "--skip-host-check"];
    world
        .run(&arguments)
        .code(0)
        .says(&["work", "agentsfence doctor"]);
    world.run(&["status", "--all-profiles"]).code(0);
    world.run(&arguments).code(0).says(&["nothing to change"]);
}

/// A rule for `rm` with this verdict and its own examples.
fn rule(verdict: &str, program: &str) -> String {
    format!(
        "[[rule]]\nverdict = \"{verdict}\"\nprogram = \"{program}\"\n\
         match = [\"rm x\"]\nnot_match = [\"ls\"]\n"
    )
}

#[test]
fn rules_that_never_decide_are_found() {
    let world = World::new();
    world
        .run(&["policy", "lint"])
        .code(0)
        .says(&["0 rules, nothing odd"]);
    let both = rule("allow", "rm") + &rule("deny", "rm");
    world.write("agentsfence/config.toml", &both);
    world
        .run(&["policy", "lint"])
        .code(1)
        .says(&["config.toml:1", "matches the same and says `deny`"]);
    let found = world.run(&["policy", "lint", "--json"]).code(1).json();
    assert_eq!(found["findings"][0]["kind"], "contradiction");
    assert_eq!(found["rules"], 2);
}

#[test]
fn rules_that_cannot_be_read_name_file_line_and_key() {
    let world = World::new();
    let faults: [(&str, &[&str]); 6] = [
        (
            "[[rule]]\nverdict = \"deny\"\nprogam = \"rm\"\n",
            &["config.toml:3", "progam"],
        ),
        (
            "[[rule]]\nverdict = \"no\"\nprogram = \"rm\"\n",
            &["config.toml:2", "verdict"],
        ),
        (
            "[[rule]]\nverdict = \"deny\"\npath = \"a[\"\n",
            &["config.toml:3", "path"],
        ),
        (
            "[[rule]]\nverdict = \"deny\"\npath = 3\n",
            &["config.toml:3", "path"],
        ),
        ("[[rule]\n", &["config.toml:1"]),
        (
            "[[rule]]\nverdict = \"deny\"\nprogram = \"rm\"\nmatch = [\"ls\"]\nnot_match = [\"cp a b\"]\n",
            &["config.toml:4", "match", "`ls`"],
        ),
    ];
    for (text, words) in faults {
        world.write("agentsfence/config.toml", text);
        world.run(&["policy", "lint"]).code(2).says(words);
    }
}

#[test]
fn a_project_that_loosens_is_refused() {
    let world = World::new();
    world.write("project.toml", &rule("allow", "rm"));
    let file = world.root.join("project.toml");
    world
        .run(&["policy", "lint", "--project", &file.to_string_lossy()])
        .code(2)
        .says(&["project.toml:2", "verdict"]);
}
