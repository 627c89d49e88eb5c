//! What a web request does, by its method and where it goes: shared by curl, wget and httpie.

use super::super::value::Field;
use crate::model::{Capability, Effect, Marks, RiskClass, Span, Target};

/// Requests that send a message to people: host (or its end) and the beginning of the path.
const MESSAGES: [(&str, &str); 16] = [
    ("hooks.slack.com", "/"),
    ("slack.com", "/api/chat."),
    ("discord.com", "/api/"),
    ("discordapp.com", "/api/webhooks"),
    ("api.telegram.org", "/bot"),
    ("outlook.office.com", "/webhook"),
    (".webhook.office.com", "/"),
    ("chat.googleapis.com", "/"),
    ("api.twilio.com", "/"),
    ("api.sendgrid.com", "/v3/mail/"),
    ("api.mailgun.net", "/"),
    ("api.resend.com", "/emails"),
    ("api.postmarkapp.com", "/email"),
    ("graph.facebook.com", "/"),
    ("open.feishu.cn", "/open-apis/bot"),
    ("ntfy.sh", "/"),
];

/// Requests that move money.
const PAYMENTS: [(&str, &str); 8] = [
    ("api.stripe.com", "/"),
    ("api.paypal.com", "/"),
    ("api-m.paypal.com", "/"),
    ("connect.squareup.com", "/"),
    ("api.wise.com", "/"),
    ("api.coinbase.com", "/"),
    ("api.binance.com", "/"),
    ("api.razorpay.com", "/"),
];

/// A request.
#[derive(Debug, Default)]
pub(super) struct Request {
    /// The method in upper case; `None`: it follows from the body.
    pub(super) method: Option<String>,
    /// The method is not known before the command runs.
    pub(super) method_unknown: bool,
    /// It has a body.
    pub(super) body: bool,
}

impl Request {
    /// Sets the method from a word.
    pub(super) fn method(&mut self, word: &Field) {
        match word.exact() {
            Some(text) => self.method = Some(text.to_ascii_uppercase()),
            None => self.method_unknown = true,
        }
    }

    /// The effect of the request on what `targets` name.
    pub(super) fn effect(&self, targets: &[Target], span: &Span) -> Effect {
        let (capability, risk) = self.class(targets);
        let mut effect = Effect::new(capability, risk, span.clone());
        effect.targets = targets.to_vec();
        effect
    }

    fn class(&self, targets: &[Target]) -> (Capability, RiskClass) {
        let write = match self.method.as_deref() {
            _ if self.method_unknown => true,
            Some("GET" | "HEAD" | "OPTIONS") => false,
            Some("DELETE") => return (Capability::new("net.delete"), RiskClass::Delete),
            Some(_) => true,
            None => self.body,
        };
        if !write {
            return (Capability::NET_FETCH, RiskClass::Read);
        }
        if targets.iter().any(|target| goes_to(target, &PAYMENTS)) {
            return (Capability::new("payment.send"), RiskClass::Financial);
        }
        if targets.iter().any(|target| goes_to(target, &MESSAGES)) {
            return (Capability::MESSAGE_SEND, RiskClass::Communication);
        }
        (Capability::NET_SEND, RiskClass::ExternalWrite)
    }
}

fn goes_to(target: &Target, places: &[(&str, &str)]) -> bool {
    let Target::Url(target) = target else {
        return false;
    };
    let Some(host) = &target.host else {
        return false;
    };
    let path = target
        .url
        .split_once("://")
        .and_then(|(_, rest)| rest.find('/').and_then(|at| rest.get(at..)))
        .unwrap_or("/");
    places.iter().any(|(name, start)| {
        let same = match name.strip_prefix('.') {
            Some(_) => host.as_str().ends_with(name),
            None => host.as_str() == *name,
        };
        same && path.starts_with(start)
    })
}

/// A request that carries content of this machine is no mere read.
pub(super) fn with_content(mut effect: Effect, marks: Marks) -> Effect {
    effect.marks |= marks;
    if effect.risk == RiskClass::Read && marks.contains(Marks::SENDS_CONTENT) {
        effect.risk = RiskClass::ExternalWrite;
        effect.capability = Capability::NET_SEND;
    }
    effect
}

/// The file name that a download of the URL gets: what stands behind the last slash.
pub(super) fn file_name(url: &Field) -> Option<Field> {
    let text = url.known_start();
    let path = text.split(['?', '#']).next().unwrap_or(text);
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let (_, name) = path.rsplit_once('/')?;
    if name.is_empty() {
        return None;
    }
    Some(Field::known(name, url.span.clone()))
}
