# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_agentsfence_global_optspecs
    string join \n p/profile= all-profiles json no-color v/verbose q/quiet h/help V/version
end

function __fish_agentsfence_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_agentsfence_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_agentsfence_using_subcommand
    set -l cmd (__fish_agentsfence_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c agentsfence -n "__fish_agentsfence_needs_command" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_needs_command" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -s V -l version -d 'Print version'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "audit" -d 'Read, check, count and export the log of decisions'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "classify" -d 'Show what a call does, without judging it'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "completions" -d 'Print a completion script for your shell'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "config" -d 'Read and change the settings of a profile'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "demo" -d 'See it decide, in a throw-away home'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "disable" -d 'Take the plugin out of a profile\'s list; its files stay'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "doctor" -d 'Check that a profile is really protected'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "enable" -d 'Put an installed plugin into a profile\'s list'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "explain" -d 'Show why a call is allowed, asked or blocked. Nothing is executed, opened or connected to'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "install" -d 'Copy the plugin into profiles and enable it'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "policy" -d 'Look at bounds, and try to get around them'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "profiles" -d 'List the profiles and whether each is protected'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "replay" -d 'Decide every call that a profile ever made. Nothing is executed, nothing is written'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "report" -d 'Write one page about what was decided, to read in a browser'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "setup" -d 'Protect profiles step by step'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "status" -d 'Show the chosen profiles at a glance'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "suggest" -d 'Suggest the narrowest rules that would have saved the most questions'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "test" -d 'Play scenes of attacks and of honest work; each must come out right'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "undo" -d 'Take the last change back, byte for byte'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "uninstall" -d 'Disable the plugin and remove it'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and not __fish_seen_subcommand_from show verify stats export" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and not __fish_seen_subcommand_from show verify stats export" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and not __fish_seen_subcommand_from show verify stats export" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and not __fish_seen_subcommand_from show verify stats export" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and not __fish_seen_subcommand_from show verify stats export" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and not __fish_seen_subcommand_from show verify stats export" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and not __fish_seen_subcommand_from show verify stats export" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and not __fish_seen_subcommand_from show verify stats export" -f -a "show" -d 'Show events, the newest last'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and not __fish_seen_subcommand_from show verify stats export" -f -a "verify" -d 'Check that no line was changed, removed or added'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and not __fish_seen_subcommand_from show verify stats export" -f -a "stats" -d 'Count decisions by verdict, tool and rule'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and not __fish_seen_subcommand_from show verify stats export" -f -a "export" -d 'Write events for other programs'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -s n -l count -d 'How many events at the most; 0 for all' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -l session -d 'Only this session, or this child of it' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -l tool -d 'Only calls of this tool' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -l verdict -d 'Only this verdict' -r -f -a "allow\t''
ask_user\t''
ask\t''
block\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -l rule -d 'Only decisions of this rule' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -l kind -d 'Only events of this kind (decision, policy_compiled, approval_asked, ...)' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -l since -d 'Only since then: 7d, 12h or a date (2026-01-31)' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -s f -l follow -d 'Go on with new events until interrupted'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from verify" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from verify" -l reexec -d 'Also make each decision again from what its line holds, and compare the verdicts'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from verify" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from verify" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from verify" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from verify" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from verify" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from verify" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -l session -d 'Only this session, or this child of it' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -l tool -d 'Only calls of this tool' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -l verdict -d 'Only this verdict' -r -f -a "allow\t''
ask_user\t''
ask\t''
block\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -l rule -d 'Only decisions of this rule' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -l kind -d 'Only events of this kind (decision, policy_compiled, approval_asked, ...)' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -l since -d 'Only since then: 7d, 12h or a date (2026-01-31)' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from stats" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -l format -d 'json (one event a line), csv, ocsf, or otel' -r -f -a "json\t''
csv\t''
ocsf\t''
otel\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -l session -d 'Only this session, or this child of it' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -l tool -d 'Only calls of this tool' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -l verdict -d 'Only this verdict' -r -f -a "allow\t''
ask_user\t''
ask\t''
block\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -l rule -d 'Only decisions of this rule' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -l kind -d 'Only events of this kind (decision, policy_compiled, approval_asked, ...)' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -l since -d 'Only since then: 7d, 12h or a date (2026-01-31)' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand audit; and __fish_seen_subcommand_from export" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l tool -d 'A call from flags: the tool\'s name' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l arg -d 'An argument of that call: KEY=TEXT, or KEY:=JSON' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l intent -d 'A message of the owner; give it again for later messages' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l preset -d 'Ready-made bounds instead of a message' -r -f -a "read_only\t''
code_task\t''
full_trust\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l policy -d 'A policy written out as JSON' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l config -d 'The settings [default: `config.toml` of the profile, if there is one]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l cwd -d 'Where relative paths start [default: this folder]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l home -d 'The user\'s home [default: yours]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l hermes-home -d 'The host\'s home [default: `.hermes` in the home]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l interactive -d 'Whether a human could answer a question' -r -f -a "true\t''
false\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand classify" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -f -a "get" -d 'Print the value in force'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -f -a "set" -d 'Set a value; comments and everything else in the file stay'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -f -a "unset" -d 'Go back to the default'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -f -a "list" -d 'Print every setting, its value and what it means'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -f -a "path" -d 'Print where the file is'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -f -a "edit" -d 'Open the file in $VISUAL or $EDITOR; it is checked before it replaces the old one'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -f -a "validate" -d 'Check the file'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and not __fish_seen_subcommand_from get set unset list path edit validate schema" -f -a "schema" -d 'Print the JSON schema of the file, for editors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from get" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from get" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from get" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from get" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from get" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from get" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from get" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from set" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from set" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from set" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from set" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from set" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from set" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from set" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from unset" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from unset" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from unset" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from unset" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from unset" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from unset" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from unset" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from list" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from list" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from list" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from list" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from list" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from path" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from path" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from path" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from path" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from path" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from path" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from path" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from edit" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from edit" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from edit" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from edit" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from edit" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from edit" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from edit" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from validate" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from validate" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from validate" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from validate" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from validate" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from validate" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from validate" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from schema" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from schema" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from schema" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from schema" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from schema" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from schema" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand config; and __fish_seen_subcommand_from schema" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand demo" -l python -d 'The interpreter that has hermes-agent installed; implies --hermes' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand demo" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand demo" -l hermes -d 'Play through the dispatcher of the Hermes that is on PATH, with mock tools'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand demo" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand demo" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand demo" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand demo" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand demo" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand demo" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand disable" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand disable" -s y -l yes -d 'Do it without asking'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand disable" -l dry-run -d 'Show what would change, and change nothing'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand disable" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand disable" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand disable" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand disable" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand disable" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand disable" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l skip -d 'Leave this check out; may be given several times' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l python -d 'The Python that runs Hermes [default: the one behind `hermes` on PATH]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l list -d 'Name the checks and why each matters'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l fix -d 'Put right what can be put right by itself, after saying what, and only that'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l live -d 'Start the profile\'s own Hermes in a throw-away home, with tools that only note their call, and keep a certificate of what it enforces. No model, no network, no other program'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l sarif -d 'One SARIF 2.1.0 document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand enable" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand enable" -s y -l yes -d 'Do it without asking'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand enable" -l dry-run -d 'Show what would change, and change nothing'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand enable" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand enable" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand enable" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand enable" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand enable" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand enable" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l jsonl -d 'One call a line in, one decision a line out; `-` is standard input' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l tool -d 'A call from flags: the tool\'s name' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l arg -d 'An argument of that call: KEY=TEXT, or KEY:=JSON' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l audit -d 'The decision in this line of the profile\'s audit log' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l session -d 'A call of this session of the host, decided with the messages and results before it' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l call -d 'Which call of that session, counted from 1' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l db -d 'The session database [default: `state.db` of the profile]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l intent -d 'A message of the owner; give it again for later messages' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l preset -d 'Ready-made bounds instead of a message' -r -f -a "read_only\t''
code_task\t''
full_trust\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l policy -d 'A policy written out as JSON' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l config -d 'The settings [default: `config.toml` of the profile, if there is one]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l cwd -d 'Where relative paths start [default: this folder]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l home -d 'The user\'s home [default: yours]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l hermes-home -d 'The host\'s home [default: `.hermes` in the home]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l interactive -d 'Whether a human could answer a question' -r -f -a "true\t''
false\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l exit-code -d 'Exit with 0 for ALLOW, 3 for ASK_USER, 4 for BLOCK'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand explain" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -l python -d 'The Python that runs Hermes [default: the one behind `hermes` on PATH]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -l plugin-lib -d 'The plugin\'s native library [default: embedded, or next to this program]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -s y -l yes -d 'Do it without asking'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -l dry-run -d 'Show what would change, and change nothing'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -l skip-host-check -d 'Do not try the native library in Hermes\' Python first'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -l include-new -d 'From now on, `install` also protects profiles that are made later'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -l no-include-new -d 'Forget `--include-new`'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand install" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -f -a "attack" -d 'Change an allowed call as an attacker would, and show what still passes'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -f -a "compile" -d 'Show what bounds a message sets, and which of its words set them'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -f -a "diff" -d 'Compare two policies: what the second takes away and what it adds'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -f -a "show" -d 'Show the bounds of a session of the host, or which sessions there are'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and not __fish_seen_subcommand_from attack compile diff show lint" -f -a "lint" -d 'Find standing rules that never decide, or that contradict each other'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l tool -d 'A call from flags: the tool\'s name' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l arg -d 'An argument of that call: KEY=TEXT, or KEY:=JSON' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l intent -d 'A message of the owner; give it again for later messages' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l preset -d 'Ready-made bounds instead of a message' -r -f -a "read_only\t''
code_task\t''
full_trust\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l policy -d 'A policy written out as JSON' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l config -d 'The settings [default: `config.toml` of the profile, if there is one]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l cwd -d 'Where relative paths start [default: this folder]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l home -d 'The user\'s home [default: yours]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l hermes-home -d 'The host\'s home [default: `.hermes` in the home]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l interactive -d 'Whether a human could answer a question' -r -f -a "true\t''
false\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from attack" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l has-tool -d 'A tool of the session; give it again for more' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l intent -d 'A message of the owner; give it again for later messages' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l preset -d 'Ready-made bounds instead of a message' -r -f -a "read_only\t''
code_task\t''
full_trust\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l policy -d 'A policy written out as JSON' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l config -d 'The settings [default: `config.toml` of the profile, if there is one]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l cwd -d 'Where relative paths start [default: this folder]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l home -d 'The user\'s home [default: yours]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l hermes-home -d 'The host\'s home [default: `.hermes` in the home]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l interactive -d 'Whether a human could answer a question' -r -f -a "true\t''
false\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from compile" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from diff" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from diff" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from diff" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from diff" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from diff" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from diff" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from diff" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from show" -l session -d 'The host\'s id of the session; without it, the sessions are listed' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from show" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from show" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from show" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from show" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from lint" -l project -d 'A project\'s file on top of it; it may only tighten' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from lint" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from lint" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from lint" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from lint" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from lint" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from lint" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand policy; and __fish_seen_subcommand_from lint" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l session -d 'Only this session' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l since -d 'Only sessions that began in the last days (7d) or hours (12h), or since a date (2026-01-31)' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l db -d 'The session database [default: `state.db` of the profile]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l jsonl -d 'One call a line instead of the host\'s history' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l intent -d 'A message of the owner; give it again for later messages' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l preset -d 'Ready-made bounds instead of a message' -r -f -a "read_only\t''
code_task\t''
full_trust\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l policy -d 'A policy written out as JSON' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l config -d 'The settings [default: `config.toml` of the profile, if there is one]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l cwd -d 'Where relative paths start [default: this folder]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l home -d 'The user\'s home [default: yours]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l hermes-home -d 'The host\'s home [default: `.hermes` in the home]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l interactive -d 'Whether a human could answer a question' -r -f -a "true\t''
false\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand replay" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -s o -l output -d 'The page; `-` is standard output' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l from -d 'Decide the host\'s history anew, or read what the audit log says was decided' -r -f -a "replay\t'The host\'s history, decided now'
audit\t'The audit log: what was decided then'"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l since -d 'Only since then: 7d, 12h or a date (2026-01-31)' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l db -d 'The session database [default: `state.db` of the profile]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l intent -d 'A message of the owner; give it again for later messages' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l preset -d 'Ready-made bounds instead of a message' -r -f -a "read_only\t''
code_task\t''
full_trust\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l policy -d 'A policy written out as JSON' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l config -d 'The settings [default: `config.toml` of the profile, if there is one]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l cwd -d 'Where relative paths start [default: this folder]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l home -d 'The user\'s home [default: yours]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l hermes-home -d 'The host\'s home [default: `.hermes` in the home]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l interactive -d 'Whether a human could answer a question' -r -f -a "true\t''
false\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand report" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -l python -d 'The Python that runs Hermes [default: the one behind `hermes` on PATH]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -l plugin-lib -d 'The plugin\'s native library [default: embedded, or next to this program]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -s y -l yes -d 'Do it without asking'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -l dry-run -d 'Show what would change, and change nothing'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -l skip-host-check -d 'Do not try the native library in Hermes\' Python first'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand setup" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand status" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand status" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand status" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand status" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand status" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand status" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand status" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -s n -l count -d 'How many rules at the most' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l from -d 'Decide the host\'s history anew, or read what the audit log says was decided' -r -f -a "replay\t'The host\'s history, decided now'
audit\t'The audit log: what was decided then'"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l since -d 'Only since then: 7d, 12h or a date (2026-01-31)' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l db -d 'The session database [default: `state.db` of the profile]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l intent -d 'A message of the owner; give it again for later messages' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l preset -d 'Ready-made bounds instead of a message' -r -f -a "read_only\t''
code_task\t''
full_trust\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l policy -d 'A policy written out as JSON' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l config -d 'The settings [default: `config.toml` of the profile, if there is one]' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l cwd -d 'Where relative paths start [default: this folder]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l home -d 'The user\'s home [default: yours]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l hermes-home -d 'The host\'s home [default: `.hermes` in the home]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l interactive -d 'Whether a human could answer a question' -r -f -a "true\t''
false\t''"
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l apply -d 'Append the rules to the settings of the profile'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand suggest" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand test" -l scenario -d 'Only these scenes: an id, or the beginning of ids' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand test" -l python -d 'The interpreter that has hermes-agent installed; implies --hermes' -r -F
complete -c agentsfence -n "__fish_agentsfence_using_subcommand test" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand test" -l list -d 'List the scenes and play none'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand test" -l hermes -d 'Play through the dispatcher of the Hermes that is on PATH, with mock tools'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand test" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand test" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand test" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand test" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand test" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand test" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand undo" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand undo" -s y -l yes -d 'Do it without asking'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand undo" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand undo" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand undo" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand undo" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand undo" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand undo" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand uninstall" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand uninstall" -s y -l yes -d 'Do it without asking'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand uninstall" -l dry-run -d 'Show what would change, and change nothing'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand uninstall" -l purge -d 'Also delete settings, state and the audit log. This cannot be undone'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand uninstall" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand uninstall" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand uninstall" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand uninstall" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand uninstall" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand uninstall" -s h -l help -d 'Print help'
