#!/usr/bin/env node
/** The command line, `callboard`. Without arguments it does what `npm start` does. */
import { runCommandLine } from './cli/run-command-line.js';

const exitCode = await runCommandLine(process.argv.slice(2));
if (exitCode !== undefined) process.exitCode = exitCode;
