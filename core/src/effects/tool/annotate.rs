//! What guards must notice about finished effects, whichever analyser made them: secrets, own
//! files, start-up files, data in URLs, hidden and look-alike names.

use crate::model::{Capability, Effect, Environment, Marks, RiskClass, Target};
use crate::target::sensitive::Lists;
use crate::target::{exfiltration, host, sensitive, text, url};

/// Adds the marks that follow from the targets, and the class of writes that grant a login.
pub(crate) fn annotate(effects: &mut [Effect], environment: &Environment) {
    for effect in effects {
        let writes = matches!(
            effect.risk,
            RiskClass::LocalWrite | RiskClass::Delete | RiskClass::PermissionChange
        );
        let mut marks = Marks::empty();
        let mut grants_login = false;
        for target in &effect.targets {
            marks |= match target {
                Target::Path(path) => {
                    let found = sensitive::sensitivity(path, environment);
                    grants_login |= effect.risk == RiskClass::LocalWrite
                        && found.named.contains(Lists::PRIVILEGE);
                    sensitive::marks_of(found, path, writes)
                }
                Target::Url(target) => match url::read(&target.url) {
                    Some(url::Place::Web(_, marks)) => marks,
                    _ => Marks::empty(),
                },
                Target::Host(name) => host_marks(name),
                Target::Recipient(recipient) => name_marks(&recipient.name),
                Target::Resource(_) | Target::Amount(_) => Marks::empty(),
            };
        }
        effect.marks |= marks;
        if grants_login {
            effect.risk = RiskClass::PermissionChange;
            effect.capability = Capability::FILE_PERMISSION;
        }
    }
}

fn host_marks(name: &crate::model::Host) -> Marks {
    let mut marks = Marks::empty();
    if host::is_metadata_service(name) {
        marks |= Marks::SECRET;
    }
    if exfiltration::host_carries_data(name) {
        marks |= Marks::EXFILTRATION;
    }
    if url::is_look_alike(name) {
        marks |= Marks::LOOK_ALIKE;
    }
    marks
}

fn name_marks(name: &str) -> Marks {
    let mut marks = Marks::empty();
    if text::is_hidden(name) {
        marks |= Marks::HIDDEN_TEXT;
    }
    if name.split(['@', '.']).any(text::is_look_alike) {
        marks |= Marks::LOOK_ALIKE;
    }
    marks
}
