//! What known calls do, with the arguments that are literal.

use super::arguments::Argument;
use super::calls::Scan;
use super::library::Does;
use crate::effects::script::service;
use crate::effects::script::touch::{self, Action, HOLE};
use crate::model::{Capability, Certainty, Effect, Marks, Reach, RiskClass, Span};

impl Scan<'_, '_> {
    pub(super) fn apply(&mut self, does: Does, name: &str, arguments: &[Argument], span: &Span) {
        let text = |index: usize| arguments.get(index).and_then(|a| a.text.as_deref());
        let file = |action, index: usize, reach| {
            touch::file(action, text(index), reach, span.clone(), self.context)
        };
        let private = if self.reads_private {
            Marks::SENDS_CONTENT
        } else {
            Marks::empty()
        };
        let found: Vec<Effect> = match does {
            Does::Read => vec![file(Action::Read, 0, Reach::One)],
            Does::Write => vec![file(Action::Write, 0, Reach::One)],
            Does::Delete(tree) => {
                let reach = if tree { Reach::Tree } else { Reach::One };
                vec![file(Action::Delete, 0, reach)]
            }
            Does::Permission => vec![file(Action::Permission, 0, Reach::One)],
            Does::Move => vec![touch::with_file(
                file(Action::Write, 0, Reach::Tree),
                Action::Write,
                text(1),
                Reach::One,
                self.context,
            )],
            Does::Copy => vec![
                file(Action::Read, 0, Reach::Tree),
                file(Action::Write, 1, Reach::One),
            ],
            Does::Shell => touch::shell(text(0), span, self.context),
            Does::Spawn => {
                let mut words = vec![text(0).map(str::to_owned)];
                let rest = self.words(arguments.get(1));
                if rest.is_empty() && arguments.len() > 1 {
                    words.push(None);
                }
                words.extend(rest);
                touch::argv(&words, span, self.context)
            }
            Does::List => touch::argv(&self.words(arguments.first()), span, self.context),
            Does::Fetch if self.sends(arguments) => vec![sent(text(0), span, private)],
            Does::Fetch if name.ends_with("XMLHttpRequest") => Vec::new(),
            Does::Fetch | Does::Navigate => {
                let fetch = Effect::new(Capability::NET_FETCH, RiskClass::Read, span.clone());
                let computed = text(0).is_none_or(|text| text.contains(HOLE));
                let marks = if computed && self.reads_private {
                    Marks::EXFILTRATION | Marks::SENDS_CONTENT
                } else {
                    Marks::empty()
                };
                vec![located(fetch, text(0)).marked(marks)]
            }
            Does::Request => match text(0) {
                Some(method) if method.eq_ignore_ascii_case("get") => {
                    let fetch = Effect::new(Capability::NET_FETCH, RiskClass::Read, span.clone());
                    vec![located(fetch, text(1))]
                }
                Some(_) if text(1).is_some() => vec![sent(text(1), span, private)],
                _ => Vec::new(),
            },
            Does::Send => vec![sent(text(0), span, private)],
            Does::Code => {
                let fetched = self
                    .effects
                    .iter()
                    .any(|effect| effect.capability == Capability::NET_FETCH);
                let decoded = self.tokens.iter().any(|token| token.is("atob"));
                let marks = if fetched || decoded {
                    Marks::UNKNOWN_ORIGIN
                } else {
                    Marks::empty()
                };
                vec![
                    Effect::opaque(
                        Capability::CODE_EXEC,
                        span.clone(),
                        format!("`{name}` runs text as code"),
                    )
                    .marked(marks),
                ]
            }
            Does::Act => vec![Effect::opaque(
                Capability::new("browser.act"),
                span.clone(),
                format!("`{name}` acts on the page: what it sends is not shown"),
            )],
            Does::Kill => {
                let kill = Capability::new("process.kill");
                vec![
                    Effect::new(kill, RiskClass::LocalWrite, span.clone())
                        .uncertain(Certainty::Unresolved, "the process is computed"),
                ]
            }
            Does::Store => {
                let write = Capability::new("browser.write");
                vec![Effect::new(write, RiskClass::LocalWrite, span.clone())]
            }
            Does::Service(kind) => {
                let (risk, capability) = service::judge(kind, name);
                vec![Effect::new(capability, risk, span.clone()).uncertain(
                    Certainty::Unresolved,
                    "what the client library changes is not known",
                )]
            }
        };
        self.effects.extend(found);
    }
}

fn sent(url: Option<&str>, span: &Span, marks: Marks) -> Effect {
    let send = Effect::new(Capability::NET_SEND, RiskClass::ExternalWrite, span.clone());
    located(send, url).marked(marks)
}

/// The effect with its place. A relative address stays on the page's own site.
fn located(effect: Effect, text: Option<&str>) -> Effect {
    match text {
        Some(text) if text.starts_with('/') && !text.starts_with("//") => {
            effect.uncertain(Certainty::Unresolved, "the address is relative to the page")
        }
        other => touch::with_url(effect, other),
    }
}
