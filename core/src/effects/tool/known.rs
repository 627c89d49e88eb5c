//! A call of a tool that the catalogue describes.

use serde_json::Value;
use smol_str::SmolStr;

use super::super::Context;
use super::arguments::{self, Inside, Node, is_true, visit};
use super::assemble::{Piece, Plan, assemble};
use super::keys::{self, Setting};
use crate::catalog::tool::{Action, Role, ToolSpec};
use crate::model::{Effect, ToolCall};

/// The effects of the call.
pub(super) fn known(call: &ToolCall, spec: &ToolSpec, context: &Context<'_>) -> Vec<Effect> {
    // What the catalogue does not list can only add to what the call touches.
    let setting = Setting::of(spec.does.risk);
    assemble(
        &plan(call, spec, &|node| keys::guess(node, &setting)),
        context,
    )
}

/// What the call does and what each argument means. `guess` names the meaning of arguments that
/// the specification does not list; it can only add to what the call touches.
pub(super) fn plan<'a>(
    call: &'a ToolCall,
    spec: &ToolSpec,
    guess: &dyn Fn(&Node<'a>) -> Option<Role>,
) -> Plan<'a> {
    let mut plan = Plan::new(spec.does.clone());
    let mut chosen: Vec<(SmolStr, SmolStr, Action)> = Vec::new();
    visit(&call.args, &mut |node| {
        let role = spec.role(&node.keys).cloned().or_else(|| guess(node));
        if role == Some(Role::Action) {
            if let Some(action) = choose(node.value, spec) {
                chosen.push((node.parent.clone(), node.arg.clone(), action));
            }
            return Inside::Visit;
        }
        let Some(role) = role else {
            return Inside::Visit;
        };
        let whole = matches!(role, Role::Code(_));
        if whole || !(node.value.is_object() || node.value.is_array()) {
            plan.pieces.push(Piece::new(role, node));
        }
        if whole { Inside::Skip } else { Inside::Visit }
    });
    take_actions(&mut plan, spec, chosen);
    for (name, action) in &spec.with {
        if call.args.get(name.as_str()).is_some_and(is_true) {
            plan.action = plan.action.or_worse(action.clone());
            plan.chosen_by = name.clone();
        }
    }
    if let Some(name) = &spec.default_path
        && !call.args.get(name.as_str()).is_some_and(is_true)
    {
        plan.default_path = Some(name.clone());
    }
    plan
}

/// An action at the top replaces the tool's own; one inside a list of operations is a further one.
fn take_actions(plan: &mut Plan<'_>, spec: &ToolSpec, chosen: Vec<(SmolStr, SmolStr, Action)>) {
    let mut top: Option<Action> = None;
    for (parent, arg, action) in chosen {
        if parent.is_empty() {
            plan.chosen_by = arg;
            top = Some(match top {
                Some(before) => before.or_worse(action),
                None => action,
            });
        } else {
            plan.further.push((parent, arg, action));
        }
    }
    match top {
        Some(action) => plan.action = action,
        None if !plan.further.is_empty() && spec.has_actions() => plan.only_further = true,
        None => {}
    }
}

/// What a value of an action argument makes the tool do. A value that is not listed is as bad as
/// the tool can be, and unknown.
fn choose(value: &Value, spec: &ToolSpec) -> Option<Action> {
    match value {
        Value::Null | Value::Array(_) | Value::Object(_) => None,
        scalar => {
            let text = arguments::text(scalar)?;
            if text.trim().is_empty() {
                return None;
            }
            Some(match spec.action(&text) {
                Some(action) => action.clone(),
                None if !spec.has_actions() => spec.does.clone(),
                None => Action::unknown(),
            })
        }
    }
}
