//! Whose tool a name means: `mcp__github__get_me`, `mcp_github_get_me`, `connectors__c__t`,
//! `github.get_me`, or a tool without a server.

use super::names::words;
use crate::catalog::tool::Servers;

/// A name taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    /// The server's name in snake case; empty when the name has none.
    pub(super) server: String,
    /// The words of the tool's own name.
    pub(super) tool: Vec<String>,
}

/// Takes a name apart. Where the border is not marked (`mcp_a_b_c`) the longest known server wins,
/// and else the server is one word: a verb in a server's name then can only make a tool stricter.
pub(super) fn identify(name: &str, servers: &Servers) -> Identity {
    let name = name.trim();
    let lower = name.to_ascii_lowercase();
    let marked = ["mcp__", "connectors__", "mcp-", "mcp:", "mcp."]
        .iter()
        .find_map(|prefix| lower.starts_with(prefix).then(|| name.get(prefix.len()..)))
        .flatten();
    let rest = marked.unwrap_or(name);
    if let Some((server, tool)) = split_marked(rest) {
        return finish(&words(server), words(tool));
    }
    let mut all = words(rest);
    let is_mcp = marked.is_some() || all.first().is_some_and(|word| word == "mcp");
    if all.first().is_some_and(|word| word == "mcp") {
        all.remove(0);
    }
    if !is_mcp || all.len() < 2 {
        return Identity {
            server: String::new(),
            tool: all,
        };
    }
    let border = servers.longest_prefix(&all).unwrap_or(1);
    let tool = all.split_off(border);
    finish(&all, tool)
}

fn split_marked(rest: &str) -> Option<(&str, &str)> {
    ["__", ".", ":", "/"]
        .iter()
        .find_map(|mark| rest.split_once(mark))
        .filter(|(server, tool)| !server.is_empty() && !tool.is_empty())
}

/// The server's own name in front of its tools says nothing (`slack_list_channels`).
fn finish(server: &[String], mut tool: Vec<String>) -> Identity {
    let repeats = tool.len() > server.len() && tool.starts_with(server);
    if repeats {
        tool.drain(..server.len());
    }
    Identity {
        server: server.join("_"),
        tool,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn check(name: &str, server: &str, tool: &str) {
        let identity = identify(name, &Catalog::built_in().servers);
        assert_eq!(
            (identity.server.as_str(), identity.tool.join("_").as_str()),
            (server, tool),
            "{name}"
        );
    }

    #[test]
    fn names_are_taken_apart_in_every_spelling() {
        check("mcp__github__get_me", "github", "get_me");
        check("mcp_github_get_me", "github", "get_me");
        check(
            "mcp__read_wise__create_highlight",
            "read_wise",
            "create_highlight",
        );
        check("mcp_zorp_list_things", "zorp", "list_things");
        check("mcp_slack_slack_list_channels", "slack", "list_channels");
        check("connectors__gmail__sendEmail", "gmail", "send_email");
        check(
            "mcp_google_calendar_create_event",
            "google_calendar",
            "create_event",
        );
        check("mcp_calendar_list-colors", "calendar", "list_colors");
        check("send_email", "", "send_email");
        check("mcp_frobnicate", "", "frobnicate");
    }
}
