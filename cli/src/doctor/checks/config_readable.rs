//! Hermes can read `config.yaml`.

use crate::doctor::{Check, Outcome, Status, Subject};
use crate::hermes::config::HostView;

pub(in crate::doctor) const CHECK: Check = Check {
    id: "config-readable",
    title: "config.yaml",
    why: "Hermes falls back to its defaults when it cannot read the file, and those load no plugin",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let file = subject.profile.config();
    let looked_at = file.display().to_string();
    match subject.config() {
        HostView::Absent => Outcome::new(Status::Fail, looked_at, "there is no such file")
            .fix(format!("agentsfence install{}", subject.flag())),
        HostView::Unreadable(error) => Outcome::new(
            Status::Fail,
            looked_at,
            format!("Hermes cannot read it: {error}"),
        )
        .fix("repair the file at that place"),
        HostView::Parsed(_) => Outcome::ok(looked_at, "Hermes can read it"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;

    #[test]
    fn it_fails_where_the_host_falls_back_to_defaults() {
        Home::new().expect(&CHECK, Status::Fail);
        let good = Home::new().write("config.yaml", "model: x\n");
        good.expect(&CHECK, Status::Ok);
        let broken = Home::new().write("config.yaml", "a: [1\n");
        broken.expect(&CHECK, Status::Fail);
    }
}
