import type { DefineCommand } from '../command.js';
import { agent } from './agent.js';
import { apply, diff } from './apply.js';
import { cancel } from './cancel.js';
import { exportConfiguration } from './export.js';
import { init } from './init.js';
import { jobs } from './jobs.js';
import { login } from './login.js';
import { mcp } from './mcp.js';
import { pause, resume } from './pause.js';
import { preview } from './preview.js';
import { retry } from './retry.js';
import { runs } from './runs.js';
import { schedules } from './schedules.js';
import { schema } from './schema.js';
import { tail } from './tail.js';
import { trigger } from './trigger.js';
import { whoami } from './whoami.js';
import { why } from './why.js';

/** Commands for users of a server, in the order of the help. They use its GraphQL API. */
export const USER_COMMANDS: readonly DefineCommand[] = [
  init,
  login,
  whoami,
  trigger,
  tail,
  schedules,
  runs,
  jobs,
  why,
  retry,
  cancel,
  pause,
  resume,
  preview,
  agent,
  exportConfiguration,
  diff,
  apply,
  schema,
  mcp,
];
