//! The probes by name. What each does is in `probes.py`, in a function of the same name.

/// One thing that is tried in the host.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Kebab-case and permanent; begins with `live-`.
    pub id: &'static str,
    /// A few words for people.
    pub title: &'static str,
    /// Why it matters, one sentence without a full stop.
    pub why: &'static str,
    /// The process that it needs.
    pub run: Run,
}

/// The processes of one examination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// Told by whether a host starts at all.
    Start,
    /// The profile's host as it is.
    Main,
    /// Another one in the same home, afterwards.
    Resumed,
    /// One in safe mode.
    SafeMode,
}

const fn probe(id: &'static str, title: &'static str, why: &'static str) -> Probe {
    Probe {
        id,
        title,
        why,
        run: Run::Main,
    }
}

const fn in_run(mut probe: Probe, run: Run) -> Probe {
    probe.run = run;
    probe
}

/// Every probe, in the order in which they are tried.
pub static PROBES: &[Probe] = &[
    in_run(
        probe(
            "live-host",
            "the host starts",
            "a host that does not start with these plugins shows nothing",
        ),
        Run::Start,
    ),
    probe(
        "live-first-call",
        "first call",
        "a call may come before any message was seen",
    ),
    probe(
        "live-dispatcher",
        "dispatcher",
        "the host must ask the guard before it runs a tool, and let pass what was asked for",
    ),
    probe(
        "live-loop-tools",
        "tools of the agent's own loop",
        "some tools never reach the dispatcher",
    ),
    probe(
        "live-mcp-tools",
        "tools of MCP servers",
        "they reach other systems and people",
    ),
    probe(
        "live-hook-order",
        "order in the host's own list",
        "a callback that is asked earlier may answer first",
    ),
    probe(
        "live-raising-hook",
        "another plugin raises",
        "a broken neighbour must not let calls through",
    ),
    probe(
        "live-raising-guard",
        "the guard raises",
        "an error of ours must be a block, on hosts too that ignore errors",
    ),
    probe(
        "live-empty-message",
        "a block without a message",
        "hosts ignore such a block, and one of ours must never be like that",
    ),
    probe(
        "live-approve-before-block",
        "an earlier plugin approves",
        "where the first answer wins, an approval hides a later block",
    ),
    probe(
        "live-moved-to-front",
        "a plugin moves itself to the front",
        "the order may change between two calls",
    ),
    probe(
        "live-thrown-out",
        "a plugin empties the list",
        "a guard that was thrown out must come back",
    ),
    probe(
        "live-modify-after",
        "a later plugin modifies the call",
        "newer hosts run the modified arguments without asking again",
    ),
    probe(
        "live-mutation",
        "a plugin changes the arguments in place",
        "every host hands the same arguments to each plugin and runs what is left",
    ),
    probe(
        "live-middleware",
        "middleware changes the arguments",
        "what stands around a tool may hand it something else",
    ),
    probe(
        "live-yolo-block",
        "a block in yolo mode",
        "yolo answers questions; it must not undo blocks",
    ),
    probe(
        "live-yolo-question",
        "a question in yolo mode",
        "nobody sees it, and the host says yes",
    ),
    probe(
        "live-approvals-off",
        "a block with approvals off",
        "switching questions off must not undo blocks",
    ),
    probe(
        "live-unknown-session",
        "a session without a message",
        "without the owner's words nothing consequential may run, whoever answers",
    ),
    probe(
        "live-allowlist",
        "an answer `always`",
        "an answer of the past must cover one action of one task only",
    ),
    probe("live-cron", "scheduled jobs", "nobody is there to be asked"),
    probe(
        "live-nobody",
        "neither terminal nor chat",
        "the absence of a human is not consent",
    ),
    probe(
        "live-subagent",
        "subagents",
        "a subagent's goal is written by the model and must not widen the owner's words",
    ),
    probe(
        "live-nested",
        "calls from inside execute_code",
        "they carry no session of their own",
    ),
    probe(
        "live-no-ids",
        "calls without a session",
        "some ways into the host name no session at all",
    ),
    probe(
        "live-own-files",
        "the guard itself",
        "an agent that may do everything may still not switch the guard off",
    ),
    probe(
        "live-new-session",
        "a session that was reset",
        "what was allowed before must not outlive its session",
    ),
    probe(
        "live-two-homes",
        "two homes in one process",
        "a gateway serves several profiles, and each needs its guard",
    ),
    probe(
        "live-reload",
        "plugins loaded again",
        "a reload while running must not lose the guard",
    ),
    probe(
        "live-timeout",
        "a slow guard",
        "a host that stops waiting must not run the tool",
    ),
    in_run(
        probe(
            "live-resume",
            "a resumed session",
            "its bounds must outlive the process that set them",
        ),
        Run::Resumed,
    ),
    in_run(
        probe(
            "live-safe-mode",
            "safe mode",
            "it loads no plugin, so nothing is guarded",
        ),
        Run::SafeMode,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_function_of_its_name() {
        assert!(PROBES.len() >= 15);
        let source = include_str!("probes.py");
        for probe in PROBES.iter().filter(|probe| probe.run != Run::Start) {
            let function = format!("\ndef {}(host):", probe.id.replace('-', "_"));
            assert!(source.contains(&function), "{}", probe.id);
        }
        let functions = source.matches("\ndef live_").count();
        assert_eq!(functions, PROBES.len() - 1);
    }
}
