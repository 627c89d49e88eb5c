//! `HERMES_SAFE_MODE` loads no plugin at all.

use fs_err as fs;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "safe-mode",
    title: "safe mode",
    why: "in safe mode Hermes loads no plugin, so nothing is guarded",
    look,
    repair: None,
};

const VARIABLE: &str = "HERMES_SAFE_MODE";

fn look(subject: &Subject) -> Outcome {
    if let Ok(value) = std::env::var(VARIABLE)
        && truthy(&value)
    {
        return Outcome::new(
            Status::Fail,
            VARIABLE,
            format!("set to `{value}` in this environment"),
        )
        .fix(format!("unset {VARIABLE}"));
    }
    let file = subject.profile.home.join(".env");
    let looked_at = format!("{VARIABLE} and {}", file.display());
    let Ok(text) = fs::read_to_string(&file) else {
        return Outcome::ok(looked_at, "not set");
    };
    match text.lines().position(sets_safe_mode) {
        Some(line) => Outcome::new(
            Status::Fail,
            looked_at,
            format!("set on line {} of {}", line + 1, file.display()),
        )
        .fix(format!("remove that line from {}", file.display())),
        None => Outcome::ok(looked_at, "not set"),
    }
}

fn sets_safe_mode(line: &str) -> bool {
    let line = line.trim_start();
    let line = line.strip_prefix("export ").unwrap_or(line);
    line.split_once('=').is_some_and(|(name, value)| {
        name.trim() == VARIABLE && truthy(value.trim().trim_matches(['"', '\'']))
    })
}

fn truthy(value: &str) -> bool {
    matches!(
        value.trim().to_ascii_lowercase().as_str(),
        "1" | "true" | "yes" | "on"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_fails_where_the_env_file_sets_it() {
        Home::new().expect(&CHECK, Status::Ok);
        let off = Home::new().write(".env", "# HERMES_SAFE_MODE=1\nHERMES_SAFE_MODE=0\n");
        off.expect(&CHECK, Status::Ok);
        let on = Home::new().write(".env", "A=b\nexport HERMES_SAFE_MODE=\"true\"\n");
        assert!(on.expect(&CHECK, Status::Fail).contains("line 2"));
    }
}
