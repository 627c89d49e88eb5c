//! What `install`, `uninstall`, `enable` and `disable` share: the plan is worked out for every
//! profile, shown, agreed to, and made as one transaction.

use std::path::{Path, PathBuf};

use agentsfence_core::audit::{Event, EventKind};
use serde::Serialize;

use crate::args::Global;
use crate::exit::Exit;
use crate::hermes::{Profile, Profiles, host, managed::Managed, processes};
use crate::install::plan::{self, Action, Step};
use crate::install::{Bundle, Settled, Store, Transaction};
use crate::problem::Problem;
use crate::trail;
use crate::ui::{Answer, Ui};

/// Flags of every command that changes profiles.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Consent {
    /// Do it without asking.
    #[arg(short, long)]
    pub yes: bool,
    /// Show what would change, and change nothing.
    #[arg(long)]
    pub dry_run: bool,
}

/// Flags about the host.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct HostArgs {
    /// The Python that runs Hermes [default: the one behind `hermes` on PATH].
    #[arg(long, value_name = "PATH")]
    pub python: Option<PathBuf>,
    /// Do not try the native library in Hermes' Python first.
    #[arg(long)]
    pub skip_host_check: bool,
}

/// What was done, for `--json`.
#[derive(Debug, Serialize)]
pub struct Report {
    changed: bool,
    dry_run: bool,
    profiles: Vec<Step>,
    warnings: Vec<String>,
    running: Vec<processes::Process>,
}

/// One change of one or more profiles.
#[derive(Debug)]
pub struct Change<'a> {
    /// What to do.
    pub action: Action,
    /// The command's name, for the journal.
    pub what: &'a str,
    /// Flags.
    pub consent: &'a Consent,
    /// What to install; only for [`Action::Install`].
    pub bundle: Option<&'a Bundle>,
    /// Said before the plan.
    pub warnings: Vec<String>,
}

/// Reports what an interrupted run left, once it is settled.
pub fn settled(settled: Settled, ui: &Ui) {
    if settled == Settled::RolledBack {
        ui.warn("an interrupted change was found and rolled back");
    }
}

impl Change<'_> {
    /// Plans, shows, asks and does it.
    pub fn run(mut self, profiles: &Profiles, chosen: &[Profile], ui: &Ui) -> anyhow::Result<Exit> {
        let (store, found) = open(profiles)?;
        settled(found, ui);
        let mut transaction = Transaction::begin(&store, self.what)?;
        let mut steps = Vec::new();
        for profile in chosen {
            steps.push(plan::stage(
                &mut transaction,
                self.action,
                profile,
                profiles.environment(),
                self.bundle,
            )?);
            self.warnings
                .extend(overridden(profiles, profile, self.action));
        }
        self.show(&steps, ui);
        let changes = !transaction.is_empty();
        if changes && !self.consent.dry_run {
            if self.declined(ui) {
                ui.line("nothing was changed");
                return Ok(Exit::Found);
            }
            transaction.commit()?;
            for (profile, step) in chosen.iter().zip(&steps) {
                self.record(profile, step, ui);
            }
        } else {
            drop(transaction);
        }
        self.report(steps, changes, ui);
        Ok(Exit::Fine)
    }

    /// Writes the change to the audit log of its profile.
    fn record(&self, profile: &Profile, step: &Step, ui: &Ui) {
        if !step.changes() {
            return;
        }
        let event = Event::new(match self.action {
            Action::Install => EventKind::Installed,
            Action::Uninstall => EventKind::Uninstalled,
            Action::Enable => EventKind::Enabled,
            Action::Disable => EventKind::Disabled,
        });
        let event = event
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("plugin", step.plugin)
            .with("config", step.config);
        trail::record(profile, &event, ui);
    }

    fn show(&self, steps: &[Step], ui: &Ui) {
        for warning in &self.warnings {
            ui.warn(warning);
        }
        let asks = !self.consent.yes && ui.interactive();
        if !self.consent.dry_run && !asks {
            return;
        }
        for step in steps.iter().filter(|step| step.changes()) {
            ui.line(&format!("{} ({})", step.name, step.home));
            if step.plugin != "unchanged" {
                ui.line(&format!("  plugins/agentsfence will be {}", step.plugin));
            }
            ui.diff(&step.diff);
        }
    }

    fn declined(&self, ui: &Ui) -> bool {
        !self.consent.yes && ui.confirm("Make these changes?", true) == Answer::No
    }

    fn report(self, steps: Vec<Step>, changes: bool, ui: &Ui) {
        let done = changes && !self.consent.dry_run;
        for step in &steps {
            let words = words(step, self.consent.dry_run);
            if step.changes() {
                ui.good(&format!("{}: {words}", step.name));
            } else {
                ui.line(&format!("  {}: nothing to change", step.name));
            }
        }
        let running = if done {
            processes::running()
        } else {
            Vec::new()
        };
        if done {
            say_restart(&running, ui);
        }
        ui.document(&Report {
            changed: done,
            dry_run: self.consent.dry_run,
            profiles: steps,
            warnings: self.warnings,
            running,
        });
    }
}

fn open(profiles: &Profiles) -> anyhow::Result<(Store, Settled)> {
    let root = profiles.root();
    if !root.is_dir() {
        let what = if root.exists() {
            "is not a folder"
        } else {
            "does not exist"
        };
        return Err(
            Problem::new(format!("the Hermes home {} {what}", root.display()))
                .hint("run `hermes` once so that it makes its home, or set HERMES_HOME")
                .into(),
        );
    }
    Store::open(root)
}

fn words(step: &Step, dry_run: bool) -> String {
    let mut parts = Vec::new();
    if step.plugin != "unchanged" {
        parts.push(format!("plugin {}", step.plugin));
    }
    if step.config != "unchanged" {
        parts.push(format!("config.yaml {}", step.config));
    }
    let words = parts.join(", ");
    if dry_run {
        format!("would be: {words}")
    } else {
        words
    }
}

/// An enabled process keeps what it has loaded.
fn say_restart(running: &[processes::Process], ui: &Ui) {
    ui.line("  Hermes reads this when it starts: restart a running gateway or chat yourself");
    for process in running {
        let home = match &process.home {
            Some(home) => format!(" with HERMES_HOME={}", home.display()),
            None => String::new(),
        };
        ui.warn(&format!(
            "`{}` is running (process {}){home}: restart it",
            process.command, process.pid
        ));
    }
}

fn overridden(profiles: &Profiles, profile: &Profile, action: Action) -> Option<String> {
    let managed = Managed::inspect(profiles.environment(), profile);
    let enables = matches!(action, Action::Install | Action::Enable);
    let (file, _) = managed
        .list_override
        .as_ref()
        .filter(|_| enables && managed.excludes_us())?;
    Some(format!(
        "{} replaces plugins.enabled and lacks `agentsfence`: the plugin will not load until the administrator adds it",
        file.display()
    ))
}

/// Tries the library in the host's own Python. A library that cannot be imported there must not
/// be enabled: Hermes would run, and every call would be blocked.
pub fn try_host(
    args: &HostArgs,
    root: &Path,
    bundle: &Bundle,
    ui: &Ui,
) -> anyhow::Result<Vec<String>> {
    if args.skip_host_check {
        return Ok(Vec::new());
    }
    let Some(python) = host::python(args.python.as_deref(), root) else {
        return Ok(vec![
            "no Hermes was found on PATH, so the native library was not tried in its Python"
                .to_owned(),
        ]);
    };
    let draft = tempfile::Builder::new().suffix(".so").tempfile()?;
    std::fs::write(draft.path(), bundle.library())?;
    let progress = ui.progress("trying the native library in Hermes' Python");
    let answer = host::ask(&python, Some(draft.path()));
    drop(progress);
    let host = match answer {
        Ok(host) => host,
        Err(why) => return Ok(vec![format!("the native library was not tried: {why}")]),
    };
    if let Some(error) = &host.error {
        return Err(Problem::new(format!(
            "the native library does not load in {} (Python {}, {}, {}): {error}",
            python.display(),
            host.python,
            host.machine,
            host.libc
        ))
        .hint(format!(
            "build the plugin for that interpreter, or name another with --python; it takes {}",
            host.suffixes.join(", ")
        ))
        .into());
    }
    Ok(host
        .others
        .iter()
        .map(|value| {
            format!(
                "another package in Hermes' environment is a plugin `agentsfence` ({value}); Hermes 0.19 loads it instead of this one: uninstall that package"
            )
        })
        .collect())
}

/// Runs a change that needs no bundle.
pub fn run_plain(
    action: Action,
    what: &str,
    consent: &Consent,
    global: &Global,
    ui: &Ui,
) -> anyhow::Result<Exit> {
    let (profiles, chosen) = Profiles::select(global)?;
    let change = Change {
        action,
        what,
        consent,
        bundle: None,
        warnings: Vec::new(),
    };
    change.run(&profiles, &chosen, ui)
}
