//! The native library is made for the machine and the C library of Hermes' Python.

use std::path::Path;

use fs_err as fs;

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::install::bundle::LIBRARY;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "native-library",
    title: "import in Hermes' Python",
    why: "a library for another machine or C library does not load, and then every call is blocked",
    look,
    repair: None,
};

/// More of a file than its headers and its list of libraries.
const MOST_BYTES: usize = 256 * 1024 * 1024;

fn look(subject: &Subject) -> Outcome {
    let path = subject.profile.plugin().join(LIBRARY);
    let looked_at = path.display().to_string();
    let Some(ours) = Build::of(&path) else {
        return Outcome::new(Status::Note, looked_at, "there is no library to look at");
    };
    let Some(python) = subject.python() else {
        let evidence = format!("made for {ours}; no Hermes was found on PATH to compare with");
        return Outcome::new(Status::Note, looked_at, evidence);
    };
    let Some(theirs) = Build::of(&python) else {
        let evidence = format!("made for {ours}; {} cannot be read", python.display());
        return Outcome::new(Status::Unknown, looked_at, evidence);
    };
    let evidence = format!("made for {ours}; {} is made for {theirs}", python.display());
    if ours.fits(&theirs) {
        return Outcome::ok(looked_at, evidence);
    }
    Outcome::new(Status::Fail, looked_at, evidence).fix(
        "install a build of AgentsFence for that Python: agentsfence install --plugin-lib FILE",
    )
}

/// What an ELF file was built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Build {
    machine: &'static str,
    libc: &'static str,
}

impl std::fmt::Display for Build {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} with {}", self.machine, self.libc)
    }
}

impl Build {
    fn of(path: &Path) -> Option<Self> {
        let path = path.canonicalize().ok()?;
        let size = usize::try_from(fs::metadata(&path).ok()?.len()).ok()?;
        if size > MOST_BYTES {
            return None;
        }
        Some(Self::read(&fs::read(path).ok()?))
    }

    fn read(bytes: &[u8]) -> Self {
        if !bytes.starts_with(b"\x7fELF") {
            return Self {
                machine: "no Linux machine",
                libc: "no C library",
            };
        }
        let machine = match bytes.get(18..20) {
            Some([0x3e, 0]) => "x86_64",
            Some([0xb7, 0]) => "aarch64",
            Some([0x28, 0]) => "arm",
            Some([0x03, 0]) => "x86",
            Some([0xf3, 0]) => "riscv64",
            _ => "another machine",
        };
        let has = |word: &[u8]| memchr::memmem::find(bytes, word).is_some();
        let libc = if has(b"libc.musl-") || has(b"/ld-musl-") {
            "musl"
        } else if has(b"libc.so.6") {
            "glibc"
        } else {
            "an unknown C library"
        };
        Self { machine, libc }
    }

    /// An interpreter that is linked statically does not say its C library.
    fn fits(self, host: &Self) -> bool {
        let unknown = "an unknown C library";
        self.machine == host.machine
            && (self.libc == host.libc || self.libc == unknown || host.libc == unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn machine_and_c_library_must_agree() {
        let build = |machine: u8, tail: &[u8]| {
            let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
            bytes.resize(18, 0);
            bytes.extend([machine, 0]);
            bytes.extend(tail);
            Build::read(&bytes)
        };
        let glibc = build(0x3e, b"libc.so.6");
        let musl = build(0x3e, b"/lib/ld-musl-x86_64.so.1");
        assert_eq!(musl.to_string(), "x86_64 with musl");
        assert!(glibc.fits(&glibc) && !glibc.fits(&musl));
        assert!(!glibc.fits(&build(0xb7, b"libc.so.6")));
        assert!(glibc.fits(&build(0x3e, b"")));
        Home::new().expect(&CHECK, Status::Note);
    }
}
