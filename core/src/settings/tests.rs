//! The settings: reading, faults, tightening, and what is made from the table of keys.

use std::path::Path;

use proptest::prelude::*;

use super::*;

fn user(text: &str) -> Result<Settings, Vec<SettingsError>> {
    read(&SourceText::new(Path::new("config.toml"), text), None)
}

fn faults(text: &str) -> String {
    let faults = user(text).err().unwrap_or_default();
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

#[test]
fn every_key_reads_back_what_was_written() {
    let text = "strict_yolo = true\nplugin_conflicts = 'strict'\nsecret_paths = ['~/a']\n\
                [compiler]\nmode = 'local'\n[policy]\nttl_hours = 3\n[audit]\nmax_bytes = 65_536\n";
    let settings = user(text).unwrap();
    assert!(settings.strict_yolo);
    assert_eq!(settings.plugin_conflicts, PluginConflicts::Strict);
    assert_eq!(settings.compiler.mode, CompilerMode::Local);
    assert_eq!(
        (settings.policy.ttl_hours, settings.audit.max_bytes),
        (3, 65_536)
    );
    assert_eq!(settings.secret_paths, ["~/a"]);
}

#[test]
fn defaults_survive_being_written_out() {
    let defaults = Settings::default();
    for key in KEYS {
        let value = (key.get)(&defaults);
        let text = format!("{} = {}", key.name, in_toml(&value));
        let settings = user(&text).unwrap();
        assert_eq!((key.get)(&settings), value, "{text}");
    }
}

#[test]
fn faults_name_line_key_and_what_would_be_right() {
    insta::assert_snapshot!(faults(
        "strict_yollo = true\n\n[compiler]\nmode = \"fast\"\ntimeout = 0\n[audit]\nenabled = \"yes\"\n"
    ));
    insta::assert_snapshot!(faults("strict_yolo = true\nnotes = \n"));
    insta::assert_snapshot!(faults("notes = true\nnotes = false\naudit = 3\n"));
}

#[test]
fn a_project_may_only_tighten() {
    let user = SourceText::new(Path::new("config.toml"), "[policy]\nttl_hours = 6\n");
    let project = |text: &str| SourceText::new(Path::new(".agentsfence.toml"), text);
    let tight = project("strict_yolo = true\nplugin_conflicts = 'strict'\npolicy.ttl_hours = 2");
    let settings = read(&user, Some(&tight)).unwrap();
    assert!(settings.strict_yolo);
    assert_eq!(settings.policy.ttl_hours, 2);
    for loose in [
        "strict_yolo = false",
        "plugin_conflicts = 'warn'",
        "policy.ttl_hours = 7",
        "audit.enabled = false",
    ] {
        assert!(read(&user, Some(&project(loose))).is_err(), "{loose}");
    }
}

#[test]
fn the_last_good_settings_stay_in_force() {
    let folder = tempfile::tempdir().unwrap();
    let file = SettingsFile::new(folder.path());
    assert!(file.current().settings.is_some());
    std::fs::write(file.path(), "strict_yolo = true").unwrap();
    assert!(
        file.current()
            .settings
            .is_some_and(|settings| settings.strict_yolo)
    );
    assert!(!file.current().changed);
    std::fs::write(file.path(), "strict_yolo = maybe").unwrap();
    let broken = file.current();
    assert!(broken.settings.is_some_and(|settings| settings.strict_yolo));
    assert_eq!(broken.faults.len(), 1);
    let fresh = SettingsFile::new(folder.path()).current();
    assert!(fresh.settings.is_none() && !fresh.faults.is_empty());
}

#[test]
fn the_page_of_the_guide_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/settings.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, page()).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap();
    assert_eq!(
        found,
        page(),
        "UPDATE_DOCS=1 cargo test -p agentsfence-core --lib page_of_the_guide"
    );
}

#[test]
fn the_reference_names_every_key() {
    insta::assert_snapshot!(reference());
    let schema = json_schema();
    assert_eq!(
        schema["properties"]["audit"]["properties"]["enabled"]["default"],
        true
    );
}

proptest! {
    #[test]
    fn no_text_makes_reading_fail_otherwise_than_by_a_fault(text in "\\PC{0,80}") {
        if let Err(faults) = user(&text) {
            prop_assert!(!faults.is_empty());
        }
    }
}
