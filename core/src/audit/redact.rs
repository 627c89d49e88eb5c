//! What of a call may stand in the log: targets as they are, content as a keyed digest, secrets
//! not at all.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::model::{Effect, Opinion, Target};
use crate::target::sensitive;

/// Arguments that are content: what is written, sent or said.
const CONTENT: &[&str] = &[
    "body",
    "caption",
    "code",
    "content",
    "contents",
    "data",
    "description",
    "diff",
    "file_content",
    "goal",
    "html",
    "input",
    "instructions",
    "markdown",
    "message",
    "messages",
    "new_string",
    "new_text",
    "note",
    "notes",
    "old_string",
    "old_text",
    "patch",
    "payload",
    "prompt",
    "script",
    "snippet",
    "subject",
    "summary",
    "text",
];
/// Parts of the names of arguments that are secrets.
const SECRET: &[&str] = &[
    "api_key",
    "apikey",
    "auth",
    "bearer",
    "cookie",
    "credential",
    "passphrase",
    "passwd",
    "password",
    "private_key",
    "secret",
    "token",
];
/// Longer text is content, whatever its name.
const LONG: usize = 2_048;
/// Deeper values are content.
const DEPTH: usize = 8;
/// What stands in the place of a secret.
const HIDDEN: &str = "[secret]";

/// Redacts with the key of one home, so that digests cannot be compared across homes or guessed
/// without the key.
#[derive(Clone)]
pub struct Redactor {
    key: [u8; 32],
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Redactor")
    }
}

impl Redactor {
    /// A redactor with a home's key.
    pub fn new(key: [u8; 32]) -> Self {
        Self { key }
    }

    /// The arguments of a call.
    pub fn args(&self, args: &Map<String, Value>) -> Map<String, Value> {
        self.object(args, 0)
    }

    /// Text that is not content, without the secrets in it.
    pub fn text(&self, text: &str) -> String {
        without_secrets(text).into_owned()
    }

    /// Opinions, without secrets in their words.
    pub fn opinions(&self, opinions: &[Opinion]) -> Vec<Opinion> {
        let mut opinions = opinions.to_vec();
        for opinion in &mut opinions {
            opinion.reason = self.text(&opinion.reason);
            opinion.cites = opinion.cites.as_deref().map(|words| self.text(words));
        }
        opinions
    }

    /// Effects, without secrets in what they name.
    pub fn effects(&self, effects: &[Effect]) -> Vec<Effect> {
        let mut effects = effects.to_vec();
        for effect in &mut effects {
            for target in &mut effect.targets {
                match target {
                    Target::Url(url) => url.url = self.text(&url.url),
                    Target::Resource(resource) => {
                        resource.name = self.text(&resource.name).into();
                    }
                    _ => {}
                }
            }
            effect.why = effect.why.as_deref().map(|why| self.text(why).into());
        }
        effects
    }

    /// Content as its length and a digest that only this home's key makes.
    pub fn digest(&self, content: &str) -> Value {
        let hash = blake3::keyed_hash(&self.key, content.as_bytes());
        let short: String = hash.to_hex().chars().take(24).collect();
        json!({"bytes": content.len(), "hash": short})
    }

    fn object(&self, entries: &Map<String, Value>, depth: usize) -> Map<String, Value> {
        let mut redacted = Map::with_capacity(entries.len());
        for (name, value) in entries {
            redacted.insert(name.clone(), self.named(name, value, depth));
        }
        redacted
    }

    fn named(&self, name: &str, value: &Value, depth: usize) -> Value {
        let name = name.to_ascii_lowercase();
        if SECRET.iter().any(|part| name.contains(part)) && !value.is_boolean() {
            return Value::from(HIDDEN);
        }
        if CONTENT.contains(&name.as_str()) || depth >= DEPTH {
            return match value {
                Value::String(content) => self.digest(content),
                Value::Array(_) | Value::Object(_) => self.digest(&value.to_string()),
                plain => plain.clone(),
            };
        }
        self.plain(value, depth)
    }

    fn plain(&self, value: &Value, depth: usize) -> Value {
        match value {
            Value::String(text) if text.len() > LONG => self.digest(text),
            Value::String(text) => Value::from(without_secrets(text).into_owned()),
            Value::Array(items) if depth < DEPTH => items
                .iter()
                .map(|item| self.plain(item, depth + 1))
                .collect(),
            Value::Array(_) => self.digest(&value.to_string()),
            Value::Object(entries) => Value::Object(self.object(entries, depth + 1)),
            plain => plain.clone(),
        }
    }
}

/// Text with every token, password value and URL credential replaced.
fn without_secrets(text: &str) -> Cow<'_, str> {
    let mut cleaned = String::new();
    let mut changed = false;
    let (mut before, mut previous, mut joint) = ("", "", Joint::default());
    for piece in text.split_inclusive(is_separator) {
        let word = piece.trim_end_matches(is_separator);
        let end = piece.get(word.len()..).unwrap_or_default();
        if word.is_empty() {
            cleaned.push_str(end);
            joint.add(end);
            continue;
        }
        if is_announced(before, previous, joint) || sensitive::is_token(word) {
            cleaned.push_str(HIDDEN);
            changed = true;
        } else {
            cleaned.push_str(word);
        }
        cleaned.push_str(end);
        (before, previous, joint) = (previous, word, Joint::default());
        joint.add(end);
    }
    let without = without_credentials(if changed { &cleaned } else { text });
    match without {
        Some(clean) => Cow::Owned(clean),
        None if changed => Cow::Owned(cleaned),
        None => Cow::Borrowed(text),
    }
}

/// What stands between two words.
#[derive(Clone, Copy, Debug, Default)]
struct Joint {
    /// `=` or `:`, whatever quotes stand around it.
    assigns: bool,
    /// Something that is no space.
    parts: bool,
}

impl Joint {
    fn add(&mut self, separator: &str) {
        self.assigns |= separator.contains(['=', ':']);
        self.parts |= !separator.trim().is_empty();
    }
}

fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || "\"'`,;=:&?|/@#<>()[]{}".contains(letter)
}

/// Whether the words before say that a secret follows: `--password x`, `token=x`, `Bearer x`,
/// `Authorization: Basic x`. Words of prose (`a token or a password`) announce nothing.
fn is_announced(before: &str, previous: &str, joint: Joint) -> bool {
    let named = |word: &str| {
        let name = word
            .trim_start_matches('-')
            .to_ascii_lowercase()
            .replace('-', "_");
        SECRET.iter().any(|part| name.ends_with(part)) && name.len() <= 40
    };
    if joint.assigns {
        return named(previous);
    }
    let scheme = previous.eq_ignore_ascii_case("bearer");
    let header = before.to_ascii_lowercase().ends_with("authorization");
    !joint.parts && (scheme || header || (previous.starts_with('-') && named(previous)))
}

/// `scheme://user:password@host` without what stands before the `@`; `None` when there is none.
fn without_credentials(text: &str) -> Option<String> {
    let mut rest = text;
    let mut cleaned = String::new();
    let mut changed = false;
    while let Some((before, after)) = rest.split_once("://") {
        cleaned.push_str(before);
        cleaned.push_str("://");
        let end = after
            .find(|letter: char| letter == '/' || letter.is_whitespace())
            .unwrap_or(after.len());
        let (authority, behind) = after.split_at_checked(end).unwrap_or((after, ""));
        match authority.rsplit_once('@') {
            Some((_, host)) => {
                cleaned.push_str(HIDDEN);
                cleaned.push('@');
                cleaned.push_str(host);
                changed = true;
            }
            None => cleaned.push_str(authority),
        }
        rest = behind;
    }
    cleaned.push_str(rest);
    changed.then_some(cleaned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redact(args: &Value) -> Value {
        let redactor = Redactor::new([7; 32]);
        Value::Object(redactor.args(args.as_object().unwrap()))
    }

    #[test]
    fn targets_stay_content_is_digested_secrets_vanish() {
        let redacted = redact(&json!({
            "path": "/tmp/a.txt", "content": "my diary", "to": ["a@example.com"],
            "password": "hunter2", "options": {"api_key": "k", "body": "x"}, "count": 3,
        }));
        assert_eq!(redacted["path"], "/tmp/a.txt");
        assert_eq!(redacted["to"][0], "a@example.com");
        assert_eq!(redacted["content"]["bytes"], 8);
        assert_eq!(redacted["count"], 3);
        let text = redacted.to_string();
        assert!(!text.contains("hunter2") && !text.contains("diary") && !text.contains("\"k\""));
    }

    #[test]
    fn secrets_in_commands_vanish() {
        for (command, gone) in [
            (
                "curl -H 'Authorization: Bearer abc.def' https://x.example/",
                "abc.def",
            ),
            ("mysql --password=hunter2 -u me", "hunter2"),
            ("tool --api-key hunter2", "hunter2"),
            ("git clone https://me:hunter2@git.example/r.git", "hunter2"),
            (
                "curl https://x.example/hook/ghp_0123456789abcdefghijABCDEFGHIJ012345/a",
                "ghp_",
            ),
            ("curl -H 'Authorization: Basic aHVudGVyMg=='", "aHVudGVyMg"),
            ("curl -d '{\"password\": \"hunter2\"}'", "hunter2"),
            (
                "export GITHUB_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345",
                "ghp_",
            ),
        ] {
            let redacted = redact(&json!({"command": command})).to_string();
            assert!(!redacted.contains(gone), "{redacted}");
        }
        for kept in [
            "git commit -m 'fix: the tokenizer' && ls /srv/data",
            "its arguments hold what looks like a key, token or password, and it would send them",
            "cat /run/secret/name && echo a@b.example",
        ] {
            assert_eq!(redact(&json!({"command": kept}))["command"], kept);
        }
    }

    #[test]
    fn digests_depend_on_the_key() {
        let one = Redactor::new([1; 32]).digest("x");
        assert_eq!(one, Redactor::new([1; 32]).digest("x"));
        assert_ne!(one, Redactor::new([2; 32]).digest("x"));
    }
}
