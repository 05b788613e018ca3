import type { DefineCommand } from '../command.js';
import { backup } from './operator/backup.js';
import { completion } from './operator/completion.js';
import { config } from './operator/config.js';
import { doctor } from './operator/doctor.js';
import { migrate } from './operator/migrate.js';
import { restore } from './operator/restore.js';
import { rotateKey } from './operator/rotate-key.js';
import { server } from './operator/server.js';
import { up } from './operator/up.js';
import { worker } from './operator/worker.js';

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
