//! Tables and lists in text: pipes, tabs or commas under a header, or short lines.

use serde_json::{Map, Value};

use super::limits;

/// Rows under a header, as objects; `None` when the text is no table.
pub(super) fn rows(text: &str) -> Option<Value> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let header = lines.next()?;
    let separator = ['|', '\t', ',']
        .into_iter()
        .find(|mark| header.matches(*mark).count() >= 1)?;
    let names = cells(header, separator);
    if names.len() < 2 || names.iter().any(|name| name.is_empty() || name.len() > 40) {
        return None;
    }
    let mut rows = Vec::new();
    for line in lines.filter(|line| !is_rule(line)) {
        let values = cells(line, separator);
        if values.len() != names.len() {
            return None;
        }
        let row: Map<String, Value> = names
            .iter()
            .zip(values)
            .map(|(name, value)| (name.to_ascii_lowercase(), Value::String(value)))
            .collect();
        rows.push(Value::Object(row));
    }
    (!rows.is_empty()).then_some(Value::Array(rows))
}

fn cells(line: &str, separator: char) -> Vec<String> {
    let line = line.trim();
    let line = if separator == '|' {
        line.trim_matches('|')
    } else {
        line
    };
    line.split(separator)
        .map(|cell| cell.trim().trim_matches('"').to_owned())
        .collect()
}

fn is_rule(line: &str) -> bool {
    line.chars()
        .all(|c| matches!(c, '|' | '-' | ':' | '+' | '=' | ' '))
}

/// A list of short lines, as strings; a `Name: value` line gives a field to itself and the lines
/// below it. `None` when a line looks like prose.
pub(super) fn lines(text: &str) -> Option<Value> {
    let mut field = String::new();
    let mut found = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let item = line.trim_start_matches(['-', '*', '•']).trim();
        if item.len() > limits::TYPED_BYTES
            || item.split_whitespace().count() > limits::TYPED_WORDS
            || item.ends_with(['.', '!', '?'])
        {
            return None;
        }
        let value = match item.split_once(": ") {
            Some((name, value)) => {
                name.clone_into(&mut field);
                value
            }
            None => item.trim_end_matches(':'),
        };
        let mut row = Map::new();
        row.insert(
            field.to_ascii_lowercase().replace(' ', "_"),
            Value::String(value.to_owned()),
        );
        found.push(Value::Object(row));
    }
    (found.len() > 1).then_some(Value::Array(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_become_objects() {
        let value = rows("| name | email |\n|---|---|\n| Ana | ana@x.example |").unwrap();
        assert_eq!(value[0]["email"], "ana@x.example");
        assert_eq!(rows("a,b\n1,2,3"), None);
        let value = rows("Well, this is prose\nand more of it");
        assert_eq!(value, None);
    }

    #[test]
    fn short_lines_are_a_list() {
        let value = lines("Hotel Names: City Hub\nGood Night").unwrap();
        assert_eq!(value[1]["hotel_names"], "Good Night");
        assert_eq!(lines("This is a sentence.\nSo is this."), None);
    }
}
