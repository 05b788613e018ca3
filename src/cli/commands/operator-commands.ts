import type { DefineCommand } from '../command.js';
import { completion } from './completion.js';
import { migrate } from './migrate.js';
import { server } from './server.js';
import { up } from './up.js';
import { worker } from './worker.js';

/** Commands for those who run Callboard, in the order of the help. They use the settings of the environment. */
export const OPERATOR_COMMANDS: readonly DefineCommand[] = [
  up, //
  server,
  worker,
  migrate,
  completion,
];
