//! Installing, upgrading, undoing and uninstalling, with the built command in throw-away homes.

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

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use common::World;

const PLAIN: &str = "# mine\nplugins:\n  enabled:\n    - notes # keep\n";
const WITH_US: &str = "# mine\nplugins:\n  enabled:\n    - notes # keep\n    - agentsfence\n";

#[test]
fn install_copies_the_plugin_and_adds_one_line() {
    let world = World::new();
    world.write("config.yaml", PLAIN);
    world
        .install(&[])
        .code(0)
        .says(&["installed", "restart", "gateway"]);
    assert_eq!(world.read("config.yaml"), WITH_US);
    for name in [
        "__init__.py",
        "plugin.yaml",
        "_native.abi3.so",
        "installed.json",
    ] {
        let meta = fs::metadata(world.root.join("plugins/agentsfence").join(name)).unwrap();
        assert_eq!(meta.mode() & 0o777, 0o600, "{name}");
    }
    world
        .run(&["status"])
        .code(0)
        .says(&["installed and enabled"]);
    world.run(&["profiles"]).code(0).says(&["protected"]);
}

#[test]
fn a_second_install_changes_nothing_and_says_so() {
    let world = World::new();
    world.write("config.yaml", PLAIN);
    world.install(&[]).code(0);
    let first = world.snapshot();
    world.install(&[]).code(0).says(&["nothing to change"]);
    assert_eq!(world.snapshot(), first);
    // The undo still belongs to the first.
    world.run(&["undo"]).code(0);
    assert_eq!(world.read("config.yaml"), PLAIN);
}

#[test]
fn undo_takes_back_byte_for_byte_and_only_what_is_still_ours() {
    let world = World::new();
    world.write("config.yaml", PLAIN);
    let before = world.snapshot();
    world.run(&["undo"]).code(1).says(&["nothing to undo"]);
    world.install(&[]).code(0);
    world.run(&["undo"]).code(0);
    assert_eq!(world.snapshot(), before);
    world.run(&["undo"]).code(1);

    world.install(&[]).code(0);
    let edited = format!("{WITH_US}# later\n");
    world.write("config.yaml", &edited);
    world
        .run(&["undo"])
        .code(2)
        .says(&["config.yaml was changed since"]);
    assert_eq!(world.read("config.yaml"), edited);
}

#[test]
fn uninstall_leaves_nothing_else_changed() {
    for config in [Some(PLAIN), Some("model: x\n"), Some("a: 1"), None] {
        let world = World::new();
        if let Some(text) = config {
            world.write("config.yaml", text);
        }
        let before = world.snapshot();
        world.install(&[]).code(0);
        world.run(&["uninstall"]).code(0);
        assert_eq!(world.snapshot(), before, "{config:?}");
        world
            .run(&["uninstall"])
            .code(0)
            .says(&["nothing to change"]);
        // And back again.
        world.run(&["status"]).code(1);
    }
}

#[test]
fn uninstall_takes_one_line_out_of_a_file_that_others_have_edited() {
    let world = World::new();
    world.write("config.yaml", PLAIN);
    world.install(&[]).code(0);
    world.write("config.yaml", &format!("{WITH_US}model: y\n"));
    world.run(&["uninstall"]).code(0);
    assert_eq!(world.read("config.yaml"), format!("{PLAIN}model: y\n"));
}

#[test]
fn an_upgrade_swaps_the_folder_and_can_be_undone() {
    let world = World::new();
    world.write("config.yaml", PLAIN);
    world.install(&[]).code(0);
    let first = world.snapshot();
    fs::write(world.user.join("library.so"), b"a newer library").unwrap();
    world.install(&[]).code(0).says(&["plugin updated"]);
    assert_eq!(
        world.read("plugins/agentsfence/_native.abi3.so"),
        "a newer library"
    );
    world.run(&["undo"]).code(0);
    assert_eq!(world.snapshot(), first);
}

#[test]
fn disable_and_enable_touch_only_the_list() {
    let world = World::new();
    world.write("config.yaml", PLAIN);
    world
        .run(&["enable"])
        .code(2)
        .says(&["not installed", "agentsfence install"]);
    world.install(&[]).code(0);
    world.run(&["disable"]).code(0);
    assert_eq!(world.read("config.yaml"), PLAIN);
    assert!(world.root.join("plugins/agentsfence/__init__.py").exists());
    world.run(&["enable"]).code(0);
    assert_eq!(world.read("config.yaml"), WITH_US);
}

#[test]
fn several_profiles_are_one_transaction() {
    let world = World::new();
    world.profile("work");
    world.write("profiles/play/config.yaml", "plugins: {enabled: 'x'}\n");
    world.write("config.yaml", PLAIN);
    let before = world.snapshot();
    world
        .install(&["--all-profiles"])
        .code(2)
        .says(&["play/config.yaml", "not a list", "hint:"]);
    assert_eq!(world.snapshot(), before);

    world.write("profiles/play/config.yaml", "model: x\n");
    world.install(&["--all-profiles"]).code(0);
    world.run(&["status", "--all-profiles"]).code(0);
    world.run(&["undo"]).code(0);
    assert!(!world.root.join("profiles/work/config.yaml").exists());
}

#[test]
fn a_dry_run_shows_the_diff_and_changes_nothing() {
    let world = World::new();
    world.write("config.yaml", PLAIN);
    let before = world.snapshot();
    let run = world.install(&["--dry-run"]).code(0);
    assert!(
        run.stdout.contains("\n+    - agentsfence\n"),
        "{}",
        run.stdout
    );
    assert_eq!(world.snapshot(), before);
    let json = world.install(&["--dry-run", "--json"]).code(0).json();
    assert_eq!(json["changed"], false);
    assert_eq!(json["profiles"][0]["config"], "edited");
}

#[test]
fn links_and_modes_are_kept_and_new_files_are_private() {
    let world = World::named("My Üser");
    let target = world.user.join("dotfiles.yaml");
    fs::write(&target, PLAIN).unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&target, world.root.join("config.yaml")).unwrap();
    world.install(&[]).code(0);
    assert_eq!(
        fs::read_link(world.root.join("config.yaml")).unwrap(),
        target
    );
    assert_eq!(fs::read_to_string(&target).unwrap(), WITH_US);
    assert_eq!(fs::metadata(&target).unwrap().mode() & 0o777, 0o640);

    let world = World::new();
    world.install(&[]).code(0);
    let config = fs::metadata(world.root.join("config.yaml")).unwrap();
    assert_eq!(config.mode() & 0o777, 0o600);
    let data = fs::metadata(world.root.join("agentsfence")).unwrap();
    assert_eq!(data.mode() & 0o777, 0o700);
}

#[test]
fn what_is_not_ours_is_left_alone() {
    let world = World::new();
    world.write("config.yaml", PLAIN);
    world.write("plugins/agentsfence/__init__.py", "# somebody's own\n");
    let before = world.snapshot();
    world
        .install(&[])
        .code(2)
        .says(&["was not made by this program"]);
    world.run(&["uninstall"]).code(2);
    assert_eq!(world.snapshot(), before);

    let world = World::new();
    world.write(".managed", "NixOS");
    world.install(&[]).code(2).says(&["managed"]);

    let world = World::new();
    world.write("managed/config.yaml", "plugins: {enabled: [corporate]}\n");
    let mut command = world.command(&world.install_arguments(&[]));
    command.env("HERMES_MANAGED_DIR", world.root.join("managed"));
    common::Run::from(command.output().unwrap())
        .code(0)
        .says(&["administrator"]);
}

#[test]
fn homes_that_are_not_there_or_not_folders_are_named() {
    let world = World::new();
    let elsewhere = world.user.join("nowhere");
    let mut command = world.command(&world.install_arguments(&[]));
    command.env("HERMES_HOME", &elsewhere);
    common::Run::from(command.output().unwrap()).code(2).says(&[
        "nowhere",
        "does not exist",
        "hint:",
    ]);
    fs::write(&elsewhere, "").unwrap();
    let mut command = world.command(&world.install_arguments(&[]));
    command.env("HERMES_HOME", &elsewhere);
    common::Run::from(command.output().unwrap())
        .code(2)
        .says(&["not a folder"]);
    world.install(&["-p", "gone"]).code(2).says(&[
        "no profile `gone`",
        "known profiles",
        "hermes profile create gone",
    ]);
}

#[test]
fn profiles_that_are_made_later_are_protected_by_the_next_install() {
    let world = World::new();
    world.profile("work");
    world.install(&["--include-new"]).code(0);
    world
        .run(&["status"])
        .says(&["work: new and not protected yet"]);
    world.install(&[]).code(0).says(&["work"]);
    world.run(&["status", "-p", "work"]).code(0);
    world.run(&["uninstall", "-p", "work"]).code(0);
    world.install(&[]).code(0);
    world.run(&["status", "-p", "work"]).code(1);
}

#[test]
fn purge_needs_a_yes() {
    let world = World::new();
    world.install(&[]).code(0);
    let log = world.write("agentsfence/audit.jsonl", "{}\n");
    world
        .run(&["uninstall", "--purge"])
        .code(2)
        .says(&["--yes"]);
    assert!(log.exists());
    world.run(&["uninstall", "--purge", "--yes"]).code(0);
    assert!(!world.root.join("agentsfence").exists());
}

/// Kills the run at every step. The next command must find, or make, the old or the new state.
#[test]
fn a_crash_at_any_step_leaves_the_old_or_the_new_state() {
    crash_everywhere(
        &[
            "install",
            "--plugin-lib",
            "library.so",
            "--skip-host-check",
            "--all-profiles",
        ],
        &[],
    );
}

#[test]
fn the_same_for_uninstall_and_undo() {
    let install = [
        "install",
        "--plugin-lib",
        "library.so",
        "--skip-host-check",
        "--all-profiles",
    ];
    crash_everywhere(&["uninstall", "--all-profiles"], &[&install]);
    crash_everywhere(&["undo"], &[&install]);
}

fn crash_everywhere(arguments: &[&str], first: &[&[&str]]) {
    let prepared = || {
        let world = World::new();
        world.write("config.yaml", PLAIN);
        world.write("profiles/work/config.yaml", "model: x\n");
        for arguments in first {
            world.run(arguments).code(0);
        }
        world
    };
    let after = {
        let world = prepared();
        world.run(arguments).code(0);
        world.snapshot()
    };
    for step in 0.. {
        assert!(step < 200, "it never ends");
        let world = prepared();
        let before = world.snapshot();
        let mut command = world.command(arguments);
        command.env("AGENTSFENCE_TEST_CRASH_AT", step.to_string());
        let run = common::Run::from(command.output().unwrap());
        if run.code == Some(0) {
            assert!(step > 3, "nothing was killed");
            break;
        }
        world.run(&["status"]);
        let now = world.snapshot();
        assert!(now == before || now == after, "step {step}: {now:#?}");
        // And it goes on as if nothing had happened.
        let wanted = if now == before {
            0
        } else {
            run_again(arguments)
        };
        world.run(arguments).code(wanted);
        assert_eq!(world.snapshot(), after, "step {step}");
    }
}

/// A second undo has nothing to take back.
fn run_again(arguments: &[&str]) -> i32 {
    i32::from(arguments == ["undo"])
}
