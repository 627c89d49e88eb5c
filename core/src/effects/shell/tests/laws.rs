//! Laws that hold for every command.

use proptest::prelude::*;

use super::{effects, worst};

const COMMANDS: [&str; 14] = [
    "ls -la",
    "rm -rf build",
    "cat a b",
    "curl https://example.com",
    "git push --force origin main",
    "touch a",
    "chmod 777 /etc/passwd",
    "unknown-program x",
    "mail bob@example.com",
    "cp a b",
    "find . -delete",
    "sed -i s/a/b/ f",
    "tar xzf a.tgz",
    "ssh h.example uptime",
];

fn wrapped(wrapper: usize, command: &str) -> String {
    match wrapper {
        0 => format!("env {command}"),
        1 => format!("nohup {command}"),
        2 => format!("timeout 5 {command}"),
        3 => format!("nice -n 10 {command}"),
        4 => format!("sudo {command}"),
        5 => format!("sh -c '{command}'"),
        6 => format!("bash -lc \"{command}\""),
        7 => format!("eval {command}"),
        8 => format!("( {command} )"),
        9 => format!("if true; then {command}; fi"),
        10 => format!("echo $( {command} )"),
        11 => format!("command {command}"),
        12 => format!("time {command}"),
        13 => format!("f() {{ {command}; }}; f"),
        14 => format!("setsid stdbuf -oL {command}"),
        15 => format!("busybox {command}"),
        16 => format!("for i in 1; do {command}; done"),
        17 => format!("bash <<'EOF'\n{command}\nEOF"),
        18 => format!("{command} &"),
        _ => format!("xargs {command} < list"),
    }
}

proptest! {
    #[test]
    fn a_wrapper_never_makes_it_milder(
        command in prop::sample::select(&COMMANDS[..]),
        inner in 0_usize..20,
        outer in 0_usize..20,
    ) {
        // Quotes do not nest in the templates.
        prop_assume!(!(matches!(inner, 5 | 6) && matches!(outer, 5..=7)));
        let once = wrapped(inner, command);
        prop_assert!(worst(&once) >= worst(command), "{}", once);
        if !matches!((inner, outer), (17, _) | (8 | 9 | 10 | 13 | 16 | 18, 0..=4 | 7 | 11 | 14 | 15 | 19)) && !matches!(outer, 12) {
            let twice = wrapped(outer, &once);
            prop_assert!(worst(&twice) >= worst(command), "{}", twice);
        }
    }

    #[test]
    fn quoting_the_name_changes_nothing(command in prop::sample::select(&COMMANDS[..]), at in 0_usize..8) {
        let (name, rest) = command.split_once(' ').unwrap();
        let cut = at.min(name.len());
        let (head, tail) = name.split_at(cut);
        for quoted in [
            format!("'{name}' {rest}"),
            format!("{head}''{tail} {rest}"),
            format!("\"{head}\"{tail} {rest}"),
            format!("{head}\\\n{tail} {rest}"),
            format!("\\{name} {rest}"),
        ] {
            prop_assert_eq!(kinds(&quoted), kinds(command), "{}", quoted);
        }
    }

    #[test]
    fn what_follows_keeps_what_was(command in prop::sample::select(&COMMANDS[..])) {
        for longer in [format!("{command}; true"), format!("true && {command}"), format!("{command}\nls"), format!("{command} # x")] {
            for kind in kinds(command) {
                prop_assert!(kinds(&longer).contains(&kind), "{}", longer);
            }
        }
    }

    #[test]
    fn no_text_breaks_the_reader(text in "[ -~\n]{0,60}") {
        prop_assert!(!effects(&text).is_empty());
    }

    #[test]
    fn no_shell_like_text_breaks_the_reader(parts in prop::collection::vec(prop::sample::select(&[
        "rm", "$(", ")", "`", "'", "\"", "${x:-", "}", "<<EOF\n", "\nEOF\n", "|", "&&", ";", "\\", "{a,b}",
        "if", "then", "fi", "for x in", "do", "done", ">", "<", "<(", "((", "))", "[[", "]]", "case", "esac",
        "$'", "~", "*", " ", "\n", "é", "\u{202e}", "!", "&", "f()", "{", "x=", "$x", "#",
    ][..]), 0..20)) {
        prop_assert!(!effects(&parts.concat()).is_empty());
    }
}

/// What the command does, without places.
fn kinds(text: &str) -> Vec<String> {
    let mut kinds: Vec<String> = effects(text)
        .iter()
        .map(|effect| {
            format!(
                "{} {} {:?} {:?} {:?}",
                effect.capability, effect.risk, effect.targets, effect.certainty, effect.marks
            )
        })
        .collect();
    kinds.sort();
    kinds.dedup();
    kinds
}
