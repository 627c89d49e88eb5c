//! From the text of settings files to settings. Every fault of a file is reported, not the first
//! only, and a file with a fault changes nothing.

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::key::{KEYS, Key, Kind, Tighten, Value, find};
use super::source::{RuleSource, SourceText};
use super::{Settings, SettingsError, SettingsText, StandingRules};

/// How far apart two names may be for one to be offered for the other.
const NEAR: usize = 3;

/// Reads the user's file, and a project's file that may only tighten it.
pub fn read(
    user: &SourceText,
    project: Option<&SourceText>,
) -> Result<Settings, Vec<SettingsError>> {
    let mut faults = Vec::new();
    let mut settings = Settings::default();
    let user_table = parse(user, &mut faults);
    let project_table = project.and_then(|source| Some((source, parse(source, &mut faults)?)));
    let mut rules = Vec::new();
    if let Some(table) = &user_table {
        Reader::new(user, false, &mut settings, &mut faults).table(table.get_ref(), "");
        rules.extend(rules_of(user, table.get_ref(), false, &mut faults));
    }
    if let Some((source, table)) = &project_table {
        Reader::new(source, true, &mut settings, &mut faults).table(table.get_ref(), "");
        rules.extend(rules_of(source, table.get_ref(), true, &mut faults));
    }
    match StandingRules::read(&rules) {
        Ok(standing) => {
            settings.standing =
                standing.guarding(&settings.protected_paths, &settings.secret_paths);
        }
        Err(more) => faults.extend(more),
    }
    if faults.is_empty() {
        let project = project.map(|source| source.text.as_str());
        settings.text = Arc::new(SettingsText::new(&user.text, project));
        return Ok(settings);
    }
    faults.sort_by_key(|fault| fault.line);
    Err(faults)
}

fn parse<'a>(
    source: &'a SourceText,
    faults: &mut Vec<SettingsError>,
) -> Option<Spanned<DeTable<'a>>> {
    match DeTable::parse(&source.text) {
        Ok(table) => Some(table),
        Err(error) => {
            let span = error.span().unwrap_or_default();
            let message = error.message().lines().collect::<Vec<_>>().join(", ");
            faults.push(source.fault(&span, "", format!("not TOML: {message}")));
            None
        }
    }
}

/// Takes the values of one file over into the settings.
struct Reader<'a> {
    source: &'a SourceText,
    may_only_tighten: bool,
    settings: &'a mut Settings,
    faults: &'a mut Vec<SettingsError>,
}

impl<'a> Reader<'a> {
    fn new(
        source: &'a SourceText,
        may_only_tighten: bool,
        settings: &'a mut Settings,
        faults: &'a mut Vec<SettingsError>,
    ) -> Self {
        Self {
            source,
            may_only_tighten,
            settings,
            faults,
        }
    }

    fn table(&mut self, table: &DeTable<'_>, prefix: &str) {
        for (name, value) in table {
            let dotted = format!("{prefix}{}", name.get_ref());
            if dotted == "rule" {
                continue;
            }
            let inner = format!("{dotted}.");
            let is_section = KEYS.iter().any(|key| key.name.starts_with(&inner));
            match (find(&dotted), value.get_ref()) {
                (Some(key), _) => self.entry(key, value),
                (None, DeValue::Table(table)) if is_section => self.table(table, &inner),
                (None, _) if is_section => {
                    let fault = self.source.fault(&value.span(), &dotted, "must be a table");
                    self.faults.push(fault);
                }
                (None, _) => {
                    let mut fault = self.source.fault(&name.span(), &dotted, "is not a setting");
                    fault.hint = nearest(&dotted)
                        .map(|near| format!("did you mean `{near}`?"))
                        .unwrap_or_default();
                    self.faults.push(fault);
                }
            }
        }
    }

    fn entry(&mut self, key: &Key, spanned: &Spanned<DeValue<'_>>) {
        let Some(value) = value_of(key.kind, spanned.get_ref()) else {
            let given = self.source.text.get(spanned.span()).unwrap_or_default();
            let wanted = key.kind.in_words();
            let message = format!("is `{given}`: must be {wanted}");
            let fault = self.source.fault(&spanned.span(), key.name, message);
            self.faults.push(fault);
            return;
        };
        if !self.may_only_tighten {
            (key.set)(self.settings, value);
            return;
        }
        match tightened(key, &(key.get)(self.settings), value) {
            Ok(value) => (key.set)(self.settings, value),
            Err(why) => {
                let fault = self.source.fault(&spanned.span(), key.name, why);
                self.faults.push(fault);
            }
        }
    }
}

/// The `[[rule]]` entries of a file.
fn rules_of<'t>(
    source: &'t SourceText,
    table: &'t DeTable<'t>,
    may_only_tighten: bool,
    faults: &mut Vec<SettingsError>,
) -> Option<RuleSource<'t>> {
    let (_, value) = table.iter().find(|(name, _)| name.get_ref() == "rule")?;
    let Some(rules) = value.get_ref().as_array() else {
        let message = "must be a list of tables, each written `[[rule]]`";
        faults.push(source.fault(&value.span(), "rule", message));
        return None;
    };
    Some(RuleSource {
        source,
        rules,
        may_only_tighten,
    })
}

/// The value, if it is one of the kind.
fn value_of(kind: Kind, value: &DeValue<'_>) -> Option<Value> {
    match (kind, value) {
        (Kind::Flag, DeValue::Boolean(flag)) => Some(Value::Flag(*flag)),
        (Kind::Number { least, most, .. }, DeValue::Integer(digits)) => {
            let number = i64::from_str_radix(digits.as_str(), digits.radix()).ok()?;
            (least..=most)
                .contains(&number)
                .then_some(Value::Number(number))
        }
        (Kind::Word(words), DeValue::String(word)) => {
            let known = words.contains(&word.as_ref());
            known.then(|| Value::Word(word.to_string()))
        }
        (Kind::List, DeValue::Array(items)) => {
            let texts = items
                .iter()
                .map(|item| item.get_ref().as_str().map(str::to_owned));
            Some(Value::List(texts.collect::<Option<Vec<_>>>()?))
        }
        _ => None,
    }
}

/// The value that a project's wish leads to, or why it may not wish it.
fn tightened(key: &Key, now: &Value, wish: Value) -> Result<Value, String> {
    let looser = |what: &str| Err(format!("may only be {what} by a project"));
    match (key.tighten, now, wish) {
        (Tighten::On, _, Value::Flag(true)) => Ok(Value::Flag(true)),
        (Tighten::On, _, _) => looser("set to `true`"),
        (Tighten::Lower, Value::Number(now), Value::Number(wish)) => {
            // 0 stands for "no limit" where a key allows it.
            let lower = *now == 0 || (wish <= *now && wish != 0);
            if lower {
                Ok(Value::Number(wish))
            } else {
                looser("lowered")
            }
        }
        (Tighten::Later, Value::Word(now), Value::Word(wish)) => {
            let Kind::Word(words) = key.kind else {
                return looser("left alone");
            };
            let place = |word: &str| words.iter().position(|known| *known == word);
            if place(&wish) >= place(now) {
                Ok(Value::Word(wish))
            } else {
                looser("made stricter")
            }
        }
        (Tighten::Add, Value::List(now), Value::List(wish)) => {
            let mut both = now.clone();
            both.extend(wish);
            Ok(Value::List(both))
        }
        _ => Err("cannot be set by a project".to_owned()),
    }
}

/// The setting whose name is close to one that does not exist.
fn nearest(name: &str) -> Option<&'static str> {
    let last = name.rsplit('.').next().unwrap_or(name);
    let distance = |key: &Key| {
        let end = key.name.rsplit('.').next().unwrap_or(key.name);
        steps(name, key.name).min(steps(last, end))
    };
    let near = KEYS.iter().map(|key| (distance(key), key.name)).min()?;
    (near.0 <= NEAR).then_some(near.1)
}

/// How many letters must be put in, taken out or changed.
fn steps(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (index, letter) in from.chars().enumerate() {
        let mut diagonal = index;
        let mut left = index + 1;
        let mut next = vec![left];
        for (wanted, above) in to.chars().zip(row.iter().skip(1)) {
            let changed = diagonal + usize::from(letter != wanted);
            left = changed.min(left + 1).min(above + 1);
            diagonal = *above;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}
