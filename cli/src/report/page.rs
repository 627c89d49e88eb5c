//! The page itself.

use std::fmt::Write as _;

use agentsfence_core::model::Verdict;

use super::{DecisionLine, Report, SessionReport, chart, when};

const STYLE: &str = "
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--dim:#667;--line:#d8dde3;--allow:#2e8b57;--ask:#c98a00;--block:#c0392b}
@media(prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e6e9ec;--dim:#99a;--line:#333a41;--allow:#4fbf84;--ask:#e0b040;--block:#ef6a5a}}
body{background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif;max-width:68rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}.dim{color:var(--dim)}
.cards{display:flex;gap:1rem;flex-wrap:wrap;margin:1rem 0}.card{border:1px solid var(--line);border-radius:.5rem;padding:.6rem 1rem;min-width:7rem}
.card b{display:block;font-size:1.6rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2rem .6rem .2rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}td.bar{width:35%;white-space:nowrap}td.bar span{display:inline-block;height:.7rem}
span.allow{background:var(--allow)}span.ask{background:var(--ask)}span.block{background:var(--block)}rect.allow{fill:var(--allow)}rect.ask{fill:var(--ask)}rect.block{fill:var(--block)}
.v{font-weight:600;white-space:nowrap}.v.allow{color:var(--allow)}.v.ask{color:var(--ask)}.v.block{color:var(--block)}
details{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;padding:.4rem .8rem}summary{cursor:pointer}
blockquote{margin:.4rem 0;padding-left:.8rem;border-left:3px solid var(--line);white-space:pre-wrap}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
";

/// The page as text.
pub fn html(report: &Report) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>AgentsFence report</title><style>{STYLE}</style></head><body>\
         <h1>AgentsFence</h1><p class=\"dim\">{}, made {}</p>",
        escape(&report.source),
        escape(&report.made)
    );
    cards(report, &mut page);
    section(
        &mut page,
        "Decisions over time",
        &chart::timeline(&report.days),
    );
    section(
        &mut page,
        "Questions in a hundred calls",
        &chart::questions(&report.days),
    );
    section(&mut page, "By tool", &chart::bars(&report.tools));
    section(&mut page, "By rule", &chart::bars(&report.rules));
    page.push_str("<h2>Sessions</h2>");
    for session in report.in_order() {
        one_session(session, &mut page);
    }
    page.push_str("</body></html>\n");
    page
}

fn cards(report: &Report, page: &mut String) {
    let calls = report.calls;
    page.push_str("<div class=\"cards\">");
    for (value, name) in [
        (calls.all().to_string(), "calls"),
        (calls.allowed.to_string(), "allowed"),
        (calls.asked.to_string(), "asked"),
        (calls.blocked.to_string(), "blocked"),
        (
            format!("{:.1}", calls.ask_rate()),
            "questions in a hundred calls",
        ),
        (report.sessions.len().to_string(), "sessions"),
    ] {
        let _ = write!(page, "<div class=\"card\"><b>{value}</b>{name}</div>");
    }
    page.push_str("</div>");
}

fn section(page: &mut String, title: &str, content: &str) {
    let _ = write!(page, "<h2>{title}</h2>{content}");
}

fn one_session(session: &SessionReport, page: &mut String) {
    let calls = session.calls;
    let _ = write!(
        page,
        "<details><summary><code>{}</code> {} calls, {} asked, {} blocked</summary>",
        escape(&session.id),
        calls.all(),
        calls.asked,
        calls.blocked
    );
    for words in &session.words {
        let _ = write!(page, "<blockquote>{}</blockquote>", escape(words));
    }
    if !session.policy.is_empty() {
        page.push_str("<ul class=\"policy\">");
        for line in &session.policy {
            let _ = write!(page, "<li>{}</li>", escape(line));
        }
        page.push_str("</ul>");
    }
    page.push_str("<table><tbody>");
    for line in &session.decisions {
        decision(line, page);
    }
    page.push_str("</tbody></table>");
    if session.more > 0 {
        let _ = write!(page, "<p class=\"dim\">and {} more</p>", session.more);
    }
    page.push_str("</details>");
}

fn decision(line: &DecisionLine, page: &mut String) {
    let class = match line.verdict {
        Verdict::Allow => "allow",
        Verdict::AskUser => "ask",
        Verdict::Block => "block",
    };
    let time = line
        .at
        .and_then(|at| when(at, "%m-%d %H:%M:%S"))
        .unwrap_or_default();
    let _ = write!(
        page,
        "<tr><td class=\"dim\">{time}</td><td class=\"v {class}\">{}</td><td><code>{}</code></td>\
         <td><code>{}</code><br><span class=\"dim\">{}: {}</span></td></tr>",
        line.verdict,
        escape(&line.tool),
        escape(&line.action),
        escape(&line.rule),
        escape(&line.reason)
    );
}

/// Text as HTML text: nothing in it is markup, and hidden direction marks are shown.
pub(super) fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => html.push('␦'),
            other => html.push(other),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_call_says_never_becomes_markup() {
        let mut report = Report::new("a test");
        report.session("s").words.push("<b>do it</b>".to_owned());
        report.add(
            "s",
            DecisionLine {
                at: Some(0),
                verdict: Verdict::Block,
                tool: "<script>".to_owned(),
                rule: "r".to_owned(),
                reason: "\"x\"".to_owned(),
                action: "</code>".to_owned(),
            },
        );
        let page = html(&report);
        assert!(!page.contains("<script>") && !page.contains("<b>do it"));
        assert!(page.contains("&lt;script&gt;") && page.contains("<b>1</b>blocked"));
    }
}
