//! The tools of configured MCP servers are known.

use agentsfence_core::catalog::{self, Catalog};
use serde_yaml::Value;

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "mcp-servers",
    title: "MCP servers",
    why: "tools of a server that no pack knows are judged by their names only, so more of them ask",
    look,
    repair: None,
};

const KEY: &str = "mcp_servers";

fn look(subject: &Subject) -> Outcome {
    let Some(Value::Mapping(servers)) = subject.setting(KEY) else {
        return Outcome::ok(KEY, "there are none");
    };
    let overlaid = catalog::load(&subject.profile.data().join(catalog::FOLDER));
    let overlaid = overlaid.ok().flatten();
    let known = overlaid.as_ref().unwrap_or_else(|| Catalog::built_in());
    let is_on = |server: &Value| server.get("enabled").and_then(Value::as_bool) != Some(false);
    let names: Vec<&str> = servers
        .iter()
        .filter(|(_, server)| is_on(server))
        .filter_map(|(name, _)| name.as_str())
        .collect();
    let unknown: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| !known.knows_server(&in_snake_case(name)))
        .collect();
    if unknown.is_empty() {
        return Outcome::ok(KEY, format!("{} configured, all known", names.len()));
    }
    let file = subject
        .profile
        .data()
        .join(catalog::FOLDER)
        .join("mcp.yaml");
    Outcome::new(
        Status::Note,
        KEY,
        format!("no pack knows {}", unknown.join(", ")),
    )
    .fix(format!("say what its tools do in {}", file.display()))
}

/// As the host writes a server into the names of its tools.
fn in_snake_case(name: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter.to_ascii_lowercase()
        } else {
            '_'
        }
    };
    name.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_server_without_a_pack_is_named() {
        Home::new().expect(&CHECK, Status::Ok);
        let with = |name: &str, more: &str| {
            let text = format!("mcp_servers:\n  {name}:\n    command: x\n{more}");
            Home::new().write("config.yaml", &text)
        };
        with("github", "").expect(&CHECK, Status::Ok);
        let home = with("acme-thing", "");
        assert!(home.expect(&CHECK, Status::Note).contains("acme-thing"));
        with("acme-thing", "    enabled: false\n").expect(&CHECK, Status::Ok);
        home.write(
            "agentsfence/policies/mcp.yaml",
            "mcp:\n- servers: [acme_thing]\n  tools:\n    look: {does: web.read READ}\n",
        )
        .expect(&CHECK, Status::Ok);
    }
}
