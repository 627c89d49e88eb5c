
use builtin;
use str;

set edit:completion:arg-completer[agentsfence] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'agentsfence'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'agentsfence'= {
            cand -p 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --profile 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --all-profiles 'Every profile of this Hermes root'
            cand --json 'One JSON document on standard output'
            cand --no-color 'No colours (also: the NO_COLOR variable)'
            cand -v 'Say more, on standard error'
            cand --verbose 'Say more, on standard error'
            cand -q 'Only results, warnings and errors'
            cand --quiet 'Only results, warnings and errors'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand classify 'Show what a call does, without judging it'
            cand completions 'Print a completion script for your shell'
            cand demo 'See it decide, in a throw-away home'
            cand doctor 'Check that a profile is really protected'
            cand explain 'Show why a call is allowed, asked or blocked. Nothing is executed, opened or connected to'
            cand profiles 'List the profiles and whether each is protected'
            cand replay 'Decide every call that a profile ever made. Nothing is executed, nothing is written'
        }
        &'agentsfence;classify'= {
            cand --tool 'A call from flags: the tool''s name'
            cand --arg 'An argument of that call: KEY=TEXT, or KEY:=JSON'
            cand --intent 'A message of the owner; give it again for later messages'
            cand --preset 'Ready-made bounds instead of a message'
            cand --policy 'A policy written out as JSON'
            cand --config 'The settings [default: `config.toml` of the profile, if there is one]'
            cand --cwd 'Where relative paths start [default: this folder]'
            cand --home 'The user''s home [default: yours]'
            cand --hermes-home 'The host''s home [default: `.hermes` in the home]'
            cand --interactive 'Whether a human could answer a question'
            cand -p 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --profile 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --all-profiles 'Every profile of this Hermes root'
            cand --json 'One JSON document on standard output'
            cand --no-color 'No colours (also: the NO_COLOR variable)'
            cand -v 'Say more, on standard error'
            cand --verbose 'Say more, on standard error'
            cand -q 'Only results, warnings and errors'
            cand --quiet 'Only results, warnings and errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'agentsfence;completions'= {
            cand -p 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --profile 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --all-profiles 'Every profile of this Hermes root'
            cand --json 'One JSON document on standard output'
            cand --no-color 'No colours (also: the NO_COLOR variable)'
            cand -v 'Say more, on standard error'
            cand --verbose 'Say more, on standard error'
            cand -q 'Only results, warnings and errors'
            cand --quiet 'Only results, warnings and errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'agentsfence;demo'= {
            cand --python 'The interpreter that has hermes-agent installed; implies --hermes'
            cand -p 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --profile 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --hermes 'Play through the dispatcher of the Hermes that is on PATH, with mock tools'
            cand --all-profiles 'Every profile of this Hermes root'
            cand --json 'One JSON document on standard output'
            cand --no-color 'No colours (also: the NO_COLOR variable)'
            cand -v 'Say more, on standard error'
            cand --verbose 'Say more, on standard error'
            cand -q 'Only results, warnings and errors'
            cand --quiet 'Only results, warnings and errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'agentsfence;doctor'= {
            cand --skip 'Leave this check out; may be given several times'
            cand -p 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --profile 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --list 'Name the checks and why each matters'
            cand --all-profiles 'Every profile of this Hermes root'
            cand --json 'One JSON document on standard output'
            cand --no-color 'No colours (also: the NO_COLOR variable)'
            cand -v 'Say more, on standard error'
            cand --verbose 'Say more, on standard error'
            cand -q 'Only results, warnings and errors'
            cand --quiet 'Only results, warnings and errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'agentsfence;explain'= {
            cand --jsonl 'One call a line in, one decision a line out; `-` is standard input'
            cand --tool 'A call from flags: the tool''s name'
            cand --arg 'An argument of that call: KEY=TEXT, or KEY:=JSON'
            cand --intent 'A message of the owner; give it again for later messages'
            cand --preset 'Ready-made bounds instead of a message'
            cand --policy 'A policy written out as JSON'
            cand --config 'The settings [default: `config.toml` of the profile, if there is one]'
            cand --cwd 'Where relative paths start [default: this folder]'
            cand --home 'The user''s home [default: yours]'
            cand --hermes-home 'The host''s home [default: `.hermes` in the home]'
            cand --interactive 'Whether a human could answer a question'
            cand -p 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --profile 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --exit-code 'Exit with 0 for ALLOW, 3 for ASK_USER, 4 for BLOCK'
            cand --all-profiles 'Every profile of this Hermes root'
            cand --json 'One JSON document on standard output'
            cand --no-color 'No colours (also: the NO_COLOR variable)'
            cand -v 'Say more, on standard error'
            cand --verbose 'Say more, on standard error'
            cand -q 'Only results, warnings and errors'
            cand --quiet 'Only results, warnings and errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'agentsfence;profiles'= {
            cand -p 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --profile 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --all-profiles 'Every profile of this Hermes root'
            cand --json 'One JSON document on standard output'
            cand --no-color 'No colours (also: the NO_COLOR variable)'
            cand -v 'Say more, on standard error'
            cand --verbose 'Say more, on standard error'
            cand -q 'Only results, warnings and errors'
            cand --quiet 'Only results, warnings and errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'agentsfence;replay'= {
            cand --session 'Only this session'
            cand --since 'Only sessions that began in the last days (7d) or hours (12h), or since a date (2026-01-31)'
            cand --db 'The session database [default: `state.db` of the profile]'
            cand --jsonl 'One call a line instead of the host''s history'
            cand --intent 'A message of the owner; give it again for later messages'
            cand --preset 'Ready-made bounds instead of a message'
            cand --policy 'A policy written out as JSON'
            cand --config 'The settings [default: `config.toml` of the profile, if there is one]'
            cand --cwd 'Where relative paths start [default: this folder]'
            cand --home 'The user''s home [default: yours]'
            cand --hermes-home 'The host''s home [default: `.hermes` in the home]'
            cand --interactive 'Whether a human could answer a question'
            cand -p 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --profile 'A Hermes profile; may be given several times [default: the one Hermes itself would use]'
            cand --all-profiles 'Every profile of this Hermes root'
            cand --json 'One JSON document on standard output'
            cand --no-color 'No colours (also: the NO_COLOR variable)'
            cand -v 'Say more, on standard error'
            cand --verbose 'Say more, on standard error'
            cand -q 'Only results, warnings and errors'
            cand --quiet 'Only results, warnings and errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
    ]
    $completions[$command]
}
