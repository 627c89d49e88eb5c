//! `agentsfence setup`: protects profiles step by step. Every step can be skipped, and each does
//! no more than a command that can be run alone.

use std::path::{Path, PathBuf};

use crate::args::Global;
use crate::doctor::Subject;
use crate::exit::Exit;
use crate::hermes::profile::CUSTOM;
use crate::hermes::{Profile, Profiles};
use crate::install::Bundle;
use crate::install::plan::Action;
use crate::ui::{Answer, Ui};

use super::change::{Change, Consent, HostArgs, try_host};

const EXAMPLES: &str = "\
Examples:
  agentsfence setup                  asks at every step
  agentsfence setup --yes            every profile, without questions
";

/// Arguments of `setup`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    consent: Consent,
    #[command(flatten)]
    host: HostArgs,
    /// The plugin's native library [default: embedded, or next to this program].
    #[arg(long, value_name = "FILE")]
    plugin_lib: Option<PathBuf>,
}

/// Goes through the steps.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let asks = ui.interactive() && !args.consent.yes;
    ui.section("Profiles");
    let (profiles, chosen) = choose(global, asks, ui)?;
    if chosen.is_empty() {
        ui.line("  no profile chosen, nothing was changed");
        return Ok(Exit::Found);
    }
    ui.section("Plugin");
    let bundle = Bundle::find(args.plugin_lib.as_deref())?;
    let warnings = try_host(&args.host, profiles.root(), &bundle, ui)?;
    let consent = Consent {
        yes: args.consent.yes,
        dry_run: args.consent.dry_run,
    };
    let change = Change {
        action: Action::Install,
        what: "setup",
        consent: &consent,
        bundle: Some(&bundle),
        warnings,
    };
    let exit = change.run(&profiles, &chosen, ui)?;
    if exit != Exit::Fine || args.consent.dry_run {
        return Ok(exit);
    }
    if asks {
        questions(global, &chosen, ui)?;
        offer_probes(&profiles, &chosen, args.host.python.as_deref(), ui);
    }
    ui.section("What now");
    ui.line("  agentsfence doctor --all-profiles --live    does it really protect?");
    ui.line("  agentsfence demo                            see it decide");
    ui.line("  agentsfence undo                            take this back");
    Ok(exit)
}

/// Without a person, every profile: a guard that is missing somewhere is the worse surprise.
fn choose(global: &Global, asks: bool, ui: &Ui) -> anyhow::Result<(Profiles, Vec<Profile>)> {
    if global.all_profiles || !global.profiles.is_empty() {
        return Ok(Profiles::select(global)?);
    }
    let all = Global {
        all_profiles: true,
        ..global.clone()
    };
    let (profiles, found) = Profiles::select(&all)?;
    if !asks || found.len() < 2 {
        for profile in &found {
            ui.line(&format!("  {} ({})", profile.name, profile.home.display()));
        }
        return Ok((profiles, found));
    }
    let items: Vec<(String, bool)> = found
        .iter()
        .map(|profile| (profile.name.clone(), true))
        .collect();
    let picked = ui
        .choose("Which profiles? Space picks, Enter goes on", &items)
        .unwrap_or_default();
    let chosen = found
        .into_iter()
        .enumerate()
        .filter(|(index, _)| picked.contains(index))
        .map(|(_, profile)| profile)
        .collect();
    Ok((profiles, chosen))
}

/// The settings that people most often want to decide themselves.
fn questions(global: &Global, chosen: &[Profile], ui: &Ui) -> anyhow::Result<()> {
    // A home outside the root has no name; then it is the one that no name selects.
    let named = chosen.iter().all(|profile| profile.name != CUSTOM);
    let names = Global {
        profiles: chosen
            .iter()
            .filter(|_| named)
            .map(|profile| profile.name.clone())
            .collect(),
        all_profiles: false,
        ..global.clone()
    };
    ui.section("Nobody at the keyboard");
    ui.line("  In yolo mode, in cron jobs and for `always` answers nobody sees a question.");
    if ui.confirm("Block such questions (strict_yolo)?", true) == Answer::Yes {
        super::config::set_quietly(&names, ui, "strict_yolo", "true")?;
    }
    ui.section("Other plugins");
    ui.line("  Another plugin can approve or change calls. The guard verifies by default.");
    if ui.confirm("Block every call while such a plugin is active?", false) == Answer::Yes {
        super::config::set_quietly(&names, ui, "plugin_conflicts", "strict")?;
    }
    Ok(())
}

/// The host itself is the only one that can show what it enforces.
fn offer_probes(profiles: &Profiles, chosen: &[Profile], python: Option<&Path>, ui: &Ui) {
    ui.section("Does it really protect?");
    ui.line("  Hermes can be started in a throw-away home, with tools that only note their call.");
    if ui.confirm("Try what it enforces (some seconds)?", true) != Answer::Yes {
        return;
    }
    for profile in chosen {
        let subject = Subject::new(profiles, profile.clone()).with_python(python);
        super::doctor::show_probes(&profile.name, &super::doctor::probe(&subject, ui), ui);
    }
}
