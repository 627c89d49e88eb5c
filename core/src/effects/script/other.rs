//! Languages without an analyser of their own: ruby, perl, php, lua, R, awk and the rest.
//!
//! That code runs is the effect; words that plainly delete, start programs or reach the network
//! add theirs, so that a prohibition ("do not delete") finds them. Nothing here makes a call
//! milder.

use super::touch;
use crate::effects::{Context, Source};
use crate::limits;
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass};

/// Words that delete files, in any of the languages.
const DELETES: &[&str] = &[
    "unlink",
    "rmtree",
    "remove_tree",
    "rmdir",
    "rm_rf",
    "rm_r",
    "remove_entry_secure",
    "rm_f",
    "File.delete",
    "FileUtils.rm",
    "Dir.delete",
    "os.remove",
    "file.remove",
    "Remove-Item",
    "deleteSync",
    "File.Delete",
    "Directory.Delete",
];
/// Words that start programs.
const STARTS: &[&str] = &[
    "system",
    "exec",
    "popen",
    "shell_exec",
    "passthru",
    "proc_open",
    "spawn",
    "qx",
    "Open3",
    "IO.popen",
    "os.execute",
    "io.popen",
    "Start-Process",
    "Invoke-Expression",
    "iex",
    "syscall",
    "ProcessBuilder",
    "Runtime.getRuntime",
];
/// Words that reach the network.
const NETWORK: &[&str] = &[
    "Net::HTTP",
    "LWP",
    "HTTP::Tiny",
    "curl_exec",
    "URI.open",
    "open-uri",
    "fsockopen",
    "TCPSocket",
    "Socket",
    "socket",
    "IO::Socket",
    "Invoke-WebRequest",
    "iwr",
    "Faraday",
    "file_get_contents",
    "HttpClient",
    "download.file",
    "Net::SMTP",
    "mail",
];

/// Words that open a connection of one's own.
const SOCKETS: &[&str] = &[
    "fsockopen",
    "TCPSocket",
    "Socket",
    "socket",
    "IO::Socket",
    "Net.Sockets",
    "TCPClient",
];
/// A shell, as code names it.
const SHELLS: &[&str] = &["/bin/sh", "/bin/bash", "/bin/zsh", "cmd.exe", "powershell"];
/// Quoted texts that are read as commands, at most.
const COMMANDS: usize = 32;

/// Everything that code of `language` does, read only as far as its words go; never empty. The
/// first effect says that code runs.
pub(crate) fn other(language: &str, source: &Source<'_>, context: &Context<'_>) -> Vec<Effect> {
    let what = if language.is_empty() {
        "foreign"
    } else {
        language
    };
    let mut runs = Effect::opaque(
        Capability::CODE_EXEC,
        source.whole(),
        format!("runs {what} code"),
    );
    if source.text.len() > limits::COMMAND_BYTES {
        return vec![runs.marked(Marks::OVERSIZED)];
    }
    let has = |words: &[&str]| words.iter().any(|word| holds_word(source.text, word));
    let mut found = Vec::new();
    if has(DELETES) {
        found.push(
            Effect::new(Capability::FILE_DELETE, RiskClass::Delete, source.whole()).uncertain(
                Certainty::Unresolved,
                "the code names a way to delete files",
            ),
        );
    }
    if has(STARTS) {
        found.push(Effect::opaque(
            Capability::SHELL_EXEC,
            source.whole(),
            "the code starts a program",
        ));
        found.extend(commands(source, context));
        if has(SOCKETS) && SHELLS.iter().any(|shell| source.text.contains(shell)) {
            runs.marks |= Marks::REMOTE_SHELL;
        }
    }
    if has(NETWORK) {
        found.push(
            Effect::new(Capability::NET_FETCH, RiskClass::Read, source.whole())
                .uncertain(Certainty::Unresolved, "the code names a way to the network"),
        );
    }
    super::gather(runs, found)
}

/// What the quoted texts of code that starts programs would do as commands: which of them is
/// started is not read, so any may be.
fn commands(source: &Source<'_>, context: &Context<'_>) -> Vec<Effect> {
    quoted(source.text)
        .filter(|text| text.trim().contains(' '))
        .take(COMMANDS)
        .flat_map(|text| touch::shell(Some(text), &source.whole(), context))
        .filter(|effect| effect.certainty != Certainty::Opaque)
        .collect()
}

/// The texts between quotation marks of either kind, or between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_at_checked(rest.find(['"', '\'', '`'])?)?;
        let mark = after.chars().next()?;
        let inside = after.get(1..)?;
        let (found, behind) = inside.split_once(mark)?;
        rest = behind;
        Some(found)
    })
}

/// Whether the text holds the word, not as a part of a longer one.
fn holds_word(text: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        let after = text
            .get(at + word.len()..)
            .and_then(|tail| tail.chars().next());
        !before.is_some_and(is_name) && !after.is_some_and(is_name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        assert!(holds_word("unlink glob '*'", "unlink"));
        assert!(!holds_word("unlinked = 1", "unlink"));
        assert!(!holds_word("filesystem", "system"));
    }
}
