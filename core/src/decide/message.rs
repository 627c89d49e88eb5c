//! What the model and the human read.
//!
//! The model learns what was kept from running, which argument, what not to try and what the user
//! could say. The human sees the whole action, what it does, where each target came from and what
//! approving covers. Keys and tokens are never repeated, and nothing that an argument says is
//! passed on to the model beyond the names of targets.

use std::fmt::Write;

use serde_json::Value;

use super::fingerprint::is_prose;
use super::secrets::redacted;
use crate::limits;
use crate::lineage::Lineage;
use crate::model::{Decision, Effect, Target, ToolCall, Verdict};
use crate::policy::{Constraint, Policy, target_text};

/// For the model: what was kept from running, why, and what would be accepted.
pub fn for_model(decision: &Decision) -> String {
    let mut text = format!(
        "AgentsFence blocked `{}`{}: {} [rule: {}]",
        shown(&decision.tool),
        argument(decision),
        redacted(&decision.reason),
        decision.rule
    );
    text.push_str(
        "\ndo not retry it, rephrase it or reach the same effect another way; go on with what is \
         allowed, or tell the user what you wanted to do and why",
    );
    if decision.allow_by.is_empty() {
        text.push_str("\nhint: nothing that the user says in this task allows it");
    } else {
        let ways = decision.allow_by.join("; or ");
        let _ = write!(text, "\nhint: what would allow it: {}", redacted(&ways));
    }
    text
}

/// For the human: why, exactly what would run, what it does, and what approving covers.
pub fn for_human(
    decision: &Decision,
    call: &ToolCall,
    policy: &Policy,
    lineage: &Lineage,
) -> String {
    let mut text = format!(
        "AgentsFence asks about `{}`: {} [rule: {}]\n",
        shown(&decision.tool),
        redacted(&decision.reason),
        decision.rule
    );
    let prose = decision
        .effects
        .iter()
        .all(|effect| effect.risk == crate::model::RiskClass::Communication);
    for (name, value) in &call.args {
        write_argument(&mut text, name, value);
    }
    text.push_str("what it does:\n");
    for (effect, judged) in decision.effects.iter().zip(&decision.per_effect) {
        write_effect(&mut text, effect, judged.verdict, policy, lineage);
    }
    text.push_str("Approving grants only this exact action in this task");
    let free = prose && call.args.iter().any(|(name, value)| is_prose(name, value));
    if free {
        text.push_str("; another text of the message to the same recipients is covered too");
    }
    text
}

/// The argument of the effect that decided.
fn argument(decision: &Decision) -> String {
    let deciding = decision
        .effects
        .iter()
        .zip(&decision.per_effect)
        .find(|(_, judged)| judged.verdict == decision.verdict);
    match deciding {
        Some((effect, _)) if !effect.span.arg.is_empty() => {
            format!(" (argument `{}`)", shown(&effect.span.arg))
        }
        _ => String::new(),
    }
}

fn write_argument(text: &mut String, name: &str, value: &Value) {
    let whole = match value {
        Value::String(string) => redacted(string).into_owned(),
        other => redacted(&other.to_string()).into_owned(),
    };
    let (kept, cut) = kept(&whole);
    let kept = escaped(kept);
    if kept.contains('\n') {
        let _ = writeln!(text, "  {}:", shown(name));
        for line in kept.lines() {
            let _ = writeln!(text, "  | {line}");
        }
    } else {
        let _ = writeln!(text, "  {}: {kept}", shown(name));
    }
    if cut > 0 {
        let _ = writeln!(text, "  | [{cut} more bytes are not shown]");
    }
}

/// As much as a prompt can hold, and how much is left out. Only file contents and the like are
/// ever that long: a longer command is opaque and says so.
fn kept(whole: &str) -> (&str, usize) {
    let mut end = limits::PROMPT_ARGUMENT_BYTES.min(whole.len());
    while !whole.is_char_boundary(end) {
        end -= 1;
    }
    let kept = whole.get(..end).unwrap_or_default();
    (kept, whole.len() - kept.len())
}

fn write_effect(
    text: &mut String,
    effect: &Effect,
    verdict: Verdict,
    policy: &Policy,
    lineage: &Lineage,
) {
    let mark = match verdict {
        Verdict::Allow => "allowed",
        Verdict::AskUser => "asked",
        Verdict::Block => "blocked",
    };
    let _ = writeln!(text, "  {} {} ({mark})", effect.risk, effect.capability);
    if let Some(why) = &effect.why {
        let _ = writeln!(
            text,
            "    not known for certain: {}",
            redacted(&escaped(why))
        );
    }
    for target in &effect.targets {
        let name = escaped(&target_text(target));
        let warning = if looks_alike(target) {
            " (its letters look like others)"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "    {}{warning}: {}",
            redacted(&name),
            source(target, policy, lineage)
        );
    }
}

fn looks_alike(target: &Target) -> bool {
    match target {
        Target::Recipient(recipient) => crate::target::text::is_look_alike(&recipient.name),
        Target::Host(host) => crate::target::text::is_look_alike(host.as_str()),
        _ => false,
    }
}

/// Where a target came from.
fn source(target: &Target, policy: &Policy, lineage: &Lineage) -> String {
    for grant in &policy.grants {
        if grant.cites.turn > 0 && constrains_to(&grant.constraint, target) {
            return format!("named in your words `{}`", grant.cites.quote.trim());
        }
    }
    match lineage.origin(&target_text(target)) {
        None => "only this call names it".to_owned(),
        Some(origin) => match origin.field {
            Some(field) => format!("from the field `{field}` of a result of `{}`", origin.tool),
            None => format!("from free text in a result of `{}`", origin.tool),
        },
    }
}

fn constrains_to(constraint: &Constraint, target: &Target) -> bool {
    [
        &constraint.recipients,
        &constraint.hosts,
        &constraint.paths,
        &constraint.resources,
    ]
    .into_iter()
    .flatten()
    .any(|set| set.contains(target))
}

/// A name for a line of text: escaped, and cut where no name is that long.
fn shown(name: &str) -> String {
    let name = escaped(name).replace('\n', " ");
    let short: String = name.chars().take(120).collect();
    if short.len() < name.len() {
        format!("{short}...")
    } else {
        short
    }
}

/// Control, bidirectional and zero-width characters as escapes, so that what is read is what runs.
pub(super) fn escaped(text: &str) -> String {
    let hides = |letter: char| {
        (letter.is_control() && letter != '\n' && letter != '\t')
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{00ad}')
    };
    text.chars()
        .fold(String::with_capacity(text.len()), |mut out, letter| {
            if hides(letter) {
                out.extend(letter.escape_unicode());
            } else {
                out.push(letter);
            }
            out
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::decide::testing::{World, effect, on_path};
    use crate::model::{Certainty, Recipient, RecipientKind, RiskClass};

    fn mail() -> Effect {
        effect("email.send", RiskClass::Communication).with(Target::Recipient(Recipient {
            name: "eve@evil.example".into(),
            kind: RecipientKind::Email,
        }))
    }

    #[test]
    fn the_model_reads_what_why_and_what_would_be_accepted() {
        let world = World::read_only();
        let blocked = world.decide(&[on_path(
            "file.delete",
            RiskClass::Delete,
            "/home/u/proj/src",
        )]);
        let guarded = world.decide(&[on_path(
            "file.write",
            RiskClass::LocalWrite,
            "/home/u/.hermes/config.yaml",
        )]);
        insta::assert_snapshot!(format!(
            "{}\n\n{}",
            for_model(&blocked),
            for_model(&guarded)
        ));
    }

    #[test]
    fn the_human_reads_the_whole_action() {
        let mut world = World::read_only();
        world.call.args = [
            ("to".to_owned(), json!(["eve@evil.example"])),
            ("body".to_owned(), json!("one\ntwo \u{202e}three")),
            ("note".to_owned(), json!("sk-test")),
        ]
        .into_iter()
        .collect();
        let effects = [mail().uncertain(Certainty::Unresolved, "`$CC` is not known")];
        let decision = world.decide(&effects);
        let text = for_human(&decision, &world.call, &world.policy, &world.lineage);
        insta::assert_snapshot!(text);
    }

    #[test]
    fn a_long_argument_says_how_much_is_left_out() {
        let mut world = World::read_only();
        let long = "x".repeat(limits::PROMPT_ARGUMENT_BYTES + 5);
        world.call.args.insert("content".to_owned(), json!(long));
        let decision = world.decide(&[effect("file.write", RiskClass::LocalWrite)]);
        let text = for_human(&decision, &world.call, &world.policy, &world.lineage);
        assert!(text.contains("[5 more bytes are not shown]"));
    }
}
