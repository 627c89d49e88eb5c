//! Start-up files, service units and launchers do not switch the guard off.

use std::path::{Path, PathBuf};

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "startup-files",
    title: "start-up files",
    why: "a line in a start-up file can start every host in safe mode or with yolo",
    look,
    repair: None,
};

/// Below the user's home.
const FILES: [&str; 8] = [
    ".profile",
    ".bash_profile",
    ".bashrc",
    ".zshenv",
    ".zprofile",
    ".zshrc",
    ".config/fish/config.fish",
    ".pam_environment",
];
/// Folders below it whose files are looked at.
const FOLDERS: [&str; 4] = [
    ".config/systemd/user",
    ".config/environment.d",
    ".config/autostart",
    ".local/bin",
];
/// Folders of the system: units and variables for every account.
const SYSTEM: [&str; 4] = [
    "/etc/systemd/system",
    "/etc/environment.d",
    "/etc/profile.d",
    "/etc/cron.d",
];
const SIGNS: [&str; 3] = ["HERMES_SAFE_MODE=", "--safe-mode", "HERMES_YOLO_MODE="];
/// What a line with a flag must name: other programs have safe modes, too.
const HOST: &str = "hermes";
/// Larger files are no start-up files.
const LARGEST: u64 = 256 << 10;

fn look(subject: &Subject) -> Outcome {
    let Some(home) = subject.profiles.environment().user_home.clone() else {
        return Outcome::new(Status::Unknown, "HOME", "not set");
    };
    let looked_at = format!("start-up files in {}", home.display());
    let found = candidates(&home)
        .into_iter()
        .find_map(|file| Some((line_of(&file)?, file)));
    match found {
        None => Outcome::ok(looked_at, "nothing switches the guard off"),
        Some(((line, text), file)) => {
            let evidence = format!("{} line {line}: `{text}`", file.display());
            Outcome::new(Status::Warn, looked_at, evidence).fix("remove that line")
        }
    }
}

fn candidates(home: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = FILES.iter().map(|name| home.join(name)).collect();
    for folder in FOLDERS {
        let entries = std::fs::read_dir(home.join(folder))
            .into_iter()
            .flatten()
            .flatten();
        files.extend(entries.map(|entry| entry.path()));
    }
    for folder in SYSTEM {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        files.extend(entries.map(|entry| entry.path()));
    }
    files.push(PathBuf::from("/etc/environment"));
    files
}

/// The first line that switches the guard off, counted from 1.
fn line_of(file: &Path) -> Option<(usize, String)> {
    file.metadata()
        .ok()
        .filter(|meta| meta.is_file() && meta.len() <= LARGEST)?;
    let text = std::fs::read_to_string(file).ok()?;
    let off = |line: &str| {
        !line.trim_start().starts_with('#') && SIGNS.iter().any(|sign| sets(line, sign))
    };
    text.lines()
        .enumerate()
        .find(|(_, line)| off(line))
        .map(|(index, line)| (index + 1, line.trim().to_owned()))
}

/// A variable set to nothing or to 0 switches nothing off.
fn sets(line: &str, sign: &str) -> bool {
    line.split_once(sign).is_some_and(|(_, value)| {
        let about_us = sign.ends_with('=') || line.contains(HOST);
        about_us
            && (!sign.ends_with('=')
                || !matches!(value.trim_matches(['"', '\'', ' ']), "" | "0" | "false"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn the_line_is_named() {
        Home::new()
            .write(
                "../.bashrc",
                "# HERMES_SAFE_MODE=1\nexport HERMES_SAFE_MODE=0\n",
            )
            .expect(&CHECK, Status::Ok);
        let home = Home::new().write(
            "../.config/systemd/user/hermes.service",
            "[Service]\nExecStart=hermes --safe-mode\n",
        );
        assert!(home.expect(&CHECK, Status::Warn).contains("line 2"));
    }
}
