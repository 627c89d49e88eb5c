//! `audit verify`: does the chain hold?

use serde_json::json;

use crate::exit::Exit;
use crate::hermes::Profile;
use crate::problem::Problem;
use crate::ui::Ui;

/// Checks every file of the log.
pub(super) fn run(profile: &Profile, ui: &Ui) -> anyhow::Result<Exit> {
    let folder = profile.data();
    let progress = ui.progress("checking the log");
    let verified = agentsfence_core::audit::verify(&folder).map_err(|error| {
        Problem::new(format!(
            "the log in {} cannot be read: {error}",
            folder.display()
        ))
    })?;
    drop(progress);
    ui.document(&json!({
        "lines": verified.lines, "files": verified.files, "truncated": verified.truncated,
        "broken": verified.broken.as_ref().map(|broken| json!({
            "file": broken.file, "line": broken.line, "fault": broken.fault.to_string(),
        })),
    }));
    if let Some(broken) = &verified.broken {
        ui.bad(&format!(
            "{broken}; the {} lines before it hold",
            verified.lines
        ));
        ui.hint("keep the file as it is, and look at who could write it");
        return Ok(Exit::Found);
    }
    ui.data(&format!(
        "{} lines in {} files follow from each other",
        verified.lines, verified.files
    ));
    if verified.truncated {
        ui.warn("the last line has no end: it is being written, or the disk was full");
        return Ok(Exit::Found);
    }
    Ok(Exit::Fine)
}
