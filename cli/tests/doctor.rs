//! `doctor` as people and other programs see it: verdicts, formats, repairs, and homes and hosts
//! that are not as they should be.

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
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use common::{Run, World};
use serde_json::Value;

/// What a check found.
#[track_caller]
fn check(report: &Value, id: &str) -> Value {
    let checks = report["profiles"][0]["checks"].as_array().unwrap();
    let found = checks.iter().find(|check| check["id"] == id);
    found.unwrap_or_else(|| panic!("no `{id}`")).clone()
}

fn status(report: &Value, id: &str) -> String {
    check(report, id)["status"].as_str().unwrap().to_owned()
}

/// A stand-in for Hermes' Python that does what the script says.
fn interpreter(world: &World, script: &str) -> PathBuf {
    let python = world.user.join("python");
    fs::write(&python, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o700)).unwrap();
    python
}

/// What the plugin writes when a host loads it.
fn loaded(world: &World) {
    let version = env!("CARGO_PKG_VERSION");
    let text = format!(
        r#"{{"version": "{version}", "state": "ready", "at": {}, "pid": 1}}"#,
        u64::MAX
    );
    let file = world.write("agentsfence/load.json", &text);
    fs::set_permissions(file, fs::Permissions::from_mode(0o600)).unwrap();
}

fn mode(path: &str, world: &World) -> u32 {
    let meta = fs::metadata(world.root.join(path)).unwrap();
    meta.permissions().mode() & 0o777
}

#[test]
fn being_listed_proves_nothing() {
    let world = World::new();
    world.install(&[]).code(0);
    // The stand-in for the library is no library.
    let run = world.run(&["doctor", "--skip", "native-library"]).code(1);
    assert!(
        run.stdout.trim_end().ends_with("UNVERIFIED"),
        "{}",
        run.stdout
    );
    run.says(&["agentsfence doctor --live"]);
    loaded(&world);
    let run = world.run(&["doctor", "--skip", "native-library"]).code(0);
    assert!(
        run.stdout.trim_end().ends_with(": PROTECTED"),
        "{}",
        run.stdout
    );
}

#[test]
fn every_format_ends_with_the_same_code() {
    let world = World::new();
    let codes = |expected: i32, more: &[&str]| {
        for format in [
            &[][..],
            &["--json"],
            &["--sarif"],
            &["--quiet"],
            &["--verbose"],
        ] {
            let arguments = [&["doctor"][..], more, format].concat();
            world.run(&arguments).code(expected);
        }
    };
    codes(1, &[]);
    codes(2, &["no-such-check"]);
    codes(2, &["-p", "nobody"]);
    world.install(&[]).code(0);
    loaded(&world);
    codes(0, &["--skip", "native-library"]);
}

#[test]
fn sarif_is_one_document_with_every_profile() {
    let world = World::new();
    world.profile("work");
    world.install(&["--all-profiles"]);
    let run = world.run(&["doctor", "--all-profiles", "--sarif"]).code(1);
    let log = run.json();
    assert_eq!(log["version"], "2.1.0");
    let results = log["runs"][0]["results"].as_array().unwrap();
    for profile in ["default", "work"] {
        let of = |result: &&Value| result["properties"]["profile"] == profile;
        assert!(results.iter().filter(of).count() > 40, "{profile}");
    }
}

#[test]
fn quiet_says_only_what_is_wrong_and_the_verdict() {
    let world = World::new();
    world.install(&[]).code(0);
    loaded(&world);
    let run = world
        .run(&["doctor", "--quiet", "--skip", "native-library"])
        .code(0);
    let warning = "  ⚠ Hermes: no Hermes was found";
    assert_eq!(run.stdout, format!("{warning}\ndefault: PROTECTED\n"));
}

#[test]
fn a_fix_is_announced_and_nothing_else_changes() {
    let world = World::new();
    world.install(&[]).code(0);
    world.write(".env", "KEY=x\n");
    let set = |path: &str, mode: u32| {
        fs::set_permissions(world.root.join(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    set(".env", 0o664);
    set("config.yaml", 0o662);
    let before = world.read("config.yaml");
    let report = world.run(&["doctor", "--json"]).json();
    assert_eq!(status(&report, "env-permissions"), "warn");
    assert_eq!(mode(".env", &world), 0o664, "looking changes nothing");
    let run = world.run(&["doctor", "--fix"]);
    assert!(run.stdout.contains("chmod 600"), "{}", run.stdout);
    assert_eq!(mode(".env", &world), 0o600);
    assert_eq!(mode("config.yaml", &world), 0o640);
    assert_eq!(world.read("config.yaml"), before);
}

#[test]
fn only_and_skip_choose_checks() {
    let world = World::new();
    let report = world.run(&["doctor", "home", "enabled", "--json"]).json();
    let ids: Vec<&str> = report["profiles"][0]["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|check| check["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["home", "enabled"]);
}

// Homes that are not as they should be

#[test]
fn a_home_that_is_a_file_is_a_finding() {
    let world = World::new();
    fs::remove_dir(&world.root).unwrap();
    fs::write(&world.root, "a file").unwrap();
    for arguments in [&["doctor", "--json"][..], &["doctor", "--json", "--live"]] {
        let report = world.run(arguments).code(1).json();
        assert_eq!(status(&report, "home"), "fail");
        assert_eq!(report["protected"], false);
    }
}

#[test]
fn folders_and_files_that_cannot_be_read_are_findings() {
    let world = World::new();
    fs::create_dir_all(world.root.join("config.yaml")).unwrap();
    fs::create_dir_all(world.root.join(".env")).unwrap();
    fs::create_dir_all(world.root.join("agentsfence/config.toml")).unwrap();
    fs::create_dir_all(world.root.join("agentsfence/state.db")).unwrap();
    fs::create_dir_all(world.root.join("agentsfence/load.json")).unwrap();
    fs::create_dir_all(world.root.join("agentsfence/certificate.json")).unwrap();
    fs::write(world.root.join("plugins"), "").unwrap();
    fs::write(world.root.join("profiles"), "").unwrap();
    for arguments in [&["doctor", "--json"][..], &["doctor", "--json", "--live"]] {
        let report = world.run(arguments).code(1).json();
        assert_eq!(status(&report, "config-readable"), "fail");
        assert_eq!(report["profiles"][0]["verdict"], "NOT_PROTECTED");
    }
}

#[test]
fn one_broken_profile_does_not_hide_the_others() {
    let world = World::new();
    world.profile("work");
    world.profile("broken");
    world.write("profiles/broken/config.yaml", "a: [1\n");
    world.write("profiles/work/config.yaml", "a: 1\n");
    let report = world
        .run(&["doctor", "--all-profiles", "--json"])
        .code(1)
        .json();
    assert_eq!(report["profiles"].as_array().unwrap().len(), 3);
}

// Hosts that are not as they should be

#[test]
fn without_a_host_nothing_is_tried_and_that_is_said() {
    let world = World::new();
    world.install(&[]).code(0);
    let report = world.run(&["doctor", "--live", "--json"]).code(1).json();
    assert_eq!(status(&report, "live-host"), "unknown");
    assert!(
        check(&report, "live-host")["evidence"]
            .as_str()
            .unwrap()
            .contains("no Hermes")
    );
}

#[test]
fn a_host_that_hangs_is_stopped_and_reported() {
    let world = World::new();
    world.install(&[]).code(0);
    let file = world.user.join("pid");
    let python = interpreter(
        &world,
        &format!("echo $$ >> {}; exec sleep 600", file.display()),
    );
    let start = Instant::now();
    let arguments = [
        "doctor",
        "--live",
        "--json",
        "--python",
        python.to_str().unwrap(),
    ];
    let report = world.run(&arguments).code(1).json();
    assert!(start.elapsed() < Duration::from_secs(40));
    let evidence = check(&report, "live-host")["evidence"].to_string();
    assert!(
        evidence.contains("did not answer") && evidence.contains("process"),
        "{evidence}"
    );
    assert_eq!(report["profiles"][0]["verdict"], "NOT_PROTECTED");
    for pid in fs::read_to_string(file).unwrap().split_whitespace() {
        let state = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        assert!(!state.contains("600"), "process {pid} is still there");
    }
}

#[test]
fn a_host_that_fails_says_why() {
    let world = World::new();
    world.install(&[]).code(0);
    let python = interpreter(
        &world,
        "echo \"ModuleNotFoundError: No module named 'yaml'\" >&2; exit 1",
    );
    let arguments = ["doctor", "--live", "--python", python.to_str().unwrap()];
    world
        .run(&arguments)
        .code(1)
        .says(&["No module named 'yaml'"]);
}

#[test]
fn nonsense_of_a_host_is_no_answer() {
    let world = World::new();
    world.install(&[]).code(0);
    let python = interpreter(
        &world,
        r#"echo nonsense; echo '{"id": "live-dispatcher"}'; echo '{"id": "x", "result": "holds", "evidence": ""}'"#,
    );
    let arguments = [
        "doctor",
        "--live",
        "--json",
        "--python",
        python.to_str().unwrap(),
    ];
    let report = world.run(&arguments).code(1).json();
    assert_eq!(status(&report, "live-dispatcher"), "unknown");
}

// What people reported about other tools

#[test]
fn a_guard_that_could_not_load_names_the_exception() {
    let world = World::new();
    world.install(&[]).code(0);
    let why = "the guard did not load (ImportError: libssl.so.3: cannot open shared object file)";
    world.write(
        "agentsfence/load.json",
        &format!(r#"{{"version": "0.1.0", "state": "blocking", "blocking": "{why}"}}"#),
    );
    world.run(&["doctor", "--json"]).code(1).says(&[
        "ImportError",
        "libssl.so.3",
        "\"protected\": false",
    ]);
}

#[test]
fn safe_mode_in_the_environment_protects_nothing() {
    let world = World::new();
    world.install(&[]).code(0);
    loaded(&world);
    let mut command = world.command(&["doctor", "--json"]);
    command.env("HERMES_SAFE_MODE", "1");
    let report = Run::from(command.output().unwrap()).code(1).json();
    assert_eq!(status(&report, "safe-mode"), "fail");
    assert!(
        check(&report, "safe-mode")["looked_at"]
            .to_string()
            .contains("HERMES_SAFE_MODE")
    );
    assert_eq!(report["protected"], false);
}

#[test]
fn a_plugin_in_the_root_does_not_protect_a_profile() {
    let world = World::new();
    let home = world.profile("work");
    world.write("plugins/agentsfence/__init__.py", "");
    world.write(
        "profiles/work/config.yaml",
        "plugins:\n  enabled:\n    - agentsfence\n",
    );
    let report = world
        .run(&["doctor", "-p", "work", "--json"])
        .code(1)
        .json();
    assert_eq!(status(&report, "plugin-files"), "fail");
    let evidence = check(&report, "plugin-files")["evidence"].to_string();
    assert!(evidence.contains(home.join("plugins/agentsfence").to_str().unwrap()));
}

#[test]
fn links_of_an_overlay_are_shown_with_their_targets() {
    let world = World::new();
    let overlay = world.user.join("ws/task/hermes-home");
    let target = world.profile("eval").join("plugins");
    fs::create_dir_all(&overlay).unwrap();
    fs::create_dir_all(&target).unwrap();
    std::os::unix::fs::symlink(&target, overlay.join("plugins")).unwrap();
    let mut command = world.command(&["doctor", "--json"]);
    command.env("HERMES_HOME", &overlay);
    let report = Run::from(command.output().unwrap()).json();
    assert_eq!(report["home"], overlay.to_str().unwrap());
    assert_ne!(report["profiles"][0]["name"], "default");
    assert!(
        check(&report, "links")["evidence"]
            .to_string()
            .contains(target.to_str().unwrap())
    );
}
