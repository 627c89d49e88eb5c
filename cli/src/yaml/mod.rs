//! Edits of YAML files that change the lines they must and no others.
//!
//! `tree` finds the place by structure, `candidate` proposes splices in order of preference, and
//! `proof` lets an independent reader compare the data before and after: the first candidate
//! whose data differ at exactly the intended place is taken. If there is none, the file stays as
//! it is and the refusal says why and which lines to add by hand.

mod candidate;
mod edit;
mod host_value;
mod layout;
mod place;
mod proof;
mod reader;
mod refusal;
mod render;
mod splice;
mod tree;

#[cfg(test)]
mod tests;

pub use edit::{Edit, Scalar};
pub use refusal::{Place, Refusal};

use layout::Text;

/// What an edit came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edited {
    /// The file says it already.
    Unchanged,
    /// The file's new bytes.
    Changed(Vec<u8>),
}

/// The data of a file with merge keys resolved, as the host sees it; the refusal says why the
/// host cannot read it.
pub fn read(body: &str) -> Result<serde_yaml::Value, Refusal> {
    let text = Text::new(body);
    let (tree, data) = parse_both(&text);
    let data = data?;
    // Where only our own reader of the structure gives up, the host still sees the data.
    match tree.ok().and_then(|tree| tree.fault) {
        Some(fault) => Err(fault),
        None => Ok(data),
    }
}

/// Applies `edits` one after the other; each is proven on its own.
pub fn apply(bytes: &[u8], edits: &[Edit<'_>]) -> Result<Edited, Refusal> {
    let mut current = String::from_utf8(bytes.to_vec()).map_err(|_| refusal::not_utf8(bytes))?;
    let mut data = None;
    let mut changed = false;
    for edit in edits {
        let text = Text::new(&current);
        let step = apply_one(&text, edit, data.take());
        let step = step.map_err(|refusal| in_original(bytes, edit, refusal))?;
        if let Some((next, after)) = step {
            data = Some(after.data);
            if let Some(next) = next {
                current = next;
                changed = true;
            }
        }
    }
    Ok(if changed {
        Edited::Changed(current.into_bytes())
    } else {
        Edited::Unchanged
    })
}

/// A refused later edit saw the text of the earlier ones; people want the line of their file.
fn in_original(bytes: &[u8], edit: &Edit<'_>, refusal: Refusal) -> Refusal {
    std::str::from_utf8(bytes)
        .ok()
        .and_then(|original| apply_one(&Text::new(original), edit, None).err())
        .unwrap_or(refusal)
}

/// The data that a file holds after an edit.
struct After {
    data: serde_yaml::Value,
}

type Step = Option<(Option<String>, After)>;

fn apply_one(
    text: &Text<'_>,
    edit: &Edit<'_>,
    known: Option<serde_yaml::Value>,
) -> Result<Step, Refusal> {
    // A later edit knows the data already, and needs the structure only if it changes something.
    let (mut tree, before) = if let Some(data) = known {
        (None, Ok(data))
    } else {
        let (tree, data) = parse_both(text);
        (Some(tree), data)
    };
    let before = before.map_err(|refusal| refusal.by_hand(edit))?;
    if let Some(fault) = tree
        .as_mut()
        .and_then(|tree| tree.as_mut().ok()?.fault.take())
    {
        return Err(fault);
    }
    let tree = || tree.unwrap_or_else(|| tree::Tree::parse(text.body()));
    if let Err(what) = edit.check(&before) {
        return Err(refusal::wrong_shape(what, tree().ok().as_ref(), edit));
    }
    let Some(intended) = edit.intended(&before) else {
        return Ok(Some((None, After { data: before })));
    };
    let tree = tree();
    let tree = tree.map_err(|refusal| refusal.by_hand(edit))?;
    if let Some(shared) = place::shared_anchor(&tree, edit.path()) {
        return Err(shared.by_hand(edit));
    }
    for changes in candidate::candidates(text, &tree, edit) {
        let next = splice::apply(text, &changes);
        if let Some(data) = proof::holds(text, &next, &intended) {
            return Ok(Some((Some(next), After { data })));
        }
    }
    Err(refusal::no_safe_place(&tree, edit))
}

/// Two readers at once: files can be long, and they do not depend on each other.
fn parse_both<'t>(
    text: &Text<'t>,
) -> (
    Result<tree::Tree<'t>, Refusal>,
    Result<serde_yaml::Value, Refusal>,
) {
    let body = text.body();
    if body.len() < layout::LONG_FILE {
        return (tree::Tree::parse(body), reader::read(body));
    }
    std::thread::scope(|scope| {
        let reading = scope.spawn(|| reader::read(body));
        let tree = tree::Tree::parse(body);
        let data = reading
            .join()
            .unwrap_or_else(|_| Err(Refusal::new("the file is too deeply nested to be read")));
        (tree, data)
    })
}
