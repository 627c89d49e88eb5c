//! Edits of our own `config.toml`: comments, order and spacing stay, and the result must be a
//! file that the engine accepts.

use std::path::Path;

use agentsfence_core::settings::{self, KEYS, Key, Kind, SourceText};
use toml_edit::{Array, DocumentMut, Item, Table, Value, value};

use crate::problem::Problem;

/// How far apart two names may be for one to be offered for the other.
const NEAR: usize = 3;

/// The key with this name, or an error that offers the nearest.
pub fn key(name: &str) -> Result<&'static Key, Problem> {
    settings::find(name).ok_or_else(|| {
        let problem = Problem::new(format!("there is no setting `{name}`"));
        let nearest = KEYS
            .iter()
            .map(|key| (distance(key.name, name), key.name))
            .min()
            .filter(|(distance, _)| *distance <= NEAR);
        match nearest {
            Some((_, near)) => problem.hint(format!("did you mean `{near}`?")),
            None => problem.hint("`agentsfence config list` names them all"),
        }
    })
}

/// The text with `key` set to what the words say.
pub fn set(file: &Path, text: &str, key: &Key, words: &[String]) -> Result<String, Problem> {
    let new = parse(key, words)?;
    let mut document = document(file, text)?;
    let (table, name) = table_of(&mut document, key.name, file)?;
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = new;
            *old.decor_mut() = decor;
        }
        None => {
            table.insert(name, value(new));
        }
    }
    checked(file, document.to_string())
}

/// The text without `key`; `None` when it is not set.
pub fn unset(file: &Path, text: &str, key: &Key) -> Result<Option<String>, Problem> {
    let mut document = document(file, text)?;
    let (table, name) = table_of(&mut document, key.name, file)?;
    if table.remove(name).is_none() {
        return Ok(None);
    }
    checked(file, document.to_string()).map(Some)
}

/// Whether `key` is set in the text.
pub fn is_set(text: &str, key: &Key) -> bool {
    text.parse::<DocumentMut>().is_ok_and(|document| {
        key.name
            .split('.')
            .try_fold(document.as_item(), |item, part| item.get(part))
            .is_some()
    })
}

fn document(file: &Path, text: &str) -> Result<DocumentMut, Problem> {
    text.parse::<DocumentMut>().map_err(|error| {
        let words = error.message().lines().collect::<Vec<_>>().join(", ");
        let line = error
            .span()
            .map_or(0, |span| SourceText::new(file, text).line(span.start));
        Problem::new(format!("{}:{line} is not TOML: {words}", file.display()))
            .hint("`agentsfence config edit` opens the file")
    })
}

/// The table that holds the last part of a dotted name; made where it is missing.
fn table_of<'d, 'k>(
    document: &'d mut DocumentMut,
    name: &'k str,
    file: &Path,
) -> Result<(&'d mut dyn toml_edit::TableLike, &'k str), Problem> {
    let Some((section, last)) = name.split_once('.') else {
        return Ok((document.as_table_mut(), name));
    };
    let item = document
        .entry(section)
        .or_insert_with(|| Item::Table(Table::new()));
    match item.as_table_like_mut() {
        Some(table) => Ok((table, last)),
        None => Err(
            Problem::new(format!("`{section}` in {} is not a table", file.display()))
                .hint("`agentsfence config edit` opens the file"),
        ),
    }
}

/// What the words mean for a key of this kind.
fn parse(key: &Key, words: &[String]) -> Result<Value, Problem> {
    let wrong = |word: &str| {
        Problem::new(format!("`{word}` is not a value of `{}`", key.name))
            .hint(format!("it takes {}", key.kind.in_words()))
    };
    if key.kind == Kind::List {
        return Ok(Value::Array(
            words.iter().map(String::as_str).collect::<Array>(),
        ));
    }
    let [word] = words else {
        return Err(wrong(&words.join(" ")));
    };
    match key.kind {
        Kind::Flag => word
            .parse::<bool>()
            .map(Value::from)
            .map_err(|_| wrong(word)),
        Kind::Number { least, most, .. } => match word.parse::<i64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(Value::from(number)),
            _ => Err(wrong(word)),
        },
        Kind::Word(allowed) if allowed.contains(&word.as_str()) => Ok(Value::from(word.as_str())),
        Kind::Word(_) | Kind::List => Err(wrong(word)),
    }
}

/// The engine itself must accept the file that we are about to write.
fn checked(file: &Path, text: String) -> Result<String, Problem> {
    match settings::read(&SourceText::new(file, text.as_str()), None) {
        Ok(_) => Ok(text),
        Err(faults) => {
            let mut faults = faults.iter();
            let first = faults.next().map(ToString::to_string).unwrap_or_default();
            Err(faults.fold(Problem::new(first), |problem, fault| {
                problem.hint(fault.to_string())
            }))
        }
    }
}

/// Levenshtein's distance, for names of a few letters.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.bytes().enumerate() {
        let mut left = at + 1;
        let mut next = vec![left];
        for (above, other) in row.windows(2).zip(other.bytes()) {
            let [diagonal, above] = above else { break };
            left = (left + 1)
                .min(above + 1)
                .min(diagonal + usize::from(letter != other));
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str, name: &str, words: &[&str]) -> Result<String, String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let key = key(name).map_err(|problem| format!("{problem} {:?}", problem.hints()))?;
        set(Path::new("config.toml"), text, key, &words)
            .map_err(|problem| format!("{problem} {:?}", problem.hints()))
    }

    #[test]
    fn comments_and_order_stay() {
        let text = "# mine\nstrict_yolo = false # why\n\n[audit]\n# kept\nreads = true\n";
        assert_eq!(
            changed(text, "strict_yolo", &["true"]).unwrap(),
            text.replace("false", "true")
        );
        assert_eq!(
            changed(text, "audit.keep_days", &["7"]).unwrap(),
            format!("{text}keep_days = 7\n")
        );
        let key = key("audit.reads").unwrap();
        let gone = unset(Path::new("c"), text, key).unwrap().unwrap();
        assert!(gone.contains("# mine") && !gone.contains("reads"));
        assert_eq!(unset(Path::new("c"), "", key).unwrap(), None);
        assert!(is_set(text, key) && !is_set("", key));
    }

    #[test]
    fn lists_and_words_are_checked() {
        assert_eq!(
            changed("", "secret_paths", &["~/a", "~/b"]).unwrap(),
            "secret_paths = [\"~/a\", \"~/b\"]\n"
        );
        let wrong = changed("", "plugin_conflicts", &["loud"]).unwrap_err();
        assert!(
            wrong.contains("`loud`") && wrong.contains("`strict`"),
            "{wrong}"
        );
        assert!(changed("", "policy.ttl_hours", &["0"]).is_err());
        let typo = changed("", "strict_jolo", &["true"]).unwrap_err();
        assert!(typo.contains("strict_yolo"), "{typo}");
        assert!(
            changed("x = [", "strict_yolo", &["true"])
                .unwrap_err()
                .contains(":1")
        );
    }
}
