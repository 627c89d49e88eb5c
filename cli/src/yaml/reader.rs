//! The independent reader: the libyaml scanner that the host uses as well, so what it refuses the
//! host refuses.

use serde_yaml::Value;

use super::refusal::{Place, Refusal};

/// The data of a file with merge keys resolved, as the host sees it.
pub(super) fn read(body: &str) -> Result<Value, Refusal> {
    let body = body.strip_prefix('\u{feff}').unwrap_or(body);
    let mut value: Value = serde_yaml::from_str(body).map_err(|error| unreadable(body, &error))?;
    if body.contains("<<") {
        value
            .apply_merge()
            .map_err(|error| Refusal::new(format!("Hermes cannot read the file: {error}")))?;
    }
    Ok(value)
}

fn unreadable(body: &str, error: &serde_yaml::Error) -> Refusal {
    let place = error.location().map(|location| Place {
        line: location.line(),
        column: location.column(),
    });
    let text = error.to_string();
    let told = text.split(" at line ").next().unwrap_or(&text);
    if let Some(tab) = place.and_then(|place| tab_indent(body, place.line)) {
        return Refusal::new(
            "indented with a tab, which YAML does not allow; Hermes cannot read the file either",
        )
        .at(Some(Place {
            line: tab,
            column: 1,
        }));
    }
    if told.contains("more than one document") {
        return Refusal::new("the file holds several documents; Hermes reads none of them")
            .at(second_document(body));
    }
    if told.contains("duplicate entry") {
        let key = told
            .rsplit("with key ")
            .next()
            .unwrap_or(told)
            .trim_matches('"');
        return Refusal::new(format!(
            "the key `{key}` stands twice in this mapping; Hermes takes one of them or none"
        ))
        .at(place.map(|place| last_duplicate(body, key, place)));
    }
    Refusal::new(format!("Hermes cannot read the file either: {told}")).at(place)
}

/// The line at or just before `near` that is indented with a tab.
fn tab_indent(body: &str, near: usize) -> Option<usize> {
    let line = body.lines().nth(near.checked_sub(1)?)?;
    let indent = line.len() - line.trim_start().len();
    line.get(..indent)?.contains('\t').then_some(near)
}

fn second_document(body: &str) -> Option<Place> {
    let mut seen_content = false;
    for (number, line) in body.lines().enumerate() {
        let marker = line == "---" || line.starts_with("--- ");
        if marker && seen_content {
            return Some(Place {
                line: number + 1,
                column: 1,
            });
        }
        seen_content |= !line.trim().is_empty() && !line.starts_with(['#', '%']);
    }
    None
}

/// The reader names the mapping; people want the line of the second key.
fn last_duplicate(body: &str, key: &str, mapping: Place) -> Place {
    let column = mapping.column.saturating_sub(1);
    let second = body
        .lines()
        .enumerate()
        .skip(mapping.line)
        .find(|(_, line)| {
            line.get(column..)
                .is_some_and(|rest| rest.trim_start_matches(['"', '\'']).starts_with(key))
                && line.len() - line.trim_start().len() == column
        });
    match second {
        Some((number, _)) => Place {
            line: number + 1,
            column: mapping.column,
        },
        None => mapping,
    }
}
