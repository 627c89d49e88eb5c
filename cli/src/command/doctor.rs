//! `agentsfence doctor`: runs the checks on the chosen profiles and says what they add up to.

use serde::Serialize;

use crate::args::Global;
use crate::doctor::{Check, Finding, Status, Subject, Verdict, docs, examine, registry};
use crate::exit::Exit;
use crate::hermes::{Profile, Profiles};
use crate::install::{Settled, Store};
use crate::ui::Ui;

const EXAMPLES: &str = "\
Examples:
  agentsfence doctor
  agentsfence doctor --all-profiles
  agentsfence doctor -p work enabled plugin-files
  agentsfence doctor --list
";

/// Arguments of `doctor`.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Only these checks.
    #[arg(value_name = "CHECK")]
    checks: Vec<String>,
    /// Leave this check out; may be given several times.
    #[arg(long, value_name = "CHECK")]
    skip: Vec<String>,
    /// Name the checks and why each matters.
    #[arg(long)]
    list: bool,
    /// Put right what can be put right by itself, and only that.
    #[arg(long)]
    fix: bool,
}

#[derive(Debug, Serialize)]
struct Report {
    version: &'static str,
    protected: bool,
    active_profile: Option<String>,
    home: Option<String>,
    config_path: Option<String>,
    profiles: Vec<ProfileReport>,
}

/// What was found about one profile.
#[derive(Debug, Serialize)]
pub(super) struct ProfileReport {
    name: String,
    home: String,
    resolved_home: Option<String>,
    config_path: String,
    verdict: Verdict,
    checks: Vec<Finding>,
}

/// Examines; exit 0 only when every chosen profile is protected.
pub fn run(args: &Args, global: &Global, ui: &Ui) -> anyhow::Result<Exit> {
    let checks = registry::select(&args.checks, &args.skip)?;
    if args.list {
        list(&checks, ui);
        return Ok(Exit::Fine);
    }
    let (profiles, chosen) = Profiles::select(global)?;
    settled(Store::settle_if_needed(profiles.root()), ui);
    if args.fix {
        for profile in &chosen {
            repair(&checks, &Subject::new(&profiles, profile.clone()), ui)?;
        }
    }
    let reports: Vec<ProfileReport> = chosen
        .into_iter()
        .map(|profile| report(&checks, &profiles, profile, ui))
        .collect();
    let protected = reports
        .iter()
        .all(|report| report.verdict == Verdict::Protected);
    let first = reports.first();
    ui.document(&Report {
        version: env!("CARGO_PKG_VERSION"),
        protected,
        active_profile: profiles.active().ok().map(|profile| profile.name),
        home: first.map(|report| report.home.clone()),
        config_path: first.map(|report| report.config_path.clone()),
        profiles: reports,
    });
    Ok(if protected { Exit::Fine } else { Exit::Found })
}

/// Runs the checks on one profile and shows what they found.
pub(super) fn report(
    checks: &[&Check],
    profiles: &Profiles,
    profile: Profile,
    ui: &Ui,
) -> ProfileReport {
    let subject = Subject::new(profiles, profile);
    let profile = &subject.profile;
    ui.section(&format!(
        "{} ({})",
        profile.name,
        profile.selection.describe()
    ));
    ui.line(&format!("  {}", profile.config().display()));
    let findings = examine(checks, &subject);
    for finding in &findings {
        show(finding, ui);
    }
    let verdict = Verdict::of(&findings);
    ui.data(&format!("{}: {}", profile.name, verdict.words()));
    ProfileReport {
        name: profile.name.clone(),
        home: profile.home.display().to_string(),
        resolved_home: profile
            .home
            .canonicalize()
            .ok()
            .map(|home| home.display().to_string()),
        config_path: profile.config().display().to_string(),
        verdict,
        checks: findings,
    }
}

/// Says what the failing checks can do by themselves, and does that and nothing else.
fn repair(checks: &[&Check], subject: &Subject, ui: &Ui) -> anyhow::Result<()> {
    let findings = examine(checks, subject);
    let fixable = checks.iter().filter(|check| {
        findings
            .iter()
            .any(|finding| finding.id == check.id && finding.fixable)
    });
    for check in fixable {
        let Some(repair) = check.repair else { continue };
        let plan = (repair.plan)(subject);
        ui.line(&format!("  {}", check.title));
        for step in &plan {
            ui.line(&format!("    {step}"));
        }
        (repair.run)(subject)?;
        ui.good(&format!("{} done", plan.len()));
    }
    Ok(())
}

/// An interrupted change is settled first; one that cannot be is a finding, not an end.
fn settled(found: anyhow::Result<Settled>, ui: &Ui) {
    match found {
        Ok(found) => super::change::settled(found, ui),
        Err(error) => ui.warn(&format!("{error:#}")),
    }
}

fn show(finding: &Finding, ui: &Ui) {
    let text = format!("{}: {}", finding.title, finding.evidence);
    match finding.status {
        Status::Ok => return ui.good(&text),
        Status::Note => ui.line(&format!("  ℹ {text}")),
        Status::Warn => ui.warn(&text),
        Status::Unknown => ui.warn(&format!("{text} (could not be found out)")),
        Status::Fail => ui.bad(&text),
    }
    ui.line(&format!("    {}", finding.why));
    if let Some(fix) = &finding.fix {
        ui.hint(fix);
    }
}

fn list(checks: &[&Check], ui: &Ui) {
    for check in checks {
        ui.data(&format!("{:18} {}", check.id, check.why));
    }
    let rows: Vec<_> = checks
        .iter()
        .map(|check| {
            serde_json::json!({
                "id": check.id,
                "title": check.title,
                "section": registry::section_of(check.id),
                "why": check.why,
                "fixable": check.repair.is_some(),
                "docs": docs::anchor(check.id),
            })
        })
        .collect();
    ui.document(&rows);
}
