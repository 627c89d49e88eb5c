//! What cannot be undone and takes everything with it is blocked, whoever asked.
//!
//! Deleting, moving away or changing the mode of the root, the home, a folder of the system, or a
//! whole disk.
//! Example: `rm -rf /`, `rm -rf ~/*`, `mkfs /dev/sda`, deleting every bucket of a cloud account.

use crate::decide::case::Case;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{
    AbsPath, Effect, Environment, Marks, PathTarget, Reach, RiskClass, Stage, Verdict,
};
use crate::policy::{fixed_part, folded};
use crate::target::path::absolute;

pub(crate) const RULE: Rule = Rule {
    id: "host-catastrophe",
    stage: Stage::Guard,
    summary: "destroys the machine, the home, a disk, or all of an account",
    judge,
};

/// Folders without which the machine does not work, or that hold all of somebody's data.
const SYSTEM: [&str; 22] = [
    "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib64", "/opt", "/proc", "/root", "/run",
    "/sbin", "/srv", "/sys", "/usr", "/usr/bin", "/usr/lib", "/var", "/var/lib", "/System",
    "/Users", "/Library",
];
/// How the names of whole disks and partitions begin below `/dev`.
const DISKS: [&str; 8] = ["sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "mapper/"];

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    for (place, effect) in case.consequential() {
        let marked = case.marks(place).contains(Marks::CATASTROPHE);
        if marked || destroys(effect, case.situation.environment) {
            opinions.about(
                place,
                Verdict::Block,
                "it would destroy the machine, the home folder, a disk, or all of an account",
            );
        }
    }
}

fn destroys(effect: &Effect, environment: &Environment) -> bool {
    let takes_all = match effect.risk {
        RiskClass::Delete | RiskClass::PermissionChange => true,
        RiskClass::LocalWrite => effect.program.as_deref() == Some("mv"),
        _ => false,
    };
    let sources = match effect.program.as_deref() {
        // The last path of a move is where the others go.
        Some("mv") if effect.risk != RiskClass::Delete => effect.paths().count().saturating_sub(1),
        _ => usize::MAX,
    };
    effect.paths().take(sources).any(|target| {
        (takes_all && is_everything(target, effect, environment))
            || (effect.risk != RiskClass::Execution && is_disk(&target.path))
    })
}

/// The root, the home, a folder above it or of the system: whole, or all that is in it.
fn is_everything(target: &PathTarget, effect: &Effect, environment: &Environment) -> bool {
    let folder = match target.reach {
        Reach::Tree => target.path.clone(),
        // A program without a flag for folders leaves them alone; a tool may take all of one.
        Reach::One if moves_whole(effect) => target.path.clone(),
        Reach::One => return false,
        Reach::Pattern => match target.path.name() {
            "*" | "**" | ".*" if is_direct(target) => fixed_part(target),
            _ => return false,
        },
    };
    // Some file systems take another letter case for the same folder.
    let fold = |path: &AbsPath| absolute(&folded(path.as_str()));
    let folder = fold(&folder);
    fold(&environment.home).is_within(&folder)
        || SYSTEM
            .iter()
            .any(|known| known.eq_ignore_ascii_case(folder.as_str()))
}

fn moves_whole(effect: &Effect) -> bool {
    match effect.program.as_deref() {
        Some(program) => program == "mv",
        None => effect.risk == RiskClass::Delete && effect.span.arg != "command",
    }
}

/// Whether only the last component of the pattern is one.
fn is_direct(target: &PathTarget) -> bool {
    let folder = fixed_part(target);
    target
        .path
        .as_str()
        .strip_prefix(folder.as_str())
        .is_some_and(|rest| !rest.trim_start_matches('/').contains('/'))
}

fn is_disk(path: &AbsPath) -> bool {
    path.as_str()
        .strip_prefix("/dev/")
        .is_some_and(|name| DISKS.iter().any(|disk| name.starts_with(disk)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect, on_path};
    use crate::target::path::absolute;

    fn delete(path: &str, reach: Reach) -> Effect {
        effect("file.delete", RiskClass::Delete).with_path(absolute(path), reach)
    }

    #[test]
    fn everything_is_known_by_its_place() {
        let world = World::full_trust();
        for (path, reach) in [
            ("/", Reach::Tree),
            ("/*", Reach::Pattern),
            ("/home/u", Reach::Tree),
            ("/home/u/*", Reach::Pattern),
            ("/usr", Reach::Tree),
            ("/dev/nvme0n1", Reach::One),
        ] {
            world.expect(&[delete(path, reach)], Verdict::Block, RULE.id);
        }
        for (path, reach) in [
            ("/home/u/proj", Reach::Tree),
            ("/home/u/*.log", Reach::Pattern),
            ("/home/u/proj/*", Reach::Pattern),
            ("/usr/local/x", Reach::Tree),
            ("/dev/null", Reach::One),
        ] {
            world.expect(&[delete(path, reach)], Verdict::Allow, "task-grant");
        }
    }

    #[test]
    fn moving_the_home_away_and_marked_effects_count() {
        let world = World::full_trust();
        let mut moved = on_path("file.write", RiskClass::LocalWrite, "/home/u");
        moved.program = Some("mv".into());
        let moved = moved.with_path(absolute("/tmp/x"), Reach::One);
        world.expect(&[moved], Verdict::Block, RULE.id);
        let marked = effect("cloud.delete", RiskClass::Delete).marked(Marks::CATASTROPHE);
        world.expect(&[marked], Verdict::Block, RULE.id);
    }
}
