
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'agentsfence' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'agentsfence'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'agentsfence' {
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('audit', 'audit', [CompletionResultType]::ParameterValue, 'Read, check, count and export the log of decisions')
            [CompletionResult]::new('classify', 'classify', [CompletionResultType]::ParameterValue, 'Show what a call does, without judging it')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for your shell')
            [CompletionResult]::new('demo', 'demo', [CompletionResultType]::ParameterValue, 'See it decide, in a throw-away home')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Check that a profile is really protected')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Show why a call is allowed, asked or blocked. Nothing is executed, opened or connected to')
            [CompletionResult]::new('policy', 'policy', [CompletionResultType]::ParameterValue, 'Look at bounds, and try to get around them')
            [CompletionResult]::new('profiles', 'profiles', [CompletionResultType]::ParameterValue, 'List the profiles and whether each is protected')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Decide every call that a profile ever made. Nothing is executed, nothing is written')
            [CompletionResult]::new('report', 'report', [CompletionResultType]::ParameterValue, 'Write one page about what was decided, to read in a browser')
            [CompletionResult]::new('suggest', 'suggest', [CompletionResultType]::ParameterValue, 'Suggest the narrowest rules that would have saved the most questions')
            [CompletionResult]::new('test', 'test', [CompletionResultType]::ParameterValue, 'Play scenes of attacks and of honest work; each must come out right')
            break
        }
        'agentsfence;audit' {
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show events, the newest last')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Check that no line was changed, removed or added')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Count decisions by verdict, tool and rule')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Write events for other programs')
            break
        }
        'agentsfence;audit;show' {
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'How many events at the most; 0 for all')
            [CompletionResult]::new('--count', '--count', [CompletionResultType]::ParameterName, 'How many events at the most; 0 for all')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only this session, or this child of it')
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'Only calls of this tool')
            [CompletionResult]::new('--verdict', '--verdict', [CompletionResultType]::ParameterName, 'Only this verdict')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Only decisions of this rule')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only events of this kind (decision, policy_compiled, approval_asked, ...)')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only since then: 7d, 12h or a date (2026-01-31)')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Go on with new events until interrupted')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Go on with new events until interrupted')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;audit;verify' {
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;audit;stats' {
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only this session, or this child of it')
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'Only calls of this tool')
            [CompletionResult]::new('--verdict', '--verdict', [CompletionResultType]::ParameterName, 'Only this verdict')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Only decisions of this rule')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only events of this kind (decision, policy_compiled, approval_asked, ...)')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only since then: 7d, 12h or a date (2026-01-31)')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;audit;export' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'json (one event a line), csv, ocsf, or otel')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only this session, or this child of it')
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'Only calls of this tool')
            [CompletionResult]::new('--verdict', '--verdict', [CompletionResultType]::ParameterName, 'Only this verdict')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Only decisions of this rule')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only events of this kind (decision, policy_compiled, approval_asked, ...)')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only since then: 7d, 12h or a date (2026-01-31)')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;classify' {
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'A call from flags: the tool''s name')
            [CompletionResult]::new('--arg', '--arg', [CompletionResultType]::ParameterName, 'An argument of that call: KEY=TEXT, or KEY:=JSON')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'A message of the owner; give it again for later messages')
            [CompletionResult]::new('--preset', '--preset', [CompletionResultType]::ParameterName, 'Ready-made bounds instead of a message')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'A policy written out as JSON')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings [default: `config.toml` of the profile, if there is one]')
            [CompletionResult]::new('--cwd', '--cwd', [CompletionResultType]::ParameterName, 'Where relative paths start [default: this folder]')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The user''s home [default: yours]')
            [CompletionResult]::new('--hermes-home', '--hermes-home', [CompletionResultType]::ParameterName, 'The host''s home [default: `.hermes` in the home]')
            [CompletionResult]::new('--interactive', '--interactive', [CompletionResultType]::ParameterName, 'Whether a human could answer a question')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;completions' {
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;demo' {
            [CompletionResult]::new('--python', '--python', [CompletionResultType]::ParameterName, 'The interpreter that has hermes-agent installed; implies --hermes')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--hermes', '--hermes', [CompletionResultType]::ParameterName, 'Play through the dispatcher of the Hermes that is on PATH, with mock tools')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;doctor' {
            [CompletionResult]::new('--skip', '--skip', [CompletionResultType]::ParameterName, 'Leave this check out; may be given several times')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'Name the checks and why each matters')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;explain' {
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'One call a line in, one decision a line out; `-` is standard input')
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'A call from flags: the tool''s name')
            [CompletionResult]::new('--arg', '--arg', [CompletionResultType]::ParameterName, 'An argument of that call: KEY=TEXT, or KEY:=JSON')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'A message of the owner; give it again for later messages')
            [CompletionResult]::new('--preset', '--preset', [CompletionResultType]::ParameterName, 'Ready-made bounds instead of a message')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'A policy written out as JSON')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings [default: `config.toml` of the profile, if there is one]')
            [CompletionResult]::new('--cwd', '--cwd', [CompletionResultType]::ParameterName, 'Where relative paths start [default: this folder]')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The user''s home [default: yours]')
            [CompletionResult]::new('--hermes-home', '--hermes-home', [CompletionResultType]::ParameterName, 'The host''s home [default: `.hermes` in the home]')
            [CompletionResult]::new('--interactive', '--interactive', [CompletionResultType]::ParameterName, 'Whether a human could answer a question')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--exit-code', '--exit-code', [CompletionResultType]::ParameterName, 'Exit with 0 for ALLOW, 3 for ASK_USER, 4 for BLOCK')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;policy' {
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('attack', 'attack', [CompletionResultType]::ParameterValue, 'Change an allowed call as an attacker would, and show what still passes')
            break
        }
        'agentsfence;policy;attack' {
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'A call from flags: the tool''s name')
            [CompletionResult]::new('--arg', '--arg', [CompletionResultType]::ParameterName, 'An argument of that call: KEY=TEXT, or KEY:=JSON')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'A message of the owner; give it again for later messages')
            [CompletionResult]::new('--preset', '--preset', [CompletionResultType]::ParameterName, 'Ready-made bounds instead of a message')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'A policy written out as JSON')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings [default: `config.toml` of the profile, if there is one]')
            [CompletionResult]::new('--cwd', '--cwd', [CompletionResultType]::ParameterName, 'Where relative paths start [default: this folder]')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The user''s home [default: yours]')
            [CompletionResult]::new('--hermes-home', '--hermes-home', [CompletionResultType]::ParameterName, 'The host''s home [default: `.hermes` in the home]')
            [CompletionResult]::new('--interactive', '--interactive', [CompletionResultType]::ParameterName, 'Whether a human could answer a question')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;profiles' {
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;replay' {
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'Only this session')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only sessions that began in the last days (7d) or hours (12h), or since a date (2026-01-31)')
            [CompletionResult]::new('--db', '--db', [CompletionResultType]::ParameterName, 'The session database [default: `state.db` of the profile]')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'One call a line instead of the host''s history')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'A message of the owner; give it again for later messages')
            [CompletionResult]::new('--preset', '--preset', [CompletionResultType]::ParameterName, 'Ready-made bounds instead of a message')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'A policy written out as JSON')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings [default: `config.toml` of the profile, if there is one]')
            [CompletionResult]::new('--cwd', '--cwd', [CompletionResultType]::ParameterName, 'Where relative paths start [default: this folder]')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The user''s home [default: yours]')
            [CompletionResult]::new('--hermes-home', '--hermes-home', [CompletionResultType]::ParameterName, 'The host''s home [default: `.hermes` in the home]')
            [CompletionResult]::new('--interactive', '--interactive', [CompletionResultType]::ParameterName, 'Whether a human could answer a question')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;report' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The page; `-` is standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The page; `-` is standard output')
            [CompletionResult]::new('--db', '--db', [CompletionResultType]::ParameterName, 'The session database [default: `state.db` of the profile]')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'A message of the owner; give it again for later messages')
            [CompletionResult]::new('--preset', '--preset', [CompletionResultType]::ParameterName, 'Ready-made bounds instead of a message')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'A policy written out as JSON')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings [default: `config.toml` of the profile, if there is one]')
            [CompletionResult]::new('--cwd', '--cwd', [CompletionResultType]::ParameterName, 'Where relative paths start [default: this folder]')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The user''s home [default: yours]')
            [CompletionResult]::new('--hermes-home', '--hermes-home', [CompletionResultType]::ParameterName, 'The host''s home [default: `.hermes` in the home]')
            [CompletionResult]::new('--interactive', '--interactive', [CompletionResultType]::ParameterName, 'Whether a human could answer a question')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;suggest' {
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'How many rules at the most')
            [CompletionResult]::new('--count', '--count', [CompletionResultType]::ParameterName, 'How many rules at the most')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only sessions since then: 7d, 12h or a date (2026-01-31)')
            [CompletionResult]::new('--db', '--db', [CompletionResultType]::ParameterName, 'The session database [default: `state.db` of the profile]')
            [CompletionResult]::new('--intent', '--intent', [CompletionResultType]::ParameterName, 'A message of the owner; give it again for later messages')
            [CompletionResult]::new('--preset', '--preset', [CompletionResultType]::ParameterName, 'Ready-made bounds instead of a message')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'A policy written out as JSON')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings [default: `config.toml` of the profile, if there is one]')
            [CompletionResult]::new('--cwd', '--cwd', [CompletionResultType]::ParameterName, 'Where relative paths start [default: this folder]')
            [CompletionResult]::new('--home', '--home', [CompletionResultType]::ParameterName, 'The user''s home [default: yours]')
            [CompletionResult]::new('--hermes-home', '--hermes-home', [CompletionResultType]::ParameterName, 'The host''s home [default: `.hermes` in the home]')
            [CompletionResult]::new('--interactive', '--interactive', [CompletionResultType]::ParameterName, 'Whether a human could answer a question')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--apply', '--apply', [CompletionResultType]::ParameterName, 'Append the rules to the settings of the profile')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'agentsfence;test' {
            [CompletionResult]::new('--scenario', '--scenario', [CompletionResultType]::ParameterName, 'Only these scenes: an id, or the beginning of ids')
            [CompletionResult]::new('--python', '--python', [CompletionResultType]::ParameterName, 'The interpreter that has hermes-agent installed; implies --hermes')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'A Hermes profile; may be given several times [default: the one Hermes itself would use]')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List the scenes and play none')
            [CompletionResult]::new('--hermes', '--hermes', [CompletionResultType]::ParameterName, 'Play through the dispatcher of the Hermes that is on PATH, with mock tools')
            [CompletionResult]::new('--all-profiles', '--all-profiles', [CompletionResultType]::ParameterName, 'Every profile of this Hermes root')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON document on standard output')
            [CompletionResult]::new('--no-color', '--no-color', [CompletionResultType]::ParameterName, 'No colours (also: the NO_COLOR variable)')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more, on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Only results, warnings and errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
