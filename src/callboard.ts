#!/usr/bin/env node
/** The command line, `callboard`. Without arguments it does what `npm start` does. */
import { EXIT } from './cli/exit-codes.js';
import { runCommandLine } from './cli/run-command-line.js';

// The reader of a pipe may have seen enough, such as `head`. Node.js ignores SIGPIPE and reports an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.outputClosed);
});

const exitCode = await runCommandLine(process.argv.slice(2));
if (exitCode !== undefined) process.exitCode = exitCode;
