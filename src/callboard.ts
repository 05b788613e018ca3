#!/usr/bin/env node
/** The command line, `callboard`. Without arguments it does what `npm start` does. */
import { EXIT } from './cli/exit-codes.js';
import { printFailure } from './cli/output.js';
import { runCommandLine } from './cli/run-command-line.js';
import { writeFailure } from './runtime/write-failure.js';

// Commands that run a program remove the arguments.
const json = process.argv.includes('--json');

// The reader of a pipe may have seen enough, such as `head`. Node.js ignores SIGPIPE and reports an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.outputClosed);
  const { message } = writeFailure('the output', error, 'send it elsewhere') as Error;
  printFailure(json, message, EXIT.failed);
  process.exit(EXIT.failed);
});

const exitCode = await runCommandLine(process.argv.slice(2));
if (exitCode !== undefined) process.exitCode = exitCode;
