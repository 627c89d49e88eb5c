//! Paths in commands: from a word to an effect on a file.

use smol_str::SmolStr;

use super::state::State;
use super::value::Field;
use super::walk::Walker;
use crate::model::{
    AbsPath, Capability, Certainty, Effect, Marks, PathTarget, Reach, RiskClass, Target,
};
use crate::target::shell_pattern::matches_component;

/// What happens to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    /// It is read.
    Read,
    /// It is read with everything below it.
    ReadTree,
    /// It is created or changed.
    Write,
    /// It loses its content.
    Empty,
    /// It is deleted.
    Delete,
    /// It is deleted with everything below it.
    DeleteTree,
}

impl Touch {
    fn effect(self, field: &Field) -> Effect {
        let (capability, risk) = match self {
            Self::Read | Self::ReadTree => (Capability::FILE_READ, RiskClass::Read),
            Self::Write => (Capability::FILE_WRITE, RiskClass::LocalWrite),
            Self::Empty | Self::Delete | Self::DeleteTree => {
                (Capability::FILE_DELETE, RiskClass::Delete)
            }
        };
        Effect::new(capability, risk, field.span.clone())
    }

    fn writes(self) -> bool {
        !matches!(self, Self::Read | Self::ReadTree)
    }

    fn reach(self) -> Reach {
        match self {
            Self::ReadTree | Self::DeleteTree => Reach::Tree,
            _ => Reach::One,
        }
    }
}

/// A path as far as it is known.
#[derive(Debug)]
pub(super) enum Known {
    /// The path, and how much it stands for.
    Path(PathTarget),
    /// A stream of the process, not a file.
    Stream,
    /// Not known, and why.
    Not(&'static str),
}

/// What the word names as a path.
pub(super) fn path(field: &Field, reach: Reach, state: &State) -> Known {
    if field.pipe.is_some() {
        return Known::Stream;
    }
    if field.unknown {
        return Known::Not("the path is not known before the command runs");
    }
    if is_stream(&field.text) {
        return Known::Stream;
    }
    let Some(path) = state.resolve(&field.text) else {
        return Known::Not("the folder that the path starts from is not known");
    };
    if !field.pattern {
        return Known::Path(PathTarget { path, reach });
    }
    let path = simplify(path, &state.environment);
    let reach = if path.as_str().contains(['*', '?', '[']) {
        Reach::Pattern
    } else {
        reach
    };
    Known::Path(PathTarget { path, reach })
}

/// Where `-`, `/dev/null` and descriptors are named, no file is.
fn is_stream(text: &str) -> bool {
    matches!(
        text,
        "/dev/null"
            | "/dev/stdout"
            | "/dev/stderr"
            | "/dev/stdin"
            | "/dev/tty"
            | "/dev/zero"
            | "/dev/random"
            | "/dev/urandom"
            | "/dev/full"
    ) || text.starts_with("/dev/fd/")
        || text.starts_with("/proc/self/fd/")
}

/// Folders of a home where credentials usually are. A pattern component that matches exactly one
/// of them is that folder, so that a pattern does not hide which file is meant.
const CREDENTIAL_FOLDERS: [&str; 9] = [
    ".ssh", ".aws", ".gnupg", ".kube", ".docker", ".config", ".hermes", ".azure", ".netrc",
];

/// `[s]` is `s`, and a pattern for a credential folder in the home is that folder.
fn simplify(path: AbsPath, environment: &crate::model::Environment) -> AbsPath {
    let mut done = String::new();
    for component in path.as_str().split('/').skip(1) {
        let plain = without_single_classes(component);
        let in_home = done == environment.home.as_str();
        let folder = CREDENTIAL_FOLDERS
            .iter()
            .filter(|_| in_home && plain.contains(['*', '?', '[']))
            .filter(|name| matches_component(&plain, name));
        let folders: Vec<_> = folder.collect();
        done.push('/');
        match folders.as_slice() {
            [only] => done.push_str(only),
            _ => done.push_str(&plain),
        }
    }
    crate::target::path::absolute(&done)
}

/// `[s]sh` is `ssh`: a class of one character is that character.
fn without_single_classes(component: &str) -> String {
    let mut out = String::with_capacity(component.len());
    let mut rest = component;
    while let Some(open) = rest.find('[') {
        let (head, tail) = rest.split_at(open);
        out.push_str(head);
        let mut characters = tail.chars();
        characters.next();
        let (inner, close) = (characters.next(), characters.next());
        match (inner, close) {
            (Some(inner), Some(']')) if inner != '!' && inner != '^' && inner != ']' => {
                out.push(inner);
                rest = characters.as_str();
            }
            _ => {
                out.push('[');
                rest = tail.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

/// Whether the path is a disk or the memory of the machine.
pub(super) fn is_device(path: &str) -> bool {
    let Some(name) = path.strip_prefix("/dev/") else {
        return false;
    };
    [
        "sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "dm-", "mapper/", "md", "loop",
    ]
    .iter()
    .any(|start| name.starts_with(start))
        || matches!(name, "mem" | "kmem" | "port")
}

impl Walker<'_> {
    /// Adds the effect of touching the file that the word names; gives its path.
    pub(super) fn touch(
        &mut self,
        field: &Field,
        touch: Touch,
        state: &State,
        program: &str,
    ) -> Option<AbsPath> {
        let mut effect = touch.effect(field);
        if !program.is_empty() {
            effect.program = Some(SmolStr::new(program));
        }
        match path(field, touch.reach(), state) {
            Known::Stream => None,
            Known::Not(why) => {
                if touch == Touch::DeleteTree && is_root_if_unset(field) {
                    effect.marks |= Marks::CATASTROPHE;
                }
                self.push(effect.uncertain(Certainty::Unresolved, why));
                None
            }
            Known::Path(target) => {
                if touch.writes() && is_device(target.path.as_str()) {
                    effect.risk = RiskClass::Delete;
                    effect.capability = Capability::FILE_DELETE;
                    effect.marks |= Marks::CATASTROPHE;
                }
                let path = target.path.clone();
                self.push(effect.with(Target::Path(target)));
                Some(path)
            }
        }
    }
}

/// `$VAR/` and `$VAR/*`: with the variable unset this is the root folder.
fn is_root_if_unset(field: &Field) -> bool {
    field.known_length == 0 && matches!(field.text.as_str(), "/" | "/*" | "/." | "/./")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_of_one_is_its_character() {
        assert_eq!(without_single_classes("[s]sh"), "ssh");
        assert_eq!(without_single_classes("[!s]s[h]"), "[!s]sh");
        assert_eq!(without_single_classes("a[bc]"), "a[bc]");
    }

    #[test]
    fn disks_are_told_from_streams() {
        assert!(is_device("/dev/sda") && is_device("/dev/nvme0n1") && is_device("/dev/disk2"));
        assert!(!is_device("/dev/null") && !is_device("/home/u/dev/sda"));
    }
}
