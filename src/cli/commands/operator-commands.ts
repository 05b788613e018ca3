import type { DefineCommand } from '../command.js';
import { backup } from './backup.js';
import { completion } from './completion.js';
import { config } from './config.js';
import { doctor } from './doctor.js';
import { migrate } from './migrate.js';
import { restore } from './restore.js';
import { rotateKey } from './rotate-key.js';
import { server } from './server.js';
import { up } from './up.js';
import { worker } from './worker.js';

/**
 * Commands for operators of Callboard, in the order of the help. They use the settings of the
 * environment.
 */
export const OPERATOR_COMMANDS: readonly DefineCommand[] = [
  up, //
  server,
  worker,
  migrate,
  config,
  backup,
  restore,
  rotateKey,
  doctor,
  completion,
];
