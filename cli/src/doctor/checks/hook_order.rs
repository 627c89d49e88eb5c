//! No plugin that answers questions is asked before ours by a host that takes the first answer.

use crate::doctor::{Check, Outcome, Status, Subject};

pub(in crate::doctor) const CHECK: Check = Check {
    id: "hook-order",
    title: "hook order",
    why: "on hosts before 0.21.5 the first answer wins, so an earlier `approve` could hide our block",
    look,
    repair: None,
};

fn look(subject: &Subject) -> Outcome {
    let looked_at = "the order of plugins.enabled as Hermes sorts it";
    let earlier: Vec<String> = subject
        .neighbours()
        .iter()
        .filter(|other| other.hooks_calls && other.key.as_str() < "agentsfence")
        .map(|other| other.key.clone())
        .collect();
    if earlier.is_empty() {
        return Outcome::ok(looked_at, "no other plugin comes before ours");
    }
    let before = format!("loaded before ours: {}", earlier.join(", "));
    let generation = subject.host().and_then(|host| host.generation);
    match generation {
        Some(generation) if !generation.first_wins() => {
            Outcome::ok(looked_at, format!("{before}; on this host any block wins"))
        }
        _ => Outcome::new(
            Status::Note,
            looked_at,
            format!("{before}; ours moves itself to the front before every call"),
        )
        .fix(format!(
            "see that it does: agentsfence doctor --live{}",
            subject.flag()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks::fixture::Home;
    use crate::hermes::installation::Generation;

    #[test]
    fn order_matters_where_the_first_answer_wins() {
        let with = |name: &str, generation| {
            Home::new()
                .neighbour(name, "ctx.register_hook('pre_tool_call', f)")
                .host(generation)
        };
        with("zzz", Generation::First).expect(&CHECK, Status::Ok);
        let home = with("aaa", Generation::First);
        assert!(home.expect(&CHECK, Status::Note).contains("aaa"));
        with("aaa", Generation::BlockWins).expect(&CHECK, Status::Ok);
    }
}
