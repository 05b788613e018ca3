import type { Command } from 'commander';

type Shell = 'bash' | 'zsh' | 'fish';

/** The words that can follow a command. */
interface Completed {
  name: string;
  description: string;
  words: string[];
}

/** A script that completes commands, their options and their fixed arguments. */
export function completionScript(shell: Shell, program: Command): string {
  const commands = program.commands.map((command) => describe(command, program));
  return { bash, zsh, fish }[shell](commands, optionsOf(program));
}

function describe(command: Command, program: Command): Completed {
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const words = [...command.commands.flatMap((sub) => [sub.name(), ...optionsOf(sub)]), ...choices];
  return {
    name: command.name(),
    description: command.description(),
    words: [...new Set([...words, ...optionsOf(command), ...optionsOf(program)])],
  };
}

function optionsOf(command: Command): string[] {
  const own = command.options
    .filter(({ long }) => long !== '--version')
    .map(({ long, short }) => long ?? short);
  return [...own.filter((name) => name !== undefined), '--help'];
}

function bash(commands: Completed[], options: string[]): string {
  return `_callboard() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, words }) => `    ${name}) words='${words.join(' ')}' ;;`).join('\n')}
    *) words='${[...commands.map(({ name }) => name), ...options].join(' ')}' ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${[...commands.map(({ name }) => name), ...options].join(' ')}'; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _callboard callboard
`;
}

function zsh(commands: Completed[], options: string[]): string {
  const entry = ({ name, description }: Completed) => `'${name}:${description.replaceAll("'", "'\\''")}'`;
  return `#compdef callboard
_callboard() {
  local -a commands
  commands=(${commands.map(entry).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    compadd -- ${options.join(' ')}
    return
  fi
  case "\${words[2]}" in
${commands.map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')} ;;`).join('\n')}
  esac
  _files
}
if [ "$funcstack[1]" = "_callboard" ]; then _callboard "$@"; else compdef _callboard callboard; fi
`;
}

function fish(commands: Completed[], options: string[]): string {
  const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  return `${commands
    .flatMap(({ name, description, words }) => [
      `complete -c callboard -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
      `complete -c callboard -n '__fish_seen_subcommand_from ${name}' -a ${quoted(words.join(' '))}`,
    ])
    .join('\n')}
complete -c callboard -n __fish_use_subcommand -f -a ${quoted(options.join(' '))}
`;
}
