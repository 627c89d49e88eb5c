//! The host's Python takes extension modules by the name of ours.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "extension-suffixes",
    title: "names of native modules",
    why: "an interpreter imports only files whose names it expects",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let Some(host) = subject.host() else {
        return Outcome::new(Status::Note, "extension_suffixes", "no Hermes was found");
    };
    let looked_at = format!("extension_suffixes of {}", host.python.display());
    let suffixes = host.extension_suffixes();
    let exact = suffixes.first().map_or("", String::as_str);
    let evidence = format!(
        "{}; the library is loaded by its path as .abi3.so, which fits every one of them",
        suffixes.join(", ")
    );
    // A free-threaded interpreter has no stable ABI before 3.15 (PEP 803).
    let free_threaded = exact
        .strip_prefix(".cpython-")
        .and_then(|rest| rest.split('-').next())
        .is_some_and(|version| version.ends_with('t'));
    if free_threaded {
        let evidence = format!("{exact}: a free-threaded Python takes no .abi3.so");
        return Outcome::new(Status::Fail, looked_at, evidence)
            .fix("run Hermes with an ordinary build of Python");
    }
    Outcome::ok(looked_at, evidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;
    use crate::hermes::installation::Generation;

    #[test]
    fn a_free_threaded_interpreter_takes_no_stable_abi() {
        let home = Home::new().host(Generation::First);
        let config = home
            .packages()
            .with_file_name("_sysconfigdata__linux_x86_64-linux-musl.py");
        let with = |suffix: &str| {
            let text = format!("'EXT_SUFFIX': '{suffix}',");
            std::fs::write(&config, text).unwrap();
        };
        with(".cpython-312-x86_64-linux-musl.so");
        let evidence = home.expect(&CHECK, Status::Ok);
        assert!(evidence.contains(".cpython-312-x86_64-linux-musl.so"));
        with(".cpython-313t-x86_64-linux-gnu.so");
        home.expect(&CHECK, Status::Fail);
    }
}
