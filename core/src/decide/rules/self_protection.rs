//! Whatever binds the agent is out of its reach: our folder, the host's settings and plugins, the
//! host process, and every profile's.
//!
//! Changing the rules is never part of a task, whatever the trust. Any spelling of a path counts:
//! patterns, trees that contain a protected file, other letter case, links that the caller looked
//! up, the folder that a program works in, the database that a statement is sent to.
//! Example: `sed -i s/x/y/ config.yaml` in `~/.hermes`, `hermes -p work config set ...`.

use crate::decide::case::Case;
use crate::decide::protected::{Protected, Vicinity};
use crate::decide::rule::{Opinions, Rule};
use crate::decide::text::{has_word, span_text};
use crate::model::{
    AbsPath, Certainty, Effect, Marks, PathTarget, Reach, RiskClass, Stage, Target, Verdict,
};

pub(crate) const RULE: Rule = Rule {
    id: "self-protection",
    stage: Stage::Guard,
    summary: "changes what protects the user",
    judge,
};

/// Names of packages and processes that protect the user.
const NAMES: [&str; 4] = ["agentsfence", "hermes", "hermes-agent", "hermes_agent"];

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    let environment = case.situation.environment;
    let mut vicinity: Option<Vicinity> = None;
    let mut protected: Option<Protected> = None;
    for (place, effect) in case.consequential() {
        if case.marks(place).contains(Marks::SELF_PROTECTION)
            || names_us(case, effect)
            || hands_over_home(case, effect)
        {
            opinions.about(
                place,
                Verdict::Block,
                "it would change what protects the user: AgentsFence, the host's settings or the host itself",
            );
            continue;
        }
        let vicinity = vicinity.get_or_insert_with(|| Vicinity::of(environment));
        if !may_concern(vicinity, case, effect) {
            continue;
        }
        let protected = protected.get_or_insert_with(|| Protected::of(environment));
        if let Some(path) = touched(case, protected, effect) {
            opinions.about(
                place,
                Verdict::Block,
                format!("it would change `{path}`, which protects the user"),
            );
        } else if let Some(path) = works_in(case, protected, effect) {
            let verdict = match effect.risk {
                RiskClass::Execution => Verdict::AskUser,
                _ => Verdict::Block,
            };
            opinions.about(
                place,
                verdict,
                format!("it works in `{path}`, which protects the user"),
            );
        }
    }
}

/// Whether any path, the folder, or (for a database) a path of the call is worth a closer look.
fn may_concern(vicinity: &Vicinity, case: &Case<'_>, effect: &Effect) -> bool {
    let folder = effect.folder.as_ref();
    effect.capability.domain() == "db"
        || effect.program.as_deref() == Some("mv")
        || vicinity.may_hold_path(folder.unwrap_or(&case.situation.environment.cwd))
        || effect.paths().any(|target| vicinity.may_hold(target))
}

/// The protected path that the effect, or the database that it is sent to, may reach.
fn touched(case: &Case<'_>, protected: &Protected, effect: &Effect) -> Option<AbsPath> {
    let last = effect.paths().count().saturating_sub(1);
    let own = effect.paths().enumerate().find_map(|(number, target)| {
        // What is moved away takes everything below with it.
        let whole = effect.program.as_deref() == Some("mv") && number < last;
        if whole && target.reach == Reach::One {
            return protected.touched_by(&PathTarget {
                path: target.path.clone(),
                reach: Reach::Tree,
            });
        }
        protected.touched_by(target)
    });
    if own.is_some() || effect.capability.domain() != "db" {
        return own;
    }
    case.effects()
        .filter(|(_, other)| other.program == effect.program)
        .flat_map(|(_, other)| other.paths())
        .find_map(|target| protected.touched_by(target))
}

/// The protected folder that a program without paths works in.
fn works_in(case: &Case<'_>, protected: &Protected, effect: &Effect) -> Option<AbsPath> {
    if effect.program.is_none() || effect.paths().next().is_some() {
        return None;
    }
    let folder = effect.folder.as_ref();
    protected.holds_folder(folder.unwrap_or(&case.situation.environment.cwd))
}

/// Whether a package manager or a signal is aimed at us by name, or at a process that only the
/// host's name or the shell's parent can be.
fn names_us(case: &Case<'_>, effect: &Effect) -> bool {
    match effect.capability.domain() {
        // A name that climbs out of the folder of skills or notes is a path.
        "agent" => case.situation.call.args.values().any(climbs),
        // Units are named after what they run: `hermes-gateway.service`.
        "service" => {
            let text = span_text(case, effect).to_ascii_lowercase();
            NAMES.iter().any(|name| text.contains(name))
        }
        "package" => NAMES
            .iter()
            .any(|name| has_word(span_text(case, effect), name)),
        "process" if effect.certainty != Certainty::Exact => {
            let whole = case
                .situation
                .call
                .text(&effect.span.arg)
                .unwrap_or_default();
            NAMES
                .iter()
                .chain(&["PPID"])
                .any(|name| has_word(whole, name))
        }
        // Every process of the user.
        "process" => effect
            .targets
            .iter()
            .any(|target| matches!(target, Target::Resource(process) if process.name == "-1")),
        _ => false,
    }
}

fn climbs(value: &serde_json::Value) -> bool {
    value
        .as_str()
        .is_some_and(|text| !text.contains(char::is_whitespace) && text.contains("../"))
}

/// Whether a container gets the host's home, something is mounted over it, or a statement without
/// a path of its own attaches a database in it.
fn hands_over_home(case: &Case<'_>, effect: &Effect) -> bool {
    let reads_words = match effect.capability.domain() {
        "cloud" | "db" => effect.program.is_some(),
        "system" => effect.program.as_deref() == Some("mount"),
        _ => false,
    };
    let home = case.situation.environment.hermes_home.name();
    reads_words && !home.is_empty() && {
        let text = span_text(case, effect);
        text.match_indices(home).any(|(at, _)| {
            let head = text.get(..at).unwrap_or_default();
            let tail = text.get(at + home.len()..).unwrap_or_default();
            let ends = |letter: char| !letter.is_alphanumeric() && !matches!(letter, '-' | '_');
            head.ends_with('/') && tail.chars().next().is_none_or(ends)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::testing::{World, effect, on_path};
    use crate::model::{Effect, Reach, RiskClass};
    use crate::target::path::absolute;

    fn touching(path: &str, reach: Reach) -> Effect {
        effect("file.delete", RiskClass::Delete).with_path(absolute(path), reach)
    }

    #[test]
    fn protected_files_are_out_of_reach_in_every_spelling() {
        let world = World::full_trust();
        for (path, reach) in [
            ("/home/u/.hermes/config.yaml", Reach::One),
            ("/home/u/.hermes/CONFIG.yaml", Reach::One),
            ("/home/u/.hermes", Reach::Tree),
            ("/home/u/.hermes/plugins/x/__init__.py", Reach::One),
            ("/home/u/.hermes/agentsfence/state.db", Reach::One),
            ("/home/u/.hermes/profiles/work/auth.json", Reach::One),
            ("/home/u/.hermes/profiles/work", Reach::Tree),
            ("/home/u/.hermes/conf*.yaml", Reach::Pattern),
            ("/home/u/.h*/*", Reach::Pattern),
            ("/home/u/.h*/c*", Reach::Pattern),
        ] {
            world.expect(&[touching(path, reach)], Verdict::Block, RULE.id);
        }
        for (path, reach) in [
            ("/home/u/.hermes/cache/x", Reach::One),
            ("/home/u/proj/config.yaml", Reach::One),
            ("/home/u/proj", Reach::Tree),
        ] {
            let decision = world.decide(&[touching(path, reach)]);
            assert_ne!(decision.rule, RULE.id, "{path}");
        }
    }

    #[test]
    fn a_profile_protects_its_root_and_its_siblings() {
        let mut world = World::full_trust();
        world.environment.hermes_home = absolute("/home/u/.hermes/profiles/work");
        for path in [
            "/home/u/.hermes/config.yaml",
            "/home/u/.hermes/profiles/work/config.yaml",
            "/home/u/.hermes/profiles/home/.env",
        ] {
            world.expect(
                &[on_path("file.write", RiskClass::LocalWrite, path)],
                Verdict::Block,
                RULE.id,
            );
        }
    }

    #[test]
    fn the_settings_may_protect_more() {
        let mut world = World::full_trust();
        world.rules("protected_paths = ['/srv/keep']\nsecret_paths = ['~/private/**']\n");
        let write = |path| on_path("file.write", RiskClass::LocalWrite, path);
        world.expect(&[write("/srv/keep/a")], Verdict::Block, RULE.id);
        world.expect(&[write("/srv/keepsake")], Verdict::Allow, "task-grant");
        let read = on_path("file.read", RiskClass::Read, "/home/u/private/diary");
        world.expect(&[read], Verdict::AskUser, "secret-read");
    }

    #[test]
    fn reads_of_the_settings_are_not_changes() {
        let read = on_path("file.read", RiskClass::Read, "/home/u/.hermes/config.yaml");
        World::read_only().expect(&[read], Verdict::Allow, "read-default");
    }

    #[test]
    fn homes_of_the_host_are_not_replaced_moved_or_worked_in() {
        let world = World::full_trust();
        let mut moved = on_path("file.write", RiskClass::LocalWrite, "/home/u")
            .with_path(absolute("/tmp/x"), Reach::One);
        world.expect(&[moved.clone()], Verdict::Allow, "task-grant");
        moved.program = Some("mv".into());
        world.expect(&[moved], Verdict::Block, "host-catastrophe");
        let unpacked = on_path("file.write", RiskClass::LocalWrite, "/home/u/.hermes");
        world.expect(&[unpacked], Verdict::Block, RULE.id);
        let mut checkout = effect("repo.write", RiskClass::LocalWrite);
        checkout.program = Some("git checkout".into());
        checkout.folder = Some(absolute("/home/u/.hermes/plugins"));
        world.expect(&[checkout.clone()], Verdict::Block, RULE.id);
        checkout.folder = Some(absolute("/home/u/.hermes/skills/x"));
        world.expect(&[checkout], Verdict::Allow, "task-grant");
    }

    #[test]
    fn a_statement_reaches_the_database_that_the_program_opens() {
        let mut delete = effect("db.delete", RiskClass::Delete);
        let mut open = on_path(
            "file.read",
            RiskClass::Read,
            "/home/u/.hermes/agentsfence/state.db",
        );
        delete.program = Some("sqlite3".into());
        open.program = Some("sqlite3".into());
        World::full_trust().expect(&[delete, open], Verdict::Block, RULE.id);
    }

    #[test]
    fn packages_and_processes_are_known_by_name() {
        let mut world = World::full_trust();
        let remove = [effect("package.remove", RiskClass::LocalWrite)];
        let kill = [effect("process.control", RiskClass::Execution)
            .uncertain(Certainty::Unresolved, "the process is not known")];
        let mut verdict = |text: &str, effects: &[Effect]| {
            world.call.args.insert("a".to_owned(), text.into());
            world.decide(effects).verdict
        };
        assert_eq!(
            verdict("pip uninstall -y agents\"fence\"", &remove),
            Verdict::Block
        );
        assert_eq!(
            verdict("pip uninstall -y agentsfence-docs", &remove),
            Verdict::Allow
        );
        assert_eq!(verdict("kill $(pgrep hermes)", &kill), Verdict::Block);
        assert_eq!(verdict("kill $PPID", &kill), Verdict::Block);
        assert_eq!(verdict("kill $(pgrep node)", &kill), Verdict::Allow);
    }

    #[test]
    fn the_analysers_mark_programs() {
        let marked =
            effect("agent.configure", RiskClass::PermissionChange).marked(Marks::SELF_PROTECTION);
        World::full_trust().expect(&[marked], Verdict::Block, RULE.id);
    }
}
