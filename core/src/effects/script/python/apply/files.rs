//! Files that calls read, write, delete and move.

use smol_str::format_smolstr;

use super::{last_word, text_of};
use crate::effects::script::python::calls::{Arguments, Site};
use crate::effects::script::python::reader::Reader;
use crate::effects::script::python::value::{HOLE, Instance, Origin, Text, Value};
use crate::effects::script::touch::{self, Action};
use crate::model::{Marks, Reach};

impl Reader<'_, '_> {
    /// An effect on every file that the value may name.
    pub(super) fn touch(
        &mut self,
        action: Action,
        file: Option<&Value>,
        reach: Reach,
        site: &Site,
    ) -> Marks {
        if matches!(file, Some(Value::Plain | Value::Bool(_))) {
            return Marks::empty();
        }
        let mut marks = Marks::empty();
        let unknown = Value::Unknown;
        for value in file.unwrap_or(&unknown).alternatives() {
            let text = text_of(value);
            let span = site.span.clone();
            let effect = touch::file(action, text, reach, span, self.context);
            marks |= effect.marks;
            self.effects.push(effect);
        }
        marks
    }

    pub(super) fn touch_self(
        &mut self,
        action: Action,
        reach: Reach,
        arguments: &Arguments,
        site: &Site,
    ) -> Value {
        let file = site.place.clone().map(Value::Text);
        let marks = self.touch(action, file.as_ref(), reach, site);
        if arguments.origin() == Origin::Network
            && action == Action::Write
            && let Some(effect) = self.effects.last_mut()
        {
            effect.marks |= Marks::DOWNLOAD;
        }
        opened(&site.name, file.as_ref(), marks)
    }

    /// A move: one effect on both names.
    pub(super) fn touch_both(&mut self, from: Option<&Value>, to: Option<&Value>, site: &Site) {
        let unknown = Value::Unknown;
        let from = from.unwrap_or(&unknown);
        let to = to.unwrap_or(&unknown);
        for from in from.alternatives() {
            for to in to.alternatives() {
                let span = site.span.clone();
                let effect = touch::file(
                    Action::Write,
                    text_of(from),
                    Reach::Tree,
                    span,
                    self.context,
                );
                let effect =
                    touch::with_file(effect, Action::Write, text_of(to), Reach::One, self.context);
                self.effects.push(effect);
            }
        }
    }
}

/// What opening or reading a file gives.
pub(super) fn opened(name: &str, file: Option<&Value>, marks: Marks) -> Value {
    Value::Instance(Instance {
        name: format_smolstr!("{name}()"),
        origin: if marks.contains(Marks::SECRET) {
            Origin::Secret
        } else {
            Origin::Local
        },
        place: match file {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        },
    })
}

/// What listing a folder gives: names, or paths below it.
pub(super) fn listed(name: &str, file: Option<&Value>) -> Option<Value> {
    let hole = Value::text(HOLE.to_string());
    let folder = match file {
        Some(Value::Text(text)) => text.clone(),
        _ => hole.to_text(),
    };
    let below = |is_path| {
        Value::Text(Text {
            is_path,
            origin: Origin::Here,
            ..folder.below(&hole.to_text())
        })
    };
    match last_word(name) {
        "listdir" => Some(Value::List(vec![hole])),
        "scandir" => Some(Value::List(vec![below(true)])),
        "iterdir" | "glob" | "rglob" if name.starts_with("pathlib") => {
            Some(Value::List(vec![below(true)]))
        }
        "glob" | "iglob" => {
            let start = folder
                .text
                .split(['*', '?', '['])
                .next()
                .unwrap_or_default();
            Some(Value::List(vec![Value::text(format_smolstr!(
                "{start}{HOLE}"
            ))]))
        }
        "walk" => {
            let names = Value::List(vec![hole.clone()]);
            let root = Value::Text(folder.clone()).either(below(false));
            Some(Value::List(vec![Value::List(vec![
                root,
                names.clone(),
                names,
            ])]))
        }
        _ => None,
    }
}

pub(super) fn mode(mode: Option<&Value>) -> Action {
    match mode {
        None | Some(Value::Plain) => Action::Read,
        Some(Value::Text(mode))
            if mode.is_known() && !mode.text.contains(['w', 'a', 'x', '+', 'n', 'c']) =>
        {
            Action::Read
        }
        Some(_) => Action::Write,
    }
}
