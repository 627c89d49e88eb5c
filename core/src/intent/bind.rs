//! Mentions become sets of targets: what is written out literally, what is described for lineage
//! to fill.

use smol_str::SmolStr;

use super::lexicon::Lexicon;
use super::mention::{Mention, Part, What};
use super::tokens::Kind;
use crate::model::{Environment, Host};
use crate::policy::{DescribedSet, TargetPattern, TargetSet};
use crate::target::{path, recipient, url};

/// Folders that are too broad to be meant as a whole.
const BROAD: &[&str] = &[
    "/", "/home", "/Users", "/root", "/var", "/etc", "/usr", "/tmp", "/opt", "/bin", "/srv",
    "/mnt", "/dev", "/proc", "/sys", "/lib", "/boot",
];

/// Words of quotes that name something; a longer quote is content.
const NAME_WORDS: usize = 8;

/// What a quote or literal stands for in the dimension of recipients.
pub(super) fn recipient_patterns(mention: &Mention, set: &mut Vec<TargetPattern>) {
    match &mention.what {
        What::Literal(Kind::Email, text) => push_recipient(text, set),
        What::Literal(Kind::Handle | Kind::Channel | Kind::Account, text) => {
            push_recipient(text, set);
            set.push(TargetPattern::Literal(text.to_string()));
            set.push(TargetPattern::Literal(
                text.trim_start_matches(['#', '@']).to_owned(),
            ));
        }
        What::Literal(Kind::Quoted, text) if is_name(text) => {
            push_recipient(text, set);
            set.push(TargetPattern::Literal(text.to_string()));
            if !text.contains('@') {
                set.push(described(text, "user", vec![text.to_string()]));
            }
        }
        What::Name(name) => {
            set.push(TargetPattern::Literal(name.clone()));
            set.push(described(name, "user", vec![name.clone()]));
            set.push(described(name, "channel", vec![name.clone()]));
        }
        _ => {}
    }
}

fn push_recipient(text: &str, set: &mut Vec<TargetPattern>) {
    if let Some(found) = recipient::recipient(text, recipient::Hint::Any) {
        set.push(TargetPattern::Recipient(found));
    }
}

/// A description by a kind of thing.
pub(super) fn described(words: &str, thing: &str, selectors: Vec<String>) -> TargetPattern {
    let fields = Lexicon::built_in()
        .things
        .get(thing)
        .map(|thing| thing.fields.clone())
        .unwrap_or_default();
    TargetPattern::Described(DescribedSet {
        words: words.trim().to_owned(),
        fields,
        selectors,
    })
}

/// Whether a quote is short enough to name something.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.split_whitespace().count() <= NAME_WORDS && !text.contains('\n')
}

/// The path patterns of a mention; a folder stands for its tree. Broad folders bind nothing.
pub(super) fn path_patterns(
    mention: &Mention,
    environment: &Environment,
    set: &mut Vec<TargetPattern>,
) {
    let text: &SmolStr = match &mention.what {
        What::Literal(Kind::Path, text) => text,
        What::Literal(Kind::Quoted, text) if looks_like_path(text) => text,
        _ => return,
    };
    set.extend(path_pattern(text, environment));
}

/// What a path in the owner's words stands for: a folder for its tree. `None` for a broad folder.
pub(super) fn path_pattern(text: &str, environment: &Environment) -> Option<TargetPattern> {
    if text.contains(['*', '?']) {
        let glob = path::resolve(text, environment).as_str().to_owned();
        return Some(TargetPattern::PathGlob(glob));
    }
    let resolved = path::resolve(text.trim_end_matches('/'), environment);
    if !text.ends_with('/') && has_ending(text) {
        return Some(TargetPattern::Path(resolved));
    }
    let broad = is_broad(resolved.as_str(), environment);
    (!broad).then_some(TargetPattern::Tree(resolved))
}

pub(super) fn is_broad(path: &str, environment: &Environment) -> bool {
    BROAD.contains(&path)
        || path == environment.home.as_str()
        || path == environment.hermes_home.as_str()
}

fn looks_like_path(text: &str) -> bool {
    !text.contains(' ') && super::literal::kind(text) == Kind::Path
}

fn has_ending(text: &str) -> bool {
    let name = text.rsplit('/').next().unwrap_or(text);
    name.chars().skip(1).any(|c| c == '.')
        || (name.starts_with(|c: char| c.is_ascii_uppercase()) && !text.contains('/'))
}

/// The host that a mention names.
pub(super) fn host_of(mention: &Mention) -> Option<Host> {
    match &mention.what {
        What::Literal(Kind::Url | Kind::Host, text) => read_host(text),
        What::Literal(Kind::Quoted, text)
            if matches!(super::literal::kind(text), Kind::Url | Kind::Host) =>
        {
            read_host(text)
        }
        _ => None,
    }
}

fn read_host(text: &str) -> Option<Host> {
    match url::read(text)? {
        url::Place::Web(place, _) => place.host,
        url::Place::File(_) | url::Place::Nowhere => None,
    }
}

/// The words that select a record: quoted names, proper names, superlatives; of any part.
pub(super) fn selectors<'a>(mentions: impl Iterator<Item = &'a Mention>) -> Vec<String> {
    mentions
        .filter_map(|mention| match &mention.what {
            What::Literal(Kind::Quoted, text) if is_name(text) => Some(text.to_string()),
            What::Literal(Kind::Path | Kind::Email | Kind::Channel | Kind::Handle, text) => {
                Some(text.to_string())
            }
            What::Name(name) => Some(name.clone()),
            What::Superlative(measure) => Some((*measure).to_owned()),
            _ => None,
        })
        .collect()
}

/// What records a request may touch: named ones, and those that its words describe.
pub(super) fn resources(mentions: &[Mention], quote: &str) -> TargetSet {
    let mut set = Vec::new();
    let direct: Vec<&Mention> = mentions
        .iter()
        .filter(|mention| !mention.excepted)
        .collect();
    for mention in &direct {
        match &mention.what {
            What::Literal(kind, text) if mention.part != Part::Source => {
                set.push(TargetPattern::Literal(text.to_string()));
                if *kind == Kind::Path {
                    set.extend(slug(text).into_iter().flatten());
                }
                set.push(TargetPattern::Literal(
                    text.trim_start_matches(['#', '@']).to_owned(),
                ));
            }
            What::Name(name) if mention.part != Part::Source => {
                set.push(TargetPattern::Literal(name.clone()));
            }
            _ => {}
        }
    }
    // Each name selects records by itself; what selects all of them at once is tried first.
    let measures = selectors(
        direct
            .iter()
            .copied()
            .filter(|m| matches!(m.what, What::Superlative(_))),
    );
    let names = selectors(
        direct
            .iter()
            .copied()
            .filter(|m| !matches!(m.what, What::Superlative(_))),
    );
    if names.is_empty() {
        set.push(free(quote, measures));
    } else {
        for name in names {
            let mut selectors = measures.clone();
            selectors.push(name);
            set.push(free(quote, selectors));
        }
    }
    TargetSet(set)
}

/// `owner` and `repository` of a name with one slash, which services take apart.
pub(super) fn slug(text: &str) -> Option<[TargetPattern; 2]> {
    let (owner, name) = text.split_once('/')?;
    let plain =
        |part: &str| !part.is_empty() && !part.starts_with(['.', '~']) && !part.contains('/');
    let literal = |part: &str| TargetPattern::Literal(part.to_owned());
    (plain(owner) && plain(name)).then(|| [literal(owner), literal(name)])
}

/// A description that any typed field may fill.
fn free(quote: &str, selectors: Vec<String>) -> TargetPattern {
    TargetPattern::Described(DescribedSet {
        words: quote.trim().to_owned(),
        fields: Vec::new(),
        selectors,
    })
}
