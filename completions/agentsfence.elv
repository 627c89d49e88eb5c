
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
            cand completions 'Print a completion script for your shell'
            cand doctor 'Check that a profile is really protected'
            cand profiles 'List the profiles and whether each is protected'
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
    ]
    $completions[$command]
}
