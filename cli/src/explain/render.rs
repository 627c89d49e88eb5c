//! A decision for people: the guilty piece underlined as compilers do, the effects in a table,
//! the rules that spoke, and what would have allowed it.

use agentsfence_core::explain::AnswerEffect;
use agentsfence_core::model::{Certainty, Decision, Effect, Opinion, Stage, Verdict};
use owo_colors::OwoColorize;

use super::Explained;
use super::snippet::{snippet, visible};
use crate::ui::wrapped;

/// The whole explanation. With `all`, every opinion of the trace and the bounds, not only what the
/// verdict rests on.
pub fn decision(explained: &Explained, all: bool) -> String {
    let decision = &explained.decision;
    let mut text = headline(decision);
    for note in &explained.notes {
        text.push_str(&line(&format!("  {}", note.dimmed()), 2));
    }
    text.push_str(&snippet(&explained.args, decision));
    text.push_str(&effects(&decision.effects));
    text.push_str(&trace(decision, all));
    text.push_str(&remedies(decision));
    if all {
        text.push_str(&bounds(&explained.bounds));
    }
    text
}

/// Only the effects, for `classify`.
pub fn classification(tool: &str, found: &[Effect]) -> String {
    let worst = found.iter().map(|effect| effect.risk).max();
    let class = worst.map_or_else(String::new, |risk| risk.to_string());
    format!("{} {tool}\n{}", class.bold(), effects(found))
}

/// A line of the explanation, broken where it is too long.
fn line(text: &str, indent: usize) -> String {
    format!("{}\n", wrapped(text.trim_end(), &" ".repeat(indent)))
}

fn headline(decision: &Decision) -> String {
    let mut text = format!(
        "{} {} ({})\n",
        paint(decision.verdict),
        visible(&decision.tool).bold(),
        decision.risk,
    );
    text.push_str(&line(&format!("  {}", visible(&decision.reason)), 2));
    text.push_str(&line(&format!("  rule {}", decision.rule.bold()), 2));
    text
}

fn paint(verdict: Verdict) -> String {
    match verdict {
        Verdict::Allow => verdict.as_str().green().bold().to_string(),
        Verdict::AskUser => verdict.as_str().yellow().bold().to_string(),
        Verdict::Block => verdict.as_str().red().bold().to_string(),
    }
}

/// An effect in words, for the label of its piece.
pub(super) fn in_words(effect: &Effect) -> String {
    let view = AnswerEffect::new(effect);
    let targets = targets(&view);
    let sure = match effect.certainty {
        Certainty::Exact => "",
        Certainty::Unresolved => " (target not known)",
        Certainty::Opaque => " (hidden code)",
    };
    let on = if targets.is_empty() {
        String::new()
    } else {
        format!(" {targets}")
    };
    format!("{}{on}{sure}", view.capability)
}

fn targets(view: &AnswerEffect<'_>) -> String {
    let mut all: Vec<String> = Vec::new();
    all.extend(view.recipients.iter().map(|name| visible(name)));
    all.extend(view.paths.iter().map(|path| visible(path)));
    all.extend(view.hosts.iter().map(|host| visible(host)));
    all.extend(view.resources.iter().map(|name| visible(name)));
    all.extend(view.amounts.iter().cloned());
    let more = all.len().saturating_sub(4);
    all.truncate(4);
    let mut text = all.join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

fn effects(found: &[Effect]) -> String {
    let views: Vec<_> = found.iter().map(AnswerEffect::new).collect();
    let width = views
        .iter()
        .map(|view| view.capability.len())
        .max()
        .unwrap_or_default();
    let mut text = format!("\n{}\n", "effects".bold());
    for (view, effect) in views.iter().zip(found) {
        let certainty = match view.certainty {
            Certainty::Exact => "exact",
            Certainty::Unresolved => "unresolved",
            Certainty::Opaque => "opaque",
        };
        let mut row = format!(
            "  {:<17} {:<width$} {certainty:<10} {}",
            view.risk,
            view.capability,
            targets(view)
        );
        if let Some(why) = &effect.why {
            row.push_str(&format!(" ({})", visible(why)));
        }
        if !view.marks.is_empty() {
            row.push_str(&format!(" [{}]", view.marks.join(" ")));
        }
        text.push_str(&line(&row, 20));
    }
    text
}

/// The rules that spoke. The one that decided comes first; without `all` the others are left out
/// where the verdict does not need them.
fn trace(decision: &Decision, all: bool) -> String {
    let decides =
        |opinion: &&Opinion| opinion.rule == decision.rule && opinion.verdict == decision.verdict;
    let defaulted = decision
        .trace
        .iter()
        .any(|opinion| decides(&opinion) && opinion.stage == Stage::Default);
    let needed = |opinion: &&Opinion| {
        all || (opinion.verdict == decision.verdict
            && (defaulted || opinion.stage != Stage::Default))
    };
    let others = decision.trace.iter().filter(|opinion| !decides(opinion));
    let first = decision.trace.iter().filter(decides);
    let shown: Vec<&Opinion> = first.chain(others.filter(needed)).collect();
    if shown.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", "rules".bold());
    for opinion in shown {
        text.push_str(&opinion_in_words(opinion));
    }
    text
}

fn opinion_in_words(opinion: &Opinion) -> String {
    let effect = opinion
        .effect
        .map_or_else(String::new, |index| format!(" (effect {})", index + 1));
    let said = format!(
        "  {:<8} {}{effect}: {}",
        opinion.verdict,
        opinion.rule,
        visible(&opinion.reason)
    );
    let mut text = line(&said, 11);
    if let Some(words) = &opinion.cites {
        let rests = format!("           rests on: {}", visible(words).italic());
        text.push_str(&line(&rests, 13));
    }
    text
}

fn remedies(decision: &Decision) -> String {
    if decision.verdict == Verdict::Allow {
        return String::new();
    }
    let mut text = format!("\n{}\n", "what would allow it".bold());
    if decision.allow_by.is_empty() {
        text.push_str("  nothing that can be said in this task\n");
    }
    for remedy in &decision.allow_by {
        text.push_str(&line(&format!("  {} {}", "→".cyan(), visible(remedy)), 4));
    }
    text
}

fn bounds(bounds: &[String]) -> String {
    if bounds.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", "the bounds".bold());
    for bound in bounds {
        text.push_str(&line(&format!("  {}", visible(bound)), 4));
    }
    text
}
