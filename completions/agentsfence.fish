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
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "completions" -d 'Print a completion script for your shell'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "doctor" -d 'Check that a profile is really protected'
complete -c agentsfence -n "__fish_agentsfence_needs_command" -f -a "profiles" -d 'List the profiles and whether each is protected'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand completions" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l skip -d 'Leave this check out; may be given several times' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l list -d 'Name the checks and why each matters'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand doctor" -s h -l help -d 'Print help'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -s p -l profile -d 'A Hermes profile; may be given several times [default: the one Hermes itself would use]' -r
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -l all-profiles -d 'Every profile of this Hermes root'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -l json -d 'One JSON document on standard output'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -l no-color -d 'No colours (also: the NO_COLOR variable)'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -s v -l verbose -d 'Say more, on standard error'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -s q -l quiet -d 'Only results, warnings and errors'
complete -c agentsfence -n "__fish_agentsfence_using_subcommand profiles" -s h -l help -d 'Print help'
