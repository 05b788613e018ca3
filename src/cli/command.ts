/**
 * Shared by the files in `commands`, which define the commands with their arguments and options. They
 * import nothing else when they are loaded, because every call of `callboard` loads them; each action
 * imports what it needs.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createOutput, type Output } from './output.js';

/** Options of a command that talks to a server; see {@link connectionOf}. */
export function withConnection(command: Command): Command {
  return command
    .option('--url <url>', 'address of the server (CALLBOARD_URL)')
    .option(
      '--token <token>',
      'API token; other users of this machine can see it, so prefer CALLBOARD_TOKEN or a profile',
    )
    .option('--profile <name>', 'profile in config.json (CALLBOARD_PROFILE)');
}

/** `--status` of a list: values of an enum of the API, in any case, with `-` or `_`. */
export function statusOption(of: string, known: readonly string[]): Option {
  const names = known.join(', ');
  return new Option('--status <status...>', `only ${of} with this status: ${names}`).argParser(
    (given: string, before: string[] = []) => {
      const status = given.toLowerCase().replaceAll('-', '_');
      if (!known.includes(status)) throw new InvalidArgumentError(`It must be one of ${names}.`);
      return [...before, status.toUpperCase()];
    },
  );
}

/**
 * The client of a command with these options.
 * @throws CliError if it is not clear which server or token to use
 */
export async function connectionOf(command: Command) {
  const { openConnection } = await import('./connection/connection.js');
  return openConnection(command.opts());
}

export function outputOf(command: Command): Output {
  return createOutput(command.optsWithGlobals().json === true);
}

/**
 * Runs one of Callboard's programs in this process, as `node dist/<name>.js` does. The import is
 * dynamic, because a program starts when it is loaded.
 */
export async function runProgram(name: 'dev' | 'server' | 'worker' | 'migrate'): Promise<void> {
  // The program must not read the arguments of this command as its own.
  process.argv.length = 2;
  await import(new URL(`../${name}.js`, import.meta.url).href);
}
