//! Turns what a call does and what its arguments mean into effects with targets.

use serde_json::Value;
use smol_str::SmolStr;

use super::super::Context;
use super::arguments::{Node, is_true, text};
use super::code::{self, Where};
use crate::catalog::tool::{Action, Language, Role};
use crate::limits;
use crate::model::{
    Capability, Certainty, Effect, Marks, PathTarget, Reach, Resource, RiskClass, Span, Target,
};
use crate::target::recipient::{self, Hint};
use crate::target::url::Place;
use crate::target::{amount, host, path, url};

/// One argument and its meaning.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    pub(super) role: Role,
    pub(super) arg: SmolStr,
    pub(super) value: &'a Value,
}

impl<'a> Piece<'a> {
    pub(super) fn new(role: Role, node: &Node<'a>) -> Self {
        Self {
            role,
            arg: node.arg.clone(),
            value: node.value,
        }
    }
}

/// What a call does and what its arguments mean.
#[derive(Clone, Debug)]
pub(super) struct Plan<'a> {
    /// What the tool does.
    pub(super) action: Action,
    /// The argument that says so; empty when it is the tool's name.
    pub(super) chosen_by: SmolStr,
    /// Further actions: the object they are about, the argument that says so, the action.
    pub(super) further: Vec<(SmolStr, SmolStr, Action)>,
    /// The further actions are all that happens.
    pub(super) only_further: bool,
    /// The arguments.
    pub(super) pieces: Vec<Piece<'a>>,
    /// The working folder is touched, in place of this argument.
    pub(super) default_path: Option<SmolStr>,
    /// Where commands of the tool run.
    pub(super) place: Where,
}

impl Plan<'_> {
    pub(super) fn new(action: Action) -> Self {
        Self {
            action,
            chosen_by: SmolStr::default(),
            further: Vec::new(),
            only_further: false,
            pieces: Vec::new(),
            default_path: None,
            place: Where::Here,
        }
    }
}

/// The effects of a plan; never empty.
pub(super) fn assemble(plan: &Plan<'_>, context: &Context<'_>) -> Vec<Effect> {
    if plan.further.len() > limits::EFFECTS {
        return vec![super::unknown(
            "it does more than is read of it",
            Marks::OVERSIZED,
        )];
    }
    let mut mains: Vec<(SmolStr, Effect)> = plan
        .further
        .iter()
        .map(|(parent, arg, action)| (parent.clone(), action.effect(Span::whole(arg.clone()))))
        .collect();
    let mut main = plan.action.effect(Span::whole(plan.chosen_by.clone()));
    let mut builder = Builder::new(plan, context);
    for piece in &plan.pieces {
        let own = mains
            .iter_mut()
            .find(|(parent, _)| is_inside(&piece.arg, parent))
            .map(|(_, effect)| effect);
        builder.add(piece, own.unwrap_or(&mut main));
    }
    if plan.default_path.is_some() {
        main = main.with_path(context.environment.cwd.clone(), Reach::Tree);
    }
    builder.finish(main, mains, plan.only_further)
}

fn is_inside(arg: &str, parent: &str) -> bool {
    arg.strip_prefix(parent)
        .is_some_and(|rest| rest.starts_with('.'))
}

/// Collects the effects that arguments have beside the tool's own.
struct Builder<'p, 'c> {
    context: &'p Context<'c>,
    place: Where,
    work_folder: Option<&'p str>,
    currency: Option<&'p str>,
    beside: Vec<Effect>,
    from_code: Vec<Effect>,
    marks: Marks,
}

impl<'p, 'c> Builder<'p, 'c> {
    fn new(plan: &'p Plan<'_>, context: &'p Context<'c>) -> Self {
        let named = |role: &Role| {
            plan.pieces
                .iter()
                .find(|piece| piece.role == *role)
                .and_then(|piece| piece.value.as_str())
        };
        Self {
            context,
            place: plan.place,
            work_folder: named(&Role::WorkFolder),
            currency: named(&Role::Currency),
            beside: Vec::new(),
            from_code: Vec::new(),
            marks: Marks::empty(),
        }
    }

    fn add(&mut self, piece: &Piece<'_>, own: &mut Effect) {
        if let Role::Code(language) = piece.role {
            self.add_code(language, piece);
            return;
        }
        let Some(text) = text(piece.value).filter(|text| !text.trim().is_empty()) else {
            return;
        };
        if own.targets.len() >= limits::TARGETS || self.beside.len() >= limits::EFFECTS {
            own.marks |= Marks::OVERSIZED;
            add_doubt(own, "it has more targets than are read");
            return;
        }
        match &piece.role {
            Role::Path => self.own_path(&text, Reach::One, own),
            Role::Tree => self.own_path(&text, Reach::Tree, own),
            Role::SentPath => {
                self.own_path(&text, Reach::One, own);
                own.marks |= Marks::SENDS_CONTENT;
            }
            Role::ReadPath => {
                self.path_beside(piece, &text, Capability::FILE_READ, RiskClass::Read);
            }
            Role::WritePath => {
                self.path_beside(piece, &text, Capability::FILE_WRITE, RiskClass::LocalWrite);
            }
            Role::Url => self.add_address(piece, &text, own),
            Role::Link => add_link(&text, own),
            Role::Place => self.add_place(piece, &text, own),
            Role::Host => add_host(&text, own),
            Role::Recipient(hint) => add_recipients(&text, *hint, own),
            Role::Person => add_recipients(&text, Hint::Any, own),
            Role::Record(kind) => add_record(kind, &text, own),
            Role::Device => add_device(&text, own),
            Role::Amount(unit) => match amount::amount(piece.value, *unit, self.currency) {
                Some(sum) => own.targets.push(Target::Amount(sum)),
                None => add_doubt(own, "the amount is not a number"),
            },
            Role::CrossProfile if is_true(piece.value) => self.marks |= Marks::CROSS_PROFILE,
            Role::Profile => self.marks |= Marks::CROSS_PROFILE,
            Role::Everybody if is_true(piece.value) => own.marks |= Marks::OPAQUE_RECIPIENT,
            Role::Secret => own.marks |= Marks::SECRET,
            Role::Detail
            | Role::Content
            | Role::Action
            | Role::Currency
            | Role::WorkFolder
            | Role::CrossProfile
            | Role::Everybody
            | Role::Code(_) => {}
        }
    }

    fn add_code(&mut self, language: Language, piece: &Piece<'_>) {
        let mut effects = code::run(
            language,
            &piece.arg,
            piece.value,
            self.place,
            self.work_folder,
            self.context,
        );
        if language == Language::Input {
            // What is typed may be an answer or a command: only what a command would do beyond
            // running something is added, and nothing is certain.
            effects.retain(|effect| effect.risk > RiskClass::Execution || !effect.marks.is_empty());
            for effect in effects {
                self.beside.push(effect.uncertain(
                    Certainty::Unresolved,
                    "the program that reads the text is not in the call",
                ));
            }
            return;
        }
        self.from_code.extend(effects);
    }

    fn resolve(&self, text: &str) -> crate::model::AbsPath {
        match url::read_explicit(text) {
            Some(Place::File(file)) => path::resolve(&file, self.context.environment),
            _ => path::resolve(text, self.context.environment),
        }
    }

    fn own_path(&self, text: &str, reach: Reach, own: &mut Effect) {
        own.targets.push(Target::Path(PathTarget {
            path: self.resolve(text),
            reach,
        }));
    }

    fn path_beside(
        &mut self,
        piece: &Piece<'_>,
        text: &str,
        capability: Capability,
        risk: RiskClass,
    ) {
        let effect = Effect::new(capability, risk, Span::whole(piece.arg.clone()))
            .with_path(self.resolve(text), Reach::One);
        self.beside.push(effect);
    }

    /// An address, or several in one text. `file:` addresses are files of this machine, and
    /// `javascript:` ones are code.
    fn add_address(&mut self, piece: &Piece<'_>, text: &str, own: &mut Effect) {
        let text = text.trim();
        let text = text.strip_prefix("view-source:").unwrap_or(text);
        if text.matches("://").count() > 1 && text.contains(char::is_whitespace) {
            for (_, one) in url::find(text) {
                self.add_address(piece, one, own);
            }
            return;
        }
        let scheme = text.get(..11).unwrap_or_default();
        if scheme.eq_ignore_ascii_case("javascript:") {
            self.add_code(Language::JavaScript, piece);
            return;
        }
        match url::read(text) {
            Some(Place::File(file)) if own.risk == RiskClass::Read => {
                self.own_path(&file, Reach::One, own);
            }
            Some(Place::File(file)) => {
                self.path_beside(piece, &file, Capability::FILE_READ, RiskClass::Read);
            }
            _ => add_url(text, own),
        }
    }

    /// A URL, or a file of this machine: read, and sent on when the tool sends.
    fn add_place(&mut self, piece: &Piece<'_>, text: &str, own: &mut Effect) {
        let is_web = (text.contains("://") && !text.starts_with("file:"))
            || text.starts_with("//")
            || text.starts_with("data:");
        let looks_like_url = is_web
            || (!text.starts_with(['/', '.', '~'])
                && host::looks_like_host(text.split(['/', '?', '#']).next().unwrap_or_default())
                && text.contains('/'));
        if looks_like_url {
            self.add_address(piece, text, own);
        } else if own.risk == RiskClass::Read {
            self.own_path(text, Reach::One, own);
        } else {
            // The service that the tool uses gets the file.
            self.path_beside(piece, text, Capability::FILE_READ, RiskClass::Read);
            if let Some(read) = self.beside.last_mut() {
                read.marks |= Marks::SENDS_CONTENT;
            }
        }
    }

    fn finish(
        mut self,
        main: Effect,
        further: Vec<(SmolStr, Effect)>,
        only_further: bool,
    ) -> Vec<Effect> {
        let says_nothing_more = main.targets.is_empty()
            && main.risk <= RiskClass::ExternalWrite
            && !self.from_code.is_empty();
        let mut effects = Vec::new();
        if !only_further && !says_nothing_more {
            effects.push(main);
        }
        effects.extend(further.into_iter().map(|(_, effect)| effect));
        effects.append(&mut self.from_code);
        effects.append(&mut self.beside);
        for effect in &mut effects {
            effect.marks |= self.marks;
        }
        effects
    }
}

fn add_doubt(own: &mut Effect, why: &'static str) {
    if own.certainty == Certainty::Exact {
        own.certainty = Certainty::Unresolved;
        own.why = Some(SmolStr::new_static(why));
    }
}

fn add_url(text: &str, own: &mut Effect) {
    match url::read(text) {
        Some(Place::Web(target, marks)) => {
            own.marks |= marks;
            own.targets.push(Target::Url(target));
        }
        Some(Place::Nowhere) => {}
        Some(Place::File(_)) | None => add_doubt(own, "the address cannot be read"),
    }
}

/// A URL if it says so, else a record of the service.
fn add_link(text: &str, own: &mut Effect) {
    match url::read_explicit(text) {
        Some(Place::Web(..)) => add_url(text, own),
        _ => add_record("record", text, own),
    }
}

fn add_host(text: &str, own: &mut Effect) {
    match host::host(text) {
        Some(name) => own.targets.push(Target::Host(name)),
        None => add_doubt(own, "the host cannot be read"),
    }
}

/// Recipients of what is sent or changed. A read has none: whose messages are read is a record.
fn add_recipients(text: &str, hint: Hint, own: &mut Effect) {
    for recipient in recipient::recipients(text, hint) {
        let target = if own.risk == RiskClass::Read {
            Target::Resource(Resource {
                kind: SmolStr::new_static(if hint == Hint::Channel {
                    "channel"
                } else {
                    "person"
                }),
                name: recipient.name,
            })
        } else {
            Target::Recipient(recipient)
        };
        if own.targets.len() >= limits::TARGETS {
            own.marks |= Marks::OVERSIZED;
            add_doubt(own, "it has more recipients than are read");
            return;
        }
        if !own.targets.contains(&target) {
            own.targets.push(target);
        }
    }
}

fn add_record(kind: &str, text: &str, own: &mut Effect) {
    own.targets.push(Target::Resource(Resource {
        kind: SmolStr::new(kind),
        name: SmolStr::new(text.trim()),
    }));
}

/// Words in the names of devices that move, open or lock something, or cut power or heat.
const PHYSICAL: [&str; 16] = [
    "lock", "garage", "cover", "door", "gate", "alarm", "valve", "siren", "vacuum", "mower",
    "boiler", "furnace", "oven", "stove", "blind", "shutter",
];

/// Whether the words of a name speak of something that moves, opens or locks.
pub(super) fn is_physical(words: &[String]) -> bool {
    words.iter().any(|word| {
        PHYSICAL.iter().any(|thing| {
            word == thing || (word.len() > thing.len() && word.strip_suffix('s') == Some(*thing))
        })
    })
}

fn add_device(text: &str, own: &mut Effect) {
    if is_physical(&super::names::words(text)) {
        own.marks |= Marks::PHYSICAL;
    }
    add_record("device", text, own);
}
