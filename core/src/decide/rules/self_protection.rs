//! Whatever binds the agent is out of its reach: our folder, the host's settings and plugins, the
//! host process, and every profile's.
//!
//! Changing the rules is never part of a task, whatever the trust. Any spelling of a path counts:
//! patterns, trees that contain a protected file, other letter case, links that the caller looked
//! up.
//! Example: `sed -i s/x/y/ config.yaml` in `~/.hermes`, `hermes -p work config set ...`.

use crate::decide::case::Case;
use crate::decide::protected::Protected;
use crate::decide::rule::{Opinions, Rule};
use crate::model::{Marks, Stage, Verdict};

pub(crate) const RULE: Rule = Rule {
    id: "self-protection",
    stage: Stage::Guard,
    summary: "changes what protects the user",
    judge,
};

fn judge(case: &Case<'_>, opinions: &mut Opinions<'_>) {
    let mut protected: Option<Protected> = None;
    for (place, effect) in case.consequential() {
        if case.marks(place).contains(Marks::SELF_PROTECTION) {
            opinions.about(
                place,
                Verdict::Block,
                "it would change what protects the user: AgentsFence, the host's settings or the host itself",
            );
            continue;
        }
        if effect.paths().next().is_none() {
            continue;
        }
        let protected = protected.get_or_insert_with(|| Protected::of(case.situation.environment));
        if let Some(path) = effect
            .paths()
            .find_map(|target| protected.touched_by(target))
        {
            opinions.about(
                place,
                Verdict::Block,
                format!("it would change `{path}`, which protects the user"),
            );
        }
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
    fn the_analysers_mark_programs() {
        let marked =
            effect("agent.configure", RiskClass::PermissionChange).marked(Marks::SELF_PROTECTION);
        World::full_trust().expect(&[marked], Verdict::Block, RULE.id);
    }
}
