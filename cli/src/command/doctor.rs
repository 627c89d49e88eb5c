//! `agentsfence doctor`: runs the checks on the chosen profiles and says what they add up to.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::args::Global;
use crate::doctor::{Check, Finding, Status, Subject, Verdict, docs, examine, registry, sarif};
use crate::exit::Exit;
use crate::hermes::Profiles;
use crate::install::{Settled, Store};
use crate::live::{self, PROBES};
use crate::ui::{Ui, wrapped};

const EXAMPLES: &str = "\
Examples:
  agentsfence doctor
  agentsfence doctor --all-profiles
  agentsfence doctor --live               starts Hermes with mock tools and sees what it enforces
  agentsfence doctor -p work enabled plugin-files
  agentsfence doctor --sarif > doctor.sarif
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
    /// Put right what can be put right by itself, after saying what, and only that.
    #[arg(long)]
    fix: bool,
    /// Start the profile's own Hermes in a throw-away home, with tools that only note their call,
    /// and keep a certificate of what it enforces. No model, no network, no other program.
    #[arg(long)]
    live: bool,
    /// One SARIF 2.1.0 document on standard output.
    #[arg(long, conflicts_with_all = ["json", "list"])]
    sarif: bool,
    /// The Python that runs Hermes [default: the one behind `hermes` on PATH].
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
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
    // The one document of `--sarif` must stand alone, as that of `--json` does.
    let people = &ui.silent_if(args.sarif);
    settled(Store::settle_if_needed(profiles.root()), people);
    let mut reports = Vec::new();
    for profile in chosen {
        let subject =
            || Subject::new(&profiles, profile.clone()).with_python(args.python.as_deref());
        if args.fix {
            repair(&checks, &subject(), people)?;
        }
        // First, so that the checks see the certificate.
        let live = if args.live {
            probe(&subject(), people)
        } else {
            Vec::new()
        };
        reports.push(report(&checks, &subject(), live, people));
    }
    let protected = reports
        .iter()
        .all(|report| report.verdict == Verdict::Protected);
    if args.sarif {
        let profiles = reports.iter().map(|report| {
            let name = report.name.as_str();
            (name, report.home.as_str(), report.checks.as_slice())
        });
        ui.data(&serde_json::to_string_pretty(&sarif::log(profiles))?);
    }
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

/// Runs the live probes and keeps their certificate. Trouble is a finding, never an end.
pub(super) fn probe(subject: &Subject, ui: &Ui) -> Vec<Finding> {
    let progress = ui.progress("starting Hermes in a throw-away home");
    let told = |title: &str| progress.says(&format!("trying {title}"));
    let certificate = match live::examine(subject, &told) {
        Ok(certificate) => certificate,
        Err(error) => live::untried(subject, &format!("{error:#}")),
    };
    drop(progress);
    if subject.profile.home.is_dir()
        && let Err(error) = certificate.write(&subject.profile.data())
    {
        ui.complain(&format!("the certificate was not kept: {error:#}"));
    }
    live::findings(&certificate)
}

/// Runs the checks on one profile and shows what they found, `live` findings at the end.
pub(super) fn report(
    checks: &[&Check],
    subject: &Subject,
    live: Vec<Finding>,
    ui: &Ui,
) -> ProfileReport {
    let profile = &subject.profile;
    let mut findings = examine(checks, subject);
    findings.extend(live);
    ui.section(&format!(
        "{} ({})",
        profile.name,
        profile.selection.describe()
    ));
    ui.line(&format!("  {}", profile.config().display()));
    let mut section = "";
    for finding in &findings {
        if finding.section != section {
            section = finding.section;
            ui.section(section);
        }
        show(finding, ui);
    }
    let verdict = Verdict::of(&findings);
    ui.line("");
    ui.data(&format!("{}: {}", profile.name, verdict.words()));
    ProfileReport {
        name: profile.name.clone(),
        home: profile.home.display().to_string(),
        resolved_home: resolved(&profile.home),
        config_path: profile.config().display().to_string(),
        verdict,
        checks: findings,
    }
}

/// What the live probes of a profile came to: what does not hold, and how many do.
pub(super) fn show_probes(profile: &str, findings: &[Finding], ui: &Ui) {
    let holds = |finding: &&Finding| finding.status <= Status::Warn;
    for finding in findings.iter().filter(|finding| !holds(finding)) {
        show(finding, ui);
    }
    let holding = findings.iter().filter(holds).count();
    let text = format!("{profile}: {holding} of {} probes hold", findings.len());
    if holding == findings.len() {
        ui.good(&text);
    } else {
        ui.bad(&text);
    }
}

fn resolved(home: &Path) -> Option<String> {
    let home = home.canonicalize().ok()?;
    Some(home.display().to_string())
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

/// A name and what it is about, in two columns.
fn entry(id: &str, why: &str) -> String {
    wrapped(&format!("{id:25} {why}"), &" ".repeat(26))
}

fn list(checks: &[&Check], ui: &Ui) {
    for check in checks {
        ui.data(&entry(check.id, check.why));
    }
    ui.line("\nWith --live, in the host itself:");
    for probe in PROBES {
        ui.line(&entry(probe.id, probe.why));
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
