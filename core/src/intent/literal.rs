//! Tells a target that the sender wrote out from a word: address, link, host, path, number.

use super::tokens::Kind;

/// Endings that make `name.ending` a file.
const FILE_ENDINGS: &[&str] = &[
    "txt", "md", "markdown", "rst", "pdf", "doc", "docx", "odt", "xls", "xlsx", "ods", "csv",
    "tsv", "ppt", "pptx", "json", "jsonl", "yaml", "yml", "toml", "ini", "cfg", "conf", "env",
    "xml", "html", "htm", "css", "scss", "js", "jsx", "ts", "tsx", "mjs", "py", "pyi", "ipynb",
    "rs", "go", "java", "kt", "c", "h", "cpp", "hpp", "cs", "rb", "php", "pl", "lua", "swift",
    "scala", "sql", "sh", "bash", "zsh", "ps1", "bat", "log", "lock", "png", "jpg", "jpeg", "gif",
    "svg", "webp", "mp3", "mp4", "wav", "mov", "zip", "tar", "gz", "tgz", "bz2", "xz", "7z", "db",
    "sqlite", "parquet", "tex", "bib", "ics", "eml", "diff", "patch", "vue", "tf", "proto",
    "gradle", "r", "jl", "ex", "exs", "dart", "make", "mk", "key", "pem", "crt", "bak", "tmp",
    "out",
];

/// File names without an ending.
const FILE_NAMES: &[&str] = &[
    "README",
    "LICENSE",
    "CHANGELOG",
    "Makefile",
    "Dockerfile",
    "Justfile",
    "Procfile",
    "Gemfile",
    "Rakefile",
    "Vagrantfile",
    "Jenkinsfile",
    "CODEOWNERS",
    "NOTICE",
    "CONTRIBUTING",
];

/// What a run without white space is; `Kind::Word` when nothing else.
pub(super) fn kind(raw: &str) -> Kind {
    if raw.contains("://") || raw.starts_with("www.") {
        return Kind::Url;
    }
    if raw.contains('@') && is_email(raw) {
        return Kind::Email;
    }
    if let Some(name) = raw.strip_prefix('@') {
        return if is_name(name) {
            Kind::Handle
        } else {
            Kind::Word
        };
    }
    if let Some(name) = raw.strip_prefix('#') {
        return match name.chars().next() {
            Some(c) if c.is_ascii_digit() => Kind::Number,
            Some(c) if c.is_alphanumeric() => Kind::Channel,
            _ => Kind::Word,
        };
    }
    if is_number(raw) {
        return Kind::Number;
    }
    if is_account(raw) {
        return Kind::Account;
    }
    if is_path(raw) {
        return Kind::Path;
    }
    if is_host(raw) {
        return Kind::Host;
    }
    Kind::Word
}

fn is_email(raw: &str) -> bool {
    let Some((local, domain)) = raw.rsplit_once('@') else {
        return false;
    };
    !local.is_empty()
        && local
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+' | '%' | '\''))
        && domain.contains('.')
        && is_name(domain)
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'))
        && text.starts_with(char::is_alphanumeric)
}

/// `3`, `3rd`, `€50`, `1,000.50`, `12:30`, `2024-05-19`, `50EUR`, `20%`.
fn is_number(raw: &str) -> bool {
    let bare = raw.trim_start_matches(['$', '€', '£', '¥', '+']);
    if !bare.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
    letters <= 3
        && bare.chars().all(|c| {
            c.is_alphanumeric() || matches!(c, '.' | ':' | '-' | '/' | '%' | '€' | '$' | '£')
        })
        && !bare.contains('@')
        && (letters == 0
            || bare
                .find(char::is_alphabetic)
                .is_some_and(|at| bare.chars().skip(at).all(|c| !c.is_ascii_digit())))
}

/// An IBAN, or a wallet address.
fn is_account(raw: &str) -> bool {
    let bytes = raw.as_bytes();
    let iban = bytes.len() >= 14
        && bytes.len() <= 34
        && bytes.iter().take(2).all(u8::is_ascii_uppercase)
        && bytes.iter().skip(2).take(2).all(u8::is_ascii_digit)
        && bytes.iter().all(u8::is_ascii_alphanumeric);
    let wallet = raw
        .strip_prefix("0x")
        .is_some_and(|rest| rest.len() >= 8 && rest.bytes().all(|b| b.is_ascii_hexdigit()));
    iban || wallet
}

fn is_path(raw: &str) -> bool {
    if raw == "/"
        || raw == "~"
        || raw.starts_with("~/")
        || raw.starts_with("./")
        || raw.starts_with("../")
    {
        return true;
    }
    if raw.starts_with("$HOME/") || raw.starts_with("$HERMES_HOME") {
        return true;
    }
    if raw.starts_with('/')
        && raw.get(1..).is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_'))
        })
    {
        return true;
    }
    let drive = raw.as_bytes();
    if drive.get(1) == Some(&b':')
        && drive.get(2) == Some(&b'\\')
        && drive.first().is_some_and(u8::is_ascii_alphabetic)
    {
        return true;
    }
    if FILE_NAMES.contains(&raw) {
        return true;
    }
    let name = raw.rsplit('/').next().unwrap_or(raw);
    if has_file_ending(name) {
        return true;
    }
    // `src/`, `src/api`, `.env`: a slash inside, in lower case, and not `and/or`.
    if raw.ends_with('/') && raw.len() > 1 {
        return true;
    }
    if name.starts_with('.')
        && name.len() > 1
        && name
            .chars()
            .skip(1)
            .all(|c| c.is_alphanumeric() || c == '_')
    {
        return true;
    }
    let parts: Vec<&str> = raw.split('/').collect();
    parts.len() > 2
        && parts.iter().all(|part| {
            !part.is_empty()
                && part
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '*'))
        })
        && !parts
            .iter()
            .all(|part| part.bytes().all(|b| b.is_ascii_digit()))
        || (parts.len() == 2
            && matches!(
                parts.first(),
                Some(
                    &("src"
                        | "tests"
                        | "test"
                        | "docs"
                        | "lib"
                        | "bin"
                        | "build"
                        | "dist"
                        | "app"
                        | "core"
                        | "data"
                        | "scripts")
                )
            ))
}

fn has_file_ending(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    !stem.is_empty()
        && FILE_ENDINGS.contains(&ending.to_ascii_lowercase().as_str())
        && stem
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '*' | '?'))
}

/// `docs.example.com`: labels, and a last one of letters.
fn is_host(raw: &str) -> bool {
    let raw = raw.split('/').next().unwrap_or(raw);
    let name = raw.split(':').next().unwrap_or(raw);
    if name == "localhost" {
        return true;
    }
    let labels: Vec<&str> = name.split('.').collect();
    let Some(last) = labels.last() else {
        return false;
    };
    labels.len() >= 2
        && last.len() >= 2
        && last.bytes().all(|b| b.is_ascii_lowercase())
        && labels.iter().all(|label| {
            !label.is_empty()
                && label
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'-')
        })
        && labels.iter().any(|label| label.len() > 1 && label != last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        for (raw, expected) in [
            ("a@b.example", Kind::Email),
            ("@ana", Kind::Handle),
            ("#general", Kind::Channel),
            ("#12", Kind::Number),
            ("3pm", Kind::Number),
            ("€50", Kind::Number),
            ("2024-05-19", Kind::Number),
            ("DE89370400440532013000", Kind::Account),
            ("src/", Kind::Path),
            ("src/a/b", Kind::Path),
            (".env", Kind::Path),
            ("report.docx", Kind::Path),
            ("README", Kind::Path),
            ("and/or", Kind::Word),
            ("example.com", Kind::Host),
            ("example.com/page", Kind::Host),
            ("e.g", Kind::Word),
            ("read-only", Kind::Word),
        ] {
            assert_eq!(kind(raw), expected, "{raw}");
        }
    }
}
