import { agents } from '../features/agents/routes.js';
import { audit } from '../features/audit/routes.js';
import { deadLetters } from '../features/dead-letters/routes.js';
import { executions } from '../features/executions/routes.js';
import { explorer } from '../features/explorer/routes.js';
import { jobs } from '../features/jobs/routes.js';
import { notifications } from '../features/notifications/routes.js';
import { overview } from '../features/overview/routes.js';
import { pipelines } from '../features/pipelines/routes.js';
import { schedules } from '../features/schedules/routes.js';
import { settings } from '../features/settings/routes.js';
import { tokens } from '../features/tokens/routes.js';
import { webhooks } from '../features/webhooks/routes.js';
import { workers } from '../features/workers/routes.js';
import type { Feature } from '../lib/feature.js';

/** All pages. A new folder in `features/` is registered here and nowhere else. */
export const features = [
  overview,
  schedules,
  pipelines,
  agents,
  audit,
  executions,
  explorer,
  jobs,
  deadLetters,
  notifications,
  settings,
  tokens,
  webhooks,
  workers,
] as const satisfies readonly Feature[];
