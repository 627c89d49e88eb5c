//! Which Python a `hermes` launcher runs, read from the launcher and never by running it.
//!
//! Console scripts begin with `#!/path/python`. Where that path is too long or has spaces, pip
//! writes `#!/bin/sh` and a second line `'''exec' "/path/python" "$0" "$@"`.

use std::io::Read;
use std::path::{Path, PathBuf};

/// More than any launcher's first two lines.
const HEAD_BYTES: u64 = 4096;

/// The interpreter of a launcher; `None` when it is not a script that names one.
pub fn interpreter_of(launcher: &Path) -> Option<PathBuf> {
    let real = launcher.canonicalize().ok()?;
    let mut head = Vec::new();
    std::fs::File::open(&real)
        .ok()?
        .take(HEAD_BYTES)
        .read_to_end(&mut head)
        .ok()?;
    let head = String::from_utf8_lossy(&head);
    let named = named_in(&head)?;
    named.is_file().then_some(named)
}

fn named_in(head: &str) -> Option<PathBuf> {
    let mut lines = head.lines();
    let command = lines.next()?.strip_prefix("#!")?.trim();
    if command.ends_with("/sh") {
        let exec = lines.next()?.strip_prefix("'''exec' ")?;
        let path = exec
            .strip_prefix('"')
            .map_or_else(|| exec.split(' ').next(), |quoted| quoted.split('"').next())?;
        return Some(PathBuf::from(path));
    }
    let program = command.split(' ').next()?;
    if Path::new(program).file_name()?.to_str()? == "env" {
        let name = command
            .split_whitespace()
            .skip(1)
            .find(|word| !word.starts_with('-'))?;
        return which::which(name).ok();
    }
    let name = Path::new(program).file_name()?.to_str()?;
    name.starts_with("python").then(|| PathBuf::from(program))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_of_every_kind_name_their_interpreter() {
        let check = |head: &str, expect: Option<&str>| {
            assert_eq!(named_in(head), expect.map(PathBuf::from), "{head}");
        };
        check(
            "#!/opt/h/bin/python3.11\nimport re\n",
            Some("/opt/h/bin/python3.11"),
        );
        check(
            "#!/bin/sh\n'''exec' \"/a b/bin/python\" \"$0\" \"$@\"\n",
            Some("/a b/bin/python"),
        );
        check(
            "#!/bin/sh\n'''exec' /a/bin/python \"$0\" \"$@\"\n",
            Some("/a/bin/python"),
        );
        check("#!/bin/bash\nexec hermes\n", None);
        check("\u{7f}ELF", None);
    }
}
