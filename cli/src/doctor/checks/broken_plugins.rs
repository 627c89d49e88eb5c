//! No plugin beside ours breaks the loading of all.

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::hermes::installation::Generation;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "broken-plugins",
    title: "broken plugins beside ours",
    why: "on older hosts a plugin that ends the process on import keeps every later one from loading",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let looked_at = "enabled plugins";
    let broken: Vec<_> = subject
        .neighbours()
        .iter()
        .filter_map(|other| Some((other, other.broken.as_deref()?)))
        .collect();
    if broken.is_empty() {
        return Outcome::ok(looked_at, "none that the files would show");
    }
    let contains = subject.host().and_then(|host| host.generation) == Some(Generation::BlockWins);
    let ends = broken
        .iter()
        .any(|(_, why)| why.contains("ends the process"));
    let names: Vec<String> = broken
        .iter()
        .map(|(other, why)| format!("{}: {why}", other.key))
        .collect();
    let status = if ends && !contains {
        Status::Warn
    } else {
        Status::Note
    };
    Outcome::new(status, looked_at, names.join("; ")).fix("repair or disable it")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn a_plugin_that_ends_the_process_is_worse_than_one_that_does_not_load() {
        Home::new()
            .neighbour("x", "pass\n")
            .expect(&CHECK, Status::Ok);
        let home = Home::new().neighbour("x", "raise SystemExit\n");
        home.expect(&CHECK, Status::Warn);
        home.host(Generation::BlockWins)
            .expect(&CHECK, Status::Note);
        let home = Home::new().neighbour("x", "pass\n");
        home.write("plugins/x/plugin.yaml", "name: [\n")
            .expect(&CHECK, Status::Note);
    }
}
