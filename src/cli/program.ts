import { Command } from 'commander';
import { VERSION } from '../runtime/version.js';
import { addOperatorCommands } from './commands/operator-commands.js';
import { addUserCommands } from './commands/user-commands.js';
import { EXIT } from './exit-codes.js';

/** The complete command line, before anything runs. */
export function createProgram(): Command {
  const program = new Command('callboard')
    .description('Schedules and runs HTTP agents. Without a command, runs "callboard up".')
    .version(VERSION, '--version', 'print the version')
    .option('--json', 'print results, and errors, as one line of JSON each')
    .helpOption('-h, --help', 'print this help')
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .addHelpText('after', `\n${describeExitCodes()}`);
  program.commandsGroup('Use a server:');
  addUserCommands(program);
  program.commandsGroup('Run Callboard (settings come from the environment):');
  addOperatorCommands(program);
  return program.helpCommand('help [command]', 'print the help of a command');
}

function describeExitCodes(): string {
  return `Exit codes: ${EXIT.ok} done, ${EXIT.failed} failed, ${EXIT.usage} wrong arguments or settings, ${EXIT.unreachable} server or database not reachable,
  ${EXIT.forbidden} not signed in or not allowed, ${EXIT.notFound} not found, ${EXIT.refused} refused by the server`;
}
