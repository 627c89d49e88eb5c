//! Targets in plain words, for people: "`a.pdf`, `b.pdf` or what an earlier result shows for them".
//! One thing that is matched in several spellings is said once.

use super::{DescribedSet, TargetPattern, TargetSet};

impl TargetSet {
    /// Whether nothing is named and the whole of the words is what selects: they are cited anyway.
    pub(super) fn is_only_described(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(TargetPattern::is_all_words)
    }
}

impl TargetPattern {
    fn is_all_words(&self) -> bool {
        let Self::Described(set) = self else {
            return false;
        };
        matches!(set.selectors.as_slice(), [only] if only.trim() == set.words)
    }

    /// A name for one that is named, with the name's shortest spelling for comparing.
    fn named(&self) -> Option<(String, String)> {
        let (said, name) = match self {
            Self::Path(path) => (format!("`{path}`"), path.to_string()),
            Self::Tree(path) => (format!("`{path}` and below"), path.to_string()),
            Self::PathGlob(text) | Self::Literal(text) => (format!("`{text}`"), text.clone()),
            Self::Host(host) => (format!("`{host}`"), host.to_string()),
            Self::Domain(host) => (format!("`{host}` and below"), host.to_string()),
            Self::Recipient(recipient) => {
                (format!("`{}`", recipient.name), recipient.name.to_string())
            }
            Self::RecipientDomain(host) => {
                (format!("anyone at `{host}`"), format!("anyone at {host}"))
            }
            Self::Resource(resource) => (
                format!("{} `{}`", resource.kind, resource.name),
                resource.name.to_string(),
            ),
            Self::Described(_) => return None,
        };
        Some((said, spelling(&name)))
    }
}

/// `#General` and `general` are one name, and so are `/home/u/a.pdf` and `a.pdf`.
fn spelling(name: &str) -> String {
    let last = name.rsplit('/').next().unwrap_or(name);
    last.trim_start_matches(['#', '@']).to_lowercase()
}

/// The targets joined by "or"; "nobody" for none.
pub(super) fn in_words(patterns: &[TargetPattern]) -> String {
    let mut known: Vec<String> = Vec::new();
    let mut parts: Vec<String> = Vec::new();
    for (said, name) in patterns.iter().filter_map(TargetPattern::named) {
        if !known.contains(&name) {
            known.push(name);
            parts.push(said);
        }
    }
    let mut shown: Vec<String> = Vec::new();
    let mut shown_for_known = false;
    for pattern in patterns.iter().filter(|pattern| !pattern.is_all_words()) {
        let TargetPattern::Described(set) = pattern else {
            continue;
        };
        let is_known = |selector: &String| known.contains(&spelling(selector));
        if !set.selectors.is_empty() && set.selectors.iter().all(is_known) {
            shown_for_known = true;
            continue;
        }
        let said = described(set);
        if !shown.contains(&said) {
            shown.push(said);
        }
    }
    if shown_for_known {
        let what = if parts.len() == 1 { "it" } else { "them" };
        shown.insert(0, format!("what an earlier result shows for {what}"));
    }
    parts.append(&mut shown);
    if parts.is_empty() {
        return "nobody".to_owned();
    }
    listed(&parts, "or")
}

fn described(set: &DescribedSet) -> String {
    let names: Vec<String> = set
        .selectors
        .iter()
        .map(|selector| match selector.split_once(':') {
            Some((end @ ("max" | "min"), of)) => format!("the {end}imum {of}"),
            _ => format!("`{selector}`"),
        })
        .collect();
    if names.is_empty() {
        return "what an earlier result shows".to_owned();
    }
    format!("what an earlier result shows for {}", listed(&names, "and"))
}

/// "a", "a or b", "a, b or c".
pub(super) fn listed(parts: &[String], last: &str) -> String {
    match parts {
        [most @ .., end] if !most.is_empty() => format!("{} {last} {end}", most.join(", ")),
        _ => parts.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(name: &str) -> TargetPattern {
        TargetPattern::Literal(name.to_owned())
    }

    fn shown(selectors: &[&str]) -> TargetPattern {
        TargetPattern::Described(DescribedSet {
            words: "words".to_owned(),
            fields: Vec::new(),
            selectors: selectors.iter().map(|text| (*text).to_owned()).collect(),
        })
    }

    #[test]
    fn spellings_of_one_name_are_said_once() {
        let set = [
            literal("#general"),
            literal("general"),
            shown(&["#general"]),
        ];
        assert_eq!(
            in_words(&set),
            "`#general` or what an earlier result shows for it"
        );
    }

    #[test]
    fn what_is_shown_for_other_names_names_them() {
        let set = [literal("Ana"), literal("Bob"), shown(&["max:rating"])];
        assert_eq!(
            in_words(&set),
            "`Ana`, `Bob` or what an earlier result shows for the maximum rating"
        );
        assert_eq!(in_words(&[shown(&[])]), "what an earlier result shows");
        assert_eq!(in_words(&[]), "nobody");
    }
}
