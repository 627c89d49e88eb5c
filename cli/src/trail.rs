//! What the command itself changes, in the audit log of the profile that it changes.

use agentsfence_core::audit::{AuditLog, Event};
use agentsfence_core::settings::{self, FILE_NAME};

use crate::hermes::Profile;
use crate::ui::Ui;

/// Appends an event to the profile's log. The change is made by then, so a log that cannot be
/// written is said and ends nothing. A profile without a folder of ours gets none for this.
pub fn record(profile: &Profile, event: &Event, ui: &Ui) {
    let folder = profile.data();
    if !folder.is_dir() {
        return;
    }
    let settings = settings::load(&folder.join(FILE_NAME), None).unwrap_or_default();
    let log = AuditLog::new(&folder, settings.audit);
    let now = jiff::Timestamp::now().as_millisecond();
    if let Err(error) = log.append(event, now) {
        ui.complain(&format!(
            "the change is made, but {} cannot be written: {error}",
            log.path().display()
        ));
    }
}
