
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
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for your shell')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Check that a profile is really protected')
            [CompletionResult]::new('profiles', 'profiles', [CompletionResultType]::ParameterValue, 'List the profiles and whether each is protected')
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
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
