import { CommanderError } from 'commander';
import { CliError } from './cli-error.js';
import { EXIT } from './exit-codes.js';
import { printFailure } from './output.js';
import { createProgram } from './program.js';

/**
 * Runs what the arguments say.
 * @returns the exit code; undefined if a program runs on, which sets its own
 */
export async function runCommandLine(args: readonly string[]): Promise<number | undefined> {
  const json = args.includes('--json');
  const program = createProgram();
  if (json)
    for (const command of [program, ...program.commands]) command.configureOutput({ outputError() {} });
  try {
    await program.parseAsync(args.length === 0 ? ['up'] : args, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return answerUsage(error, json);
    if (!(error instanceof CliError)) throw error;
    printFailure(json, error.message, error.exitCode);
    return error.exitCode;
  }
}

/** Help and version are no errors. Commander has printed everything but what `--json` wants. */
function answerUsage({ exitCode, message }: CommanderError, json: boolean): number {
  if (exitCode === 0) return EXIT.ok;
  if (json) printFailure(json, message.replace(/^error: /, ''), EXIT.usage);
  return EXIT.usage;
}
