//! The findings as SARIF 2.1.0, for tools that show results of many programs.
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/>

use serde_json::{Value, json};

use super::{Finding, Status, registry};
use crate::live::PROBES;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The log with one run: every profile's findings. `profiles` are names, homes and findings.
pub fn log<'a>(profiles: impl Iterator<Item = (&'a str, &'a str, &'a [Finding])>) -> Value {
    let results: Vec<Value> = profiles
        .flat_map(|(name, home, findings)| {
            findings
                .iter()
                .map(move |finding| result(name, home, finding))
        })
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "agentsfence",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rules() -> Vec<Value> {
    let checks = registry::all().map(|check| (check.id, check.title, check.why));
    let probes = PROBES
        .iter()
        .map(|probe| (probe.id, probe.title, probe.why));
    checks
        .chain(probes)
        .map(|(id, title, why)| {
            json!({
                "id": id,
                "shortDescription": { "text": title },
                "fullDescription": { "text": why },
                "help": { "text": format!("{why}; see {}", super::docs::anchor(id)) },
            })
        })
        .collect()
}

fn result(profile: &str, home: &str, finding: &Finding) -> Value {
    let (kind, level) = judged(finding.status);
    let fix = finding.fix.as_deref();
    let hint = fix.map_or_else(String::new, |fix| format!("; hint: {fix}"));
    json!({
        "ruleId": finding.id,
        "kind": kind,
        "level": level,
        "message": {
            "text": format!("{profile}: {}: {}{hint}", finding.title, finding.evidence),
        },
        "locations": [{
            "physicalLocation": { "artifactLocation": { "uri": uri(place(home, finding)) } },
        }],
        "properties": { "profile": profile, "lookedAt": finding.looked_at },
    })
}

/// The file that was looked at, or the home where it was no file.
fn place<'a>(home: &'a str, finding: &'a Finding) -> &'a str {
    let looked_at = finding.looked_at.as_str();
    if looked_at.starts_with('/') && !looked_at.contains(" and ") {
        looked_at
    } else {
        home
    }
}

/// A level may stand only with the kind `fail` (SARIF 3.27.10).
fn judged(status: Status) -> (&'static str, &'static str) {
    match status {
        Status::Ok => ("pass", "none"),
        Status::Note => ("fail", "note"),
        Status::Warn => ("fail", "warning"),
        Status::Unknown => ("open", "none"),
        Status::Fail => ("fail", "error"),
    }
}

/// A `file:` URI: everything but unreserved characters and slashes as bytes in hex (RFC 3986).
fn uri(path: &str) -> String {
    let mut uri = String::from("file://");
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(status: Status) -> Finding {
        Finding {
            id: "enabled",
            title: "enabled in Hermes",
            section: "Loading",
            status,
            looked_at: "/home/a b/config.yaml".to_owned(),
            evidence: "not in the list".to_owned(),
            why: "why",
            fix: None,
            fixable: false,
            docs: String::new(),
        }
    }

    /// What the schema requires of what we write, and the values that it admits.
    #[test]
    fn it_has_what_the_schema_requires() {
        let all = [
            Status::Ok,
            Status::Note,
            Status::Warn,
            Status::Unknown,
            Status::Fail,
        ]
        .map(finding);
        let log = log([("work", "/home/u/.hermes", &all[..])].into_iter());
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        let driver = &run["tool"]["driver"];
        assert!(driver["name"].is_string());
        let rules: Vec<&str> = driver["rules"]
            .as_array()
            .unwrap()
            .iter()
            .map(|rule| rule["id"].as_str().unwrap())
            .collect();
        assert!(run["columnKind"] == "utf16CodeUnits" || run["columnKind"] == "unicodeCodePoints");
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), all.len());
        for result in results {
            assert!(rules.contains(&result["ruleId"].as_str().unwrap()));
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let kind = result["kind"].as_str().unwrap();
            let level = result["level"].as_str().unwrap();
            assert!(
                [
                    "pass",
                    "open",
                    "fail",
                    "informational",
                    "review",
                    "notApplicable"
                ]
                .contains(&kind)
            );
            assert!(["none", "note", "warning", "error"].contains(&level));
            assert_eq!(kind == "fail", level != "none");
            let place = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
            assert_eq!(place, "file:///home/a%20b/config.yaml");
        }
    }
}
