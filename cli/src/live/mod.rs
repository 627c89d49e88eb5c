//! Live probes: what the profile's own host enforces when it is really asked.
//!
//! The host runs with a throw-away home that carries the profile's plugins and the settings that
//! decide about them. Tools are mocks; programs, the network and writes elsewhere are refused.

pub mod certificate;
mod probes;
mod scratch;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Deserialize;

pub use probes::{PROBES, Probe, Run};

use crate::doctor::{Finding, Status, Subject, docs};
use crate::scene::{End, HostProcess};
use certificate::{Answer, Certificate, HostBuild, Line};
use scratch::Scratch;

const PROGRAM: &str = include_str!("probes.py");

/// A host that has not answered by then is stopped; what it answered counts.
pub const DEADLINE: Duration = Duration::from_secs(18);

/// What a program reports.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Report {
    Host { host: HostBuild },
    Line(Line),
}

/// What was found, whoever found it.
#[derive(Debug, Default)]
struct Seen {
    host: HostBuild,
    lines: BTreeMap<String, Line>,
}

/// One examination: what its processes share.
struct Examination<'a> {
    python: &'a Path,
    scratch: &'a Scratch,
    strict_yolo: bool,
    seen: Mutex<Seen>,
    told: &'a (dyn Fn(&str) + Sync),
}

/// Tries every probe; `told` gets the title of each as it is answered.
pub fn examine(subject: &Subject, told: &(dyn Fn(&str) + Sync)) -> anyhow::Result<Certificate> {
    let Some(python) = subject.python() else {
        let why = "no Hermes was found; name its Python: --python PATH";
        return Ok(certificate(subject, Seen::default(), why));
    };
    let examination = Examination {
        python: &python,
        scratch: &Scratch::of(subject)?,
        strict_yolo: subject
            .settings()
            .is_ok_and(|settings| settings.strict_yolo),
        seen: Mutex::default(),
        told,
    };
    let why = examination.run();
    let seen = examination.seen.into_inner();
    let seen = seen.unwrap_or_else(PoisonError::into_inner);
    Ok(certificate(subject, seen, &why))
}

impl Examination<'_> {
    /// Runs every process; says why something could not be tried.
    fn run(&self) -> String {
        let (main, safe) = std::thread::scope(|threads| {
            let safe = threads.spawn(|| self.start(Run::SafeMode));
            let main = self.start(Run::Main).and_then(|end| match end {
                End::Hung { .. } => Ok(end),
                End::Done | End::Failed(_) => self.start(Run::Resumed),
            });
            (main, safe.join().ok())
        });
        [Some(main), safe]
            .into_iter()
            .flatten()
            .find_map(|end| match end {
                Err(error) => Some(format!("{error:#}")),
                Ok(End::Failed(why)) => Some(format!("the host ended with {why}")),
                Ok(End::Hung { pid, after }) => Some(format!(
                    "the host did not answer in {after} s and was stopped (process {pid})"
                )),
                Ok(End::Done) => None,
            })
            .unwrap_or_else(|| "the host did not answer".to_owned())
    }

    fn start(&self, run: Run) -> anyhow::Result<End> {
        let wanted: Vec<&str> = PROBES
            .iter()
            .filter(|probe| probe.run == run)
            .map(|probe| probe.id)
            .collect();
        let input = serde_json::json!({
            "probes": wanted,
            "settings": { "strict_yolo": self.strict_yolo },
        });
        let home = self.scratch.home(run);
        let mut process = HostProcess::new(self.python, &home, PROGRAM, DEADLINE)
            .folder(&home)
            .variable("TMPDIR", &home.join("tmp").to_string_lossy());
        if run == Run::SafeMode {
            process = process.variable("HERMES_SAFE_MODE", "1");
        }
        process.run(input.to_string().into_bytes(), |line| self.note(run, line))
    }

    /// Takes down one line of a process; what is none of ours is left out.
    fn note(&self, run: Run, line: &str) {
        let Ok(report) = serde_json::from_str::<Report>(line) else {
            return;
        };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match report {
            Report::Host { host } if run == Run::Main => seen.host = host,
            Report::Host { .. } => {}
            Report::Line(line) => {
                (self.told)(title_of(&line.id));
                seen.lines.insert(line.id.clone(), line);
            }
        }
    }
}

/// The certificate of an examination that could not begin.
pub fn untried(subject: &Subject, why: &str) -> Certificate {
    certificate(subject, Seen::default(), why)
}

/// Every probe gets its line; what was not answered says why.
fn certificate(subject: &Subject, mut seen: Seen, why: &str) -> Certificate {
    let started = !seen.host.python.is_empty();
    let evidence = format!("Hermes {} in {}", seen.host.version, seen.host.python);
    let lines = PROBES
        .iter()
        .map(|probe| match seen.lines.remove(probe.id) {
            Some(line) => line,
            None if probe.run == Run::Start && started => Line {
                id: probe.id.to_owned(),
                answer: Answer::Holds,
                evidence: evidence.clone(),
            },
            None => Line {
                id: probe.id.to_owned(),
                answer: Answer::Unknown,
                evidence: why.to_owned(),
            },
        });
    let lines = lines.collect();
    Certificate::new(subject, seen.host, lines)
}

fn title_of(id: &str) -> &'static str {
    PROBES
        .iter()
        .find(|probe| probe.id == id)
        .map_or("", |probe| probe.title)
}

/// The certificate's lines as findings of the doctor.
pub fn findings(certificate: &Certificate) -> Vec<Finding> {
    let looked_at = certificate.host.python.as_str();
    let lines = PROBES.iter().zip(&certificate.probes);
    lines
        .map(|(probe, line)| finding(probe, line, looked_at))
        .collect()
}

fn finding(probe: &Probe, line: &Line, looked_at: &str) -> Finding {
    let (status, words) = match &line.answer {
        Answer::Holds => (Status::Ok, "holds".to_owned()),
        Answer::DoesNotHold => (Status::Fail, "does not hold".to_owned()),
        Answer::CoveredBy(by) => (Status::Note, format!("covered by {by}")),
        Answer::Unknown => (Status::Unknown, "not tried".to_owned()),
    };
    Finding {
        id: probe.id,
        title: probe.title,
        section: "Live",
        status,
        looked_at: looked_at.to_owned(),
        evidence: format!("{words} ({})", line.evidence),
        why: probe.why,
        fix: None,
        fixable: false,
        docs: docs::anchor(probe.id),
    }
}
