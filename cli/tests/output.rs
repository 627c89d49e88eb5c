//! How the command speaks: one JSON document, no colours in pipes, exit codes, closed pipes.

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

use std::io::Read;
use std::process::{Command, Stdio};

use common::World;

#[test]
fn json_is_exactly_one_document_even_for_errors() {
    let world = World::new();
    for arguments in [
        &["doctor", "--json"][..],
        &["status", "--json"],
        &["profiles", "--json"],
        &["undo", "--json"],
        &["doctor", "--list", "--json"],
        &[
            "install",
            "--json",
            "--plugin-lib",
            "library.so",
            "--skip-host-check",
        ],
        &["doctor", "--json", "-p", "nobody"],
        &["--json", "nonsense"],
    ] {
        let mut command = world.command(arguments);
        command.env("RUST_LOG", "debug");
        common::Run::from(command.output().unwrap()).json();
    }
}

#[test]
fn there_are_no_control_characters_outside_a_terminal() {
    let world = World::new();
    for arguments in [&["doctor"][..], &["--help"], &["status"], &["nonsense"]] {
        for variables in [
            &[("TERM", "xterm-256color")][..],
            &[("CLICOLOR_FORCE", "1")],
            &[("CI", "true")],
        ] {
            let mut command = world.command(arguments);
            command.envs(variables.iter().copied());
            let run = common::Run::from(command.output().unwrap());
            for text in [&run.stdout, &run.stderr] {
                assert!(!text.contains(['\u{1b}', '\r']), "{arguments:?}: {text}");
            }
        }
    }
}

#[test]
fn exit_codes_are_the_same_in_every_format() {
    let world = World::new();
    let pair = |arguments: &[&str]| {
        let plain = world.run(arguments).code;
        let mut json = arguments.to_vec();
        json.push("--json");
        assert_eq!(world.run(&json).code, plain, "{arguments:?}");
        plain
    };
    assert_eq!(pair(&["doctor"]), Some(1));
    assert_eq!(pair(&["status"]), Some(1));
    assert_eq!(pair(&["doctor", "-p", "nobody"]), Some(2));
    world.install(&[]).code(0);
    assert_eq!(pair(&["status"]), Some(0));
}

#[test]
fn errors_say_what_happened_and_then_what_helps() {
    let world = World::new();
    let run = world.run(&["doctor", "-p", "nobody"]).code(2);
    assert_eq!(run.stdout, "");
    let mut lines = run.stderr.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("error: no profile `nobody`")
    );
    assert!(lines.all(|line| line.starts_with("hint: ")));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let world = World::new();
    let mut command = world.command(&["config", "list"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut text = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn the_active_profile_and_its_paths_come_first() {
    let world = World::new();
    let home = world.profile("research");
    world.write("active_profile", "research\n");
    let report = world.run(&["doctor", "--json"]).json();
    assert_eq!(report["active_profile"], "research");
    assert_eq!(
        report["config_path"],
        home.join("config.yaml").to_str().unwrap()
    );
    assert_eq!(report["protected"], false);
}

#[test]
fn a_home_in_the_variable_is_taken_as_given() {
    let world = World::new();
    let overlay = world.user.join("ws/home");
    std::fs::create_dir_all(&overlay).unwrap();
    let mut command = world.command(&["doctor", "--json"]);
    command.env("HERMES_HOME", &overlay);
    let report = common::Run::from(command.output().unwrap()).json();
    assert_eq!(report["home"], overlay.to_str().unwrap());
    assert_ne!(report["profiles"][0]["name"], "default");
}

#[test]
fn a_lock_that_somebody_holds_is_waited_for_a_bounded_time_and_named() {
    let world = World::new();
    world.install(&[]).code(0);
    let lock = world.root.join("agentsfence/install/lock");
    let file = std::fs::File::open(&lock).unwrap();
    file.lock().unwrap();
    let start = std::time::Instant::now();
    world
        .run(&["uninstall"])
        .code(2)
        .says(&[lock.to_str().unwrap(), "hint:"]);
    assert!(start.elapsed().as_secs() < 15);
    world.run(&["doctor", "--json"]).json();
}

#[test]
fn read_only_homes_are_reported_and_left_alone() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new();
    world.write("config.yaml", "a: 1\n");
    let lock = |mode| {
        std::fs::set_permissions(&world.root, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    lock(0o500);
    let ours = std::fs::write(world.root.join("probe"), "").is_err();
    if ours {
        let run = world.install(&[]);
        lock(0o700);
        run.code(2).says(&["ermission denied"]);
        assert_eq!(world.read("config.yaml"), "a: 1\n");
    } else {
        // The superuser writes anywhere.
        lock(0o700);
    }
}

/// Both ways of loading, and loading before the completion system is up.
#[test]
fn zsh_takes_the_completions_by_eval_and_before_compinit() {
    let zsh = Command::new("zsh").arg("--version").output();
    if zsh.is_err() {
        return;
    }
    let program = env!("CARGO_BIN_EXE_agentsfence");
    for script in [
        format!("source <({program} completions zsh); echo ok"),
        format!(
            "autoload -Uz compinit; compinit -D; eval \"$({program} completions zsh)\"; echo ok"
        ),
    ] {
        let output = Command::new("zsh")
            .args(["-f", "-c", &script])
            .output()
            .unwrap();
        let run = common::Run::from(output).code(0);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("ok\n", ""));
    }
}
