//! Code that a call carries: read as its interpreter would, so that what it plainly does becomes
//! effects of its own beside the one that says that code runs.

mod bridge;
mod javascript;
mod other;
mod python;
mod service;
mod stack;
mod touch;

pub(crate) use javascript::javascript;
pub(crate) use other::other;
pub(crate) use python::python;
pub(crate) use touch::shell;

use crate::limits;
use crate::model::{Effect, Marks};

/// The effect that code runs, followed by what it was seen to do, without repetitions.
fn gather(runs: Effect, found: Vec<Effect>) -> Vec<Effect> {
    let mut effects = vec![runs];
    for effect in found {
        if effects.len() >= limits::EFFECTS {
            if let Some(runs) = effects.first_mut() {
                runs.marks |= Marks::OVERSIZED;
            }
            break;
        }
        if !effects.contains(&effect) {
            effects.push(effect);
        }
    }
    effects
}
