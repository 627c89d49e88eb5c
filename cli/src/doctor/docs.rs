//! The page of the guide about the checks, made from the registry so that it is never behind it.

use std::fmt::Write as _;

use super::registry::SECTIONS;
use crate::live::PROBES;

/// Where the guide explains a check.
pub fn anchor(id: &str) -> String {
    format!("checks.html#{id}")
}

/// `docs/src/checks.md`.
pub fn page() -> String {
    let mut page = String::from(
        "# Checks\n\n\
         <!-- Made from the registry: UPDATE_DOCS=1 cargo test -p agentsfence --lib doctor -->\n\n\
         `agentsfence doctor` looks at these for each profile, and says what it looked at, what it\n\
         saw, why that matters and how to put it right. `agentsfence doctor NAME` runs one of them,\n\
         `--skip NAME` leaves one out.\n",
    );
    for section in SECTIONS {
        let _ = write!(page, "\n## {}: {}\n", section.title, section.about);
        for check in section.checks {
            entry(&mut page, check.id, check.title, check.why);
            if check.repair.is_some() {
                page.push_str("\n`agentsfence doctor --fix` puts it right.\n");
            }
        }
    }
    page.push_str(
        "\n## Live: what this host enforces\n\n\
         `agentsfence doctor --live` starts the profile's own Hermes with a throw-away home, tries\n\
         these with tools that only note that they were called, and keeps what came of it in\n\
         `agentsfence/certificate.json`.\n",
    );
    for probe in PROBES {
        entry(&mut page, probe.id, probe.title, probe.why);
    }
    page
}

fn entry(page: &mut String, id: &str, title: &str, why: &str) {
    let _ = write!(page, "\n### {id}\n\n{}: {why}.\n", capitalised(title));
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/checks.md");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs_err::write(path, page()).unwrap();
        }
        let found = fs_err::read_to_string(path).unwrap();
        assert_eq!(
            found,
            page(),
            "UPDATE_DOCS=1 cargo test -p agentsfence --lib doctor"
        );
    }

    #[test]
    fn every_anchor_leads_to_a_heading() {
        let page = page();
        let ids = crate::doctor::registry::all().map(|check| check.id);
        for id in ids.chain(PROBES.iter().map(|probe| probe.id)) {
            assert!(page.contains(&format!("\n### {id}\n")), "{id}");
        }
    }
}
