//! Targets that the owner described instead of naming ("the participants of the meeting"): a
//! value is accepted only where an earlier result carried it in a typed field.

use super::constraint::{Dimension, Miss, outside};
use super::situation::Situation;
use crate::model::Target;
use crate::policy::{TargetSet, target_text};

/// Whether lineage fills one of the set's descriptions with this target.
pub(crate) fn check(
    dimension: Dimension,
    set: &TargetSet,
    target: &Target,
    situation: &Situation<'_>,
) -> Result<(), Miss> {
    let Some(described) = set.described().next() else {
        return Err(outside(dimension, target));
    };
    if set
        .described()
        .any(|described| situation.lineage.fills(described, target).is_some())
    {
        return Ok(());
    }
    let origin = situation.lineage.origin(&target_text(target));
    if origin.is_some_and(|origin| origin.commanded) {
        return Err(Miss::Unverifiable {
            dimension,
            why: format!(
                "an instruction in an earlier result names `{}`",
                target_text(target)
            ),
        });
    }
    Err(Miss::Unverifiable {
        dimension,
        why: format!(
            "no earlier result shows that `{}` is `{}`",
            target_text(target),
            described.words.trim()
        ),
    })
}
