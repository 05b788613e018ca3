import { type Command, CommanderError } from 'commander';
import { StartupError } from '../runtime/startup-error.js';
import { CliError } from './cli-error.js';
import { EXIT } from './exit-codes.js';
import { printFailure } from './output.js';
import { createProgram } from './program.js';

/**
 * Runs the command with these arguments.
 * @returns the exit code; undefined for a program that keeps running and sets its own
 */
export async function runCommandLine(args: readonly string[]): Promise<number | undefined> {
  const json = args.includes('--json');
  const program = createProgram();
  if (json) for (const command of withSubcommands(program)) command.configureOutput({ outputError() {} });
  try {
    await program.parseAsync(args.length === 0 ? ['up'] : args, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return answerUsage(error, json);
    // Both errors are written for people and contain no secret.
    if (!(error instanceof CliError || error instanceof StartupError)) throw error;
    const exitCode = error instanceof StartupError ? await exitCodeOf(error) : error.exitCode;
    printFailure(json, error.message, exitCode);
    return exitCode;
  }
}

/** A cause is always an error of the database connection. */
async function exitCodeOf({ exitCode, cause }: StartupError): Promise<number> {
  if (cause === undefined) return exitCode;
  const { isSqlState } = await import('../runtime/database/sqlstate.js');
  const isNotAllowed = isSqlState(cause, 'wrongPassword', 'refusedSignIn', 'insufficientPrivilege');
  return isNotAllowed ? EXIT.forbidden : EXIT.unreachable;
}

/** Help and version are not errors. Commander has printed everything except for `--json`. */
function answerUsage({ exitCode, message }: CommanderError, json: boolean): number {
  if (exitCode === 0) return EXIT.ok;
  if (json) printFailure(json, message.replace(/^error: /, ''), EXIT.usage);
  return EXIT.usage;
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
