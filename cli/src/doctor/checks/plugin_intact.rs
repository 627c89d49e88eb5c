//! The plugin's files are the ones that were installed.

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::install::bundle::Manifest;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "plugin-intact",
    title: "plugin content",
    why: "a file that was changed after the install may decide anything",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let folder = subject.profile.plugin();
    let looked_at = folder.display().to_string();
    let fix = format!("agentsfence install{}", subject.flag());
    if !folder.is_dir() {
        return Outcome::new(Status::Note, looked_at, "there is no plugin to compare");
    }
    let Some(manifest) = Manifest::read(&folder) else {
        let evidence = "the folder was not made by this program";
        return Outcome::new(Status::Unknown, &looked_at, evidence)
            .fix(format!("move {looked_at} away, then: {fix}"));
    };
    let damaged = manifest.damaged(&folder);
    if !damaged.is_empty() {
        let evidence = format!("changed since the install: {}", damaged.join(", "));
        return Outcome::new(Status::Fail, looked_at, evidence).fix(fix);
    }
    if manifest.version != env!("CARGO_PKG_VERSION") {
        let evidence = format!(
            "version {} is installed, this program is {}",
            manifest.version,
            env!("CARGO_PKG_VERSION")
        );
        return Outcome::new(Status::Warn, looked_at, evidence).fix(fix);
    }
    Outcome::ok(
        looked_at,
        format!("as installed, version {}", manifest.version),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;
    use crate::install::Bundle;

    #[test]
    fn it_compares_every_file_with_its_hash() {
        Home::new().expect(&CHECK, Status::Note);
        let bundle = Bundle::with(b"library".to_vec(), String::new());
        let mut home = Home::new();
        for (name, bytes) in &bundle.files {
            let text = String::from_utf8_lossy(bytes).into_owned();
            home = home.write(format!("plugins/agentsfence/{name}"), &text);
        }
        home.expect(&CHECK, Status::Ok);
        let home = home.write(
            "plugins/agentsfence/__init__.py",
            "def register(ctx): pass\n",
        );
        assert!(home.expect(&CHECK, Status::Fail).contains("__init__.py"));
        let other = Home::new().write("plugins/agentsfence/__init__.py", "");
        other.expect(&CHECK, Status::Unknown);
    }
}
