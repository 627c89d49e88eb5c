//! Charts as inline SVG: stacked bars by day, and bars by name.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::page::escape;
use crate::replay::summary::Counts;

/// Bars of the chart by name; the rest is folded into one line.
const NAMES: usize = 20;
/// Days of the timeline, newest last.
const DAYS: usize = 60;
/// Pixels.
const HEIGHT: usize = 120;
const BAR: usize = 12;

/// Decisions by day, stacked: allowed, asked, blocked.
pub(super) fn timeline(days: &BTreeMap<String, Counts>) -> String {
    let most = newest(days).map(|(_, counts)| counts.all()).max();
    let most = most.unwrap_or(1).max(1);
    by_day(days, "decisions by day", |counts| {
        let parts = stack(counts);
        let parts = parts.map(|(class, count)| (class, (count * (HEIGHT - 2)).div_ceil(most)));
        (in_words(counts), parts.collect())
    })
}

/// How many of a hundred calls asked, by day.
pub(super) fn questions(days: &BTreeMap<String, Counts>) -> String {
    by_day(days, "questions in a hundred calls by day", |counts| {
        let height = (counts.asked * (HEIGHT - 2)).div_ceil(counts.all().max(1));
        let words = format!("{:.1} questions in a hundred calls", counts.ask_rate());
        (words, vec![("ask", height)])
    })
}

fn newest(days: &BTreeMap<String, Counts>) -> impl Iterator<Item = (&String, &Counts)> {
    days.iter().skip(days.len().saturating_sub(DAYS))
}

/// A bar a day: what it says, and its parts from the bottom with their heights.
fn by_day(
    days: &BTreeMap<String, Counts>,
    name: &str,
    bar: impl Fn(Counts) -> (String, Vec<(&'static str, usize)>),
) -> String {
    if days.is_empty() {
        return "<p class=\"dim\">no times are known</p>".to_owned();
    }
    let width = newest(days).count() * (BAR + 4);
    let mut svg = format!(
        "<svg role=\"img\" aria-label=\"{name}\" viewBox=\"0 0 {width} {HEIGHT}\" height=\"{HEIGHT}\">"
    );
    for (index, (day, counts)) in newest(days).enumerate() {
        let x = index * (BAR + 4);
        let mut y = HEIGHT;
        let (words, parts) = bar(*counts);
        let _ = write!(svg, "<g><title>{}: {words}</title>", escape(day));
        for (class, height) in parts {
            y = y.saturating_sub(height);
            let _ = write!(
                svg,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{BAR}\" height=\"{height}\"/>"
            );
        }
        svg.push_str("</g>");
    }
    let first = newest(days).next().map_or("", |(day, _)| day.as_str());
    let last = newest(days).last().map_or("", |(day, _)| day.as_str());
    let _ = write!(
        svg,
        "</svg><p class=\"dim\">{} to {}</p>",
        escape(first),
        escape(last)
    );
    svg
}

/// A table of names with a bar each, most decisions first.
pub(super) fn bars(rows: &BTreeMap<String, Counts>) -> String {
    let mut rows: Vec<_> = rows.iter().collect();
    rows.sort_by(|a, b| b.1.all().cmp(&a.1.all()).then_with(|| a.0.cmp(b.0)));
    let most = rows.first().map_or(1, |(_, counts)| counts.all()).max(1);
    let mut html = String::from(
        "<table><thead><tr><th>name</th><th class=\"n\">allowed</th><th class=\"n\">asked</th><th class=\"n\">blocked</th><th></th></tr></thead><tbody>",
    );
    for (name, counts) in rows.iter().take(NAMES) {
        let _ = write!(
            html,
            "<tr><td><code>{}</code></td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"bar\">",
            escape(name),
            counts.allowed,
            counts.asked,
            counts.blocked
        );
        for (class, count) in stack(**counts) {
            let percent = count * 100 / most;
            let _ = write!(
                html,
                "<span class=\"{class}\" style=\"width:{percent}%\"></span>"
            );
        }
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table>");
    let folded = rows.len().saturating_sub(NAMES);
    if folded > 0 {
        let _ = write!(html, "<p class=\"dim\">and {folded} more</p>");
    }
    html
}

/// The counts of a stacked bar with the class that colours each, zeros left out.
fn stack(counts: Counts) -> impl Iterator<Item = (&'static str, usize)> {
    [
        ("allow", counts.allowed),
        ("ask", counts.asked),
        ("block", counts.blocked),
    ]
    .into_iter()
    .filter(|(_, count)| *count > 0)
}

fn in_words(counts: Counts) -> String {
    format!(
        "{} allowed, {} asked, {} blocked",
        counts.allowed, counts.asked, counts.blocked
    )
}
