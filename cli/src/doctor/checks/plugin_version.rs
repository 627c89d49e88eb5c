//! The installed plugin is of this command's version.

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::install::bundle::Manifest;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "plugin-version",
    title: "plugin version",
    why: "what this command explains is what a plugin of the same version decides",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let folder = subject.profile.plugin();
    let looked_at = folder.display().to_string();
    let ours = env!("CARGO_PKG_VERSION");
    match Manifest::read(&folder) {
        Some(manifest) if manifest.version == ours => Outcome::ok(looked_at, ours),
        Some(manifest) => {
            let evidence = format!("{} is installed, this command is {ours}", manifest.version);
            Outcome::new(Status::Warn, looked_at, evidence)
                .fix(format!("agentsfence install{}", subject.flag()))
        }
        None => Outcome::new(Status::Note, looked_at, "nothing is installed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn another_version_is_named() {
        Home::new().expect(&CHECK, Status::Note);
        let installed = |version: &str| {
            let manifest =
                format!(r#"{{"product":"agentsfence","version":"{version}","files":{{}}}}"#);
            Home::new().write("plugins/agentsfence/installed.json", &manifest)
        };
        installed(env!("CARGO_PKG_VERSION")).expect(&CHECK, Status::Ok);
        assert!(
            installed("9.9.9")
                .expect(&CHECK, Status::Warn)
                .contains("9.9.9")
        );
    }
}
