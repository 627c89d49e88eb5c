//! `config` and `setup`, with the built command.

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
