import type { DefineCommand } from '../command.js';
import { agent } from './user/agent.js';
import { apply, diff } from './user/apply.js';
import { cancel } from './user/cancel.js';
import { exportConfiguration } from './user/export.js';
import { init } from './user/init.js';
import { jobs } from './user/jobs.js';
import { login } from './user/login.js';
import { mcp } from './user/mcp.js';
import { pause, resume } from './user/pause.js';
import { preview } from './user/preview.js';
import { retry } from './user/retry.js';
import { runs } from './user/runs.js';
import { schedules } from './user/schedules.js';
import { schema } from './user/schema.js';
import { tail } from './user/tail.js';
import { trigger } from './user/trigger.js';
import { whoami } from './user/whoami.js';
import { why } from './user/why.js';

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
