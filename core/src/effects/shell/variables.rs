//! Environment variables before a command that make programs do more than they say.

use super::state::State;
use super::value::{Field, Stream};
use super::walk::Walker;
use crate::catalog::program::Role;
use crate::model::{Capability, Effect, Marks, Span};

impl Walker<'_> {
    /// What the variables do to a program that sees them.
    pub(super) fn variables_of_command(
        &mut self,
        set: &[(String, Field)],
        span: &Span,
        state: &mut State,
    ) {
        for (name, value) in set {
            let Some(role) = self.context.catalog.programs().variable(name).cloned() else {
                self.dynamic_variable(name, value, span);
                continue;
            };
            self.variable_role(&role, name, value, state);
        }
    }

    /// `GIT_CONFIG_KEY_0`, `BASH_FUNC_ls%%`, `LD_...`: names that hold a number or a name.
    fn dynamic_variable(&mut self, name: &str, value: &Field, span: &Span) {
        if binds_the_host(name) {
            let configure = Capability::new("agent.configure");
            self.push(
                Effect::new(configure, crate::model::RiskClass::Execution, span.clone())
                    .marked(Marks::SELF_PROTECTION),
            );
            return;
        }
        let runs = [
            "GIT_CONFIG_KEY_",
            "GIT_CONFIG_VALUE_",
            "BASH_FUNC_",
            "LD_",
            "DYLD_",
        ]
        .iter()
        .any(|start| name.starts_with(start))
            && name != "LD_LIBRARY_PATH";
        if runs && (value.unknown || !value.text.is_empty()) {
            let why = format!("the variable `{name}` makes programs run other code");
            self.push(Effect::opaque(Capability::SHELL_EXEC, span.clone(), why));
        }
    }

    fn variable_role(&mut self, role: &Role, name: &str, value: &Field, state: &mut State) {
        if value.text.is_empty() && !value.unknown {
            return;
        }
        match role {
            Role::Command | Role::Program => {
                let Some(text) = value.exact() else {
                    let why = format!("the variable `{name}` names a program that is not known");
                    let effect = Effect::opaque(Capability::SHELL_EXEC, value.span.clone(), why);
                    self.push(effect);
                    return;
                };
                // `LESSOPEN="|cmd %s"`.
                let text = text.trim_start_matches(['|', '-', '!', ' ']).to_owned();
                let mut child = state.child();
                self.inner_script(&text, &value.span, &mut child, Stream::default());
            }
            Role::Script => {
                let why = format!("the variable `{name}` makes programs run other code");
                let mut effect = Effect::opaque(Capability::CODE_EXEC, value.span.clone(), why);
                if let Some(path) = value.exact().and_then(|text| state.resolve(text)) {
                    if state.downloads.contains(&path) {
                        effect.marks |= Marks::UNKNOWN_ORIGIN;
                    }
                    effect = effect.with_path(path, crate::model::Reach::One);
                }
                self.push(effect);
            }
            Role::Write => {
                self.touch(value, super::files::Touch::Write, state, "");
            }
            Role::Host | Role::Url => {
                let why = format!("the variable `{name}` sends traffic elsewhere");
                let effect = Effect::new(
                    Capability::new("net.redirect"),
                    crate::model::RiskClass::Execution,
                    value.span.clone(),
                );
                self.push(effect.uncertain(crate::model::Certainty::Unresolved, why));
            }
            _ => {}
        }
    }
}

/// Whether the name of a variable of the environment says that its value is a secret.
pub(super) fn holds_secret(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let mut words = name.split('_');
    let names_secret = words.any(|word| {
        [
            "KEY",
            "TOKEN",
            "SECRET",
            "PASSWORD",
            "PASSWD",
            "APIKEY",
            "PAT",
            "CREDENTIALS",
            "CREDS",
        ]
        .contains(&word)
    });
    names_secret && !name.contains("PUBLIC")
}

/// Whether the variable switches off, moves or answers for what protects the user: the host's own
/// switches and ours.
fn binds_the_host(name: &str) -> bool {
    name.starts_with("AGENTSFENCE_")
        || matches!(
            name,
            "HERMES_HOME"
                | "HERMES_SAFE_MODE"
                | "HERMES_YOLO_MODE"
                | "HERMES_ACCEPT_HOOKS"
                | "HERMES_INTERACTIVE"
                | "HERMES_EXEC_ASK"
                | "HERMES_GATEWAY_SESSION"
                | "HERMES_CRON_SESSION"
                | "HERMES_SINGLE_QUERY_SESSION"
                | "HERMES_MANAGED_DIR"
        )
}
