//! Calls that reach other machines and people.

use smol_str::format_smolstr;

use super::{last_word, text_of};
use crate::effects::script::python::calls::{Arguments, Site};
use crate::effects::script::python::reader::Reader;
use crate::effects::script::python::value::{HOLE, Instance, Origin, Text, Value};
use crate::effects::script::service::{self, Service};
use crate::effects::script::touch;
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass, Target};
use crate::target::recipient::{self, Hint};

impl Reader<'_, '_> {
    pub(super) fn fetch(
        &mut self,
        url: Option<&Value>,
        arguments: &Arguments,
        site: &Site,
    ) -> Value {
        let effect = Effect::new(Capability::NET_FETCH, RiskClass::Read, site.span.clone());
        let unknown = Value::Unknown;
        let query = arguments.named(&["params", "data", "json", "files", "content"]);
        let carried = url
            .into_iter()
            .chain(query)
            .map(Value::origin)
            .max()
            .unwrap_or_default();
        let mut marks = match carried {
            Origin::Secret => Marks::EXFILTRATION | Marks::SENDS_CONTENT | Marks::SECRET,
            Origin::Local => Marks::EXFILTRATION | Marks::SENDS_CONTENT,
            _ => Marks::empty(),
        };
        let body = arguments.named(&["data", "json", "files", "content"]);
        let effect = match body {
            Some(_) => Effect {
                capability: Capability::NET_SEND,
                risk: RiskClass::ExternalWrite,
                ..effect
            },
            None => effect,
        };
        for url in url.unwrap_or(&unknown).alternatives() {
            let located = match url {
                // A request object that was made from a URL.
                Value::Instance(instance) => touch::with_url(
                    effect.clone(),
                    instance.place.as_ref().map(|t| t.text.as_str()),
                ),
                other => touch::with_url(effect.clone(), text_of(other)),
            };
            self.effects.push(located.marked(marks));
            marks |= Marks::empty();
        }
        Value::Instance(Instance {
            name: format_smolstr!("{}()", site.name),
            origin: Origin::Network,
            place: match url {
                Some(Value::Text(text)) => Some(text.clone()),
                _ => None,
            },
        })
    }

    pub(super) fn send(
        &mut self,
        url: Option<&Value>,
        arguments: &Arguments,
        site: &Site,
    ) -> Value {
        let risk = if site.name.ends_with(".delete") {
            RiskClass::Delete
        } else {
            RiskClass::ExternalWrite
        };
        let effect = Effect::new(Capability::NET_SEND, risk, site.span.clone())
            .marked(content_marks(arguments));
        let unknown = Value::Unknown;
        for url in url.unwrap_or(&unknown).alternatives() {
            self.effects
                .push(touch::with_url(effect.clone(), text_of(url)));
        }
        Value::instance(format_smolstr!("{}()", site.name), Origin::Network)
    }

    pub(super) fn connect(&mut self, address: Option<&Value>, site: &Site) -> Value {
        let name = match address {
            Some(Value::List(pair)) => pair.first().cloned(),
            Some(other) => Some(other.clone()),
            None => None,
        };
        let place = match name {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        };
        let effect = Effect::new(Capability::NET_FETCH, RiskClass::Read, site.span.clone());
        // Constructors may be called without an address and connected later.
        if address.is_some() {
            self.effects.push(host_target(effect, place.as_ref()));
        }
        Value::Instance(Instance {
            // A receiver that connects is the connection.
            name: site.name.rsplit_once("().").map_or_else(
                || format_smolstr!("{}()", site.name),
                |(receiver, _)| format_smolstr!("{receiver}()"),
            ),
            origin: Origin::Network,
            place,
        })
    }

    pub(super) fn mail(&mut self, index: usize, arguments: &Arguments, site: &Site) -> Value {
        let given = arguments.at(
            index,
            &[
                "to_addrs",
                "to",
                "recipients",
                "recipient_list",
                "to_emails",
            ],
        );
        let mut named: Vec<Value> = given.cloned().into_iter().collect();
        named.append(&mut self.recipients.clone());
        let effect = Effect::new(
            Capability::EMAIL_SEND,
            RiskClass::Communication,
            site.span.clone(),
        );
        let effect = with_recipients(effect, &named, Hint::Any);
        self.effects.push(effect.marked(content_marks(arguments)));
        Value::Plain
    }

    pub(super) fn service(
        &mut self,
        service: Service,
        arguments: &Arguments,
        site: &Site,
    ) -> Value {
        let result = Value::instance(format_smolstr!("{}()", site.name), Origin::Network);
        let method = last_word(&site.name);
        if method.starts_with(char::is_uppercase) {
            return result;
        }
        let (risk, capability) = service::judge(service, &site.name);
        let mut effect = Effect::new(capability, risk, site.span.clone());
        if risk == RiskClass::Communication {
            let keys = [
                "channel",
                "to",
                "chat_id",
                "user",
                "user_id",
                "room_id",
                "to_emails",
            ];
            let named: Vec<Value> = arguments.named(&keys).cloned().into_iter().collect();
            effect = with_recipients(effect, &named, Hint::Any);
        } else if risk != RiskClass::Read {
            effect = effect.uncertain(
                Certainty::Unresolved,
                "what the client library changes is not known",
            );
        }
        self.effects.push(effect.marked(content_marks(arguments)));
        result
    }
}

pub(super) fn content_marks(arguments: &Arguments) -> Marks {
    const CREDENTIALS: &[&str] = &["headers", "auth", "cookies", "cert", "token", "api_key"];
    let keywords = arguments.keywords.iter();
    let origin = keywords
        .filter(|(key, _)| !CREDENTIALS.contains(&key.as_str()))
        .map(|(_, value)| value.origin())
        .chain(arguments.positional.iter().map(Value::origin))
        .max()
        .unwrap_or_default();
    match origin {
        Origin::Secret => Marks::SENDS_CONTENT | Marks::SECRET,
        Origin::Local => Marks::SENDS_CONTENT,
        _ => Marks::empty(),
    }
}

pub(super) fn host_target(effect: Effect, place: Option<&Text>) -> Effect {
    match place.and_then(|text| touch::host_named(&text.text)) {
        Some(host) => effect.with(Target::Host(host)),
        None => effect.uncertain(Certainty::Unresolved, "the host is computed"),
    }
}

pub(super) fn with_recipients(mut effect: Effect, named: &[Value], hint: Hint) -> Effect {
    let mut known = false;
    let mut unknown = named.is_empty();
    let mut texts: Vec<&Value> = Vec::new();
    for value in named {
        match value {
            Value::List(items) | Value::OneOf(items) => texts.extend(items),
            other => texts.push(other),
        }
    }
    for value in texts {
        let Some(text) = text_of(value).filter(|text| !text.contains(HOLE)) else {
            unknown = true;
            continue;
        };
        for recipient in recipient::recipients(text, hint) {
            known = true;
            effect = effect.with(Target::Recipient(recipient));
        }
    }
    if unknown || !known {
        return effect.uncertain(Certainty::Unresolved, "a recipient is computed");
    }
    effect
}
