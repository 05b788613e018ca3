/** Fields that govern a schedule in addition to its timing: pause, limits, and the policies for its slots. */

import { forDurationPolicies } from '../../domain/schedule/duration-policies.js';
import { explainSchedules } from '../../services/schedules/plan/explain-schedules.js';
import { AgentEnvironment } from '../agents/agent-enums.js';
import { builder } from '../builder.js';
import { loadAt } from '../lists/reference.js';
import { Schedule } from './schedule.js';
import { ConcurrencyPolicy, MisfirePolicy } from './schedule-enums.js';

builder.prismaObjectFields(Schedule, (t) => ({
  ...t.exposed('DateTime', {
    pausedUntil:
      'The schedule is paused until this time: slots before it are skipped and recorded. Null if it was never paused.',
  }),
  ...t.exposed('String', { pauseNote: 'Note given with the pause. Null if there is none.' }),
  ...forDurationPolicies((name, description) =>
    t.expose(name, {
      type: 'Duration',
      nullable: true,
      description: `${description} Null if not limited.`,
    }),
  ),
  failureBackoff: t.exposeBoolean('failureBackoff', {
    description:
      'Whether each consecutive failed run doubles the interval, up to 32 times. A success resets it.',
  }),
  ...t.exposed('Duration', {
    jitter:
      'Upper bound of the random delay added to each slot. A slot always gets the same delay. Null for no delay.',
  }),
  ...t.exposed(MisfirePolicy, { misfirePolicy: 'What happens to slots that no worker claimed in time.' }),
  ...t.exposed(ConcurrencyPolicy, {
    concurrencyPolicy: 'What happens when a slot is due while an earlier run is active.',
  }),
  ...t.exposed('JSON', {
    requirements:
      'Capabilities a worker needs to run the jobs, such as `{"region": "eu"}`. Null if none are required.',
  }),
  ...t.exposed(AgentEnvironment, {
    environment:
      'Environment whose deployed agent versions are called. If none is deployed there, the production version is called, otherwise the agent’s own version.',
  }),
  ...t.exposed('Int', {
    successfulHistoryLimit: 'Number of successful runs to keep. Null to keep all until they expire.',
    failedHistoryLimit: 'Number of failed runs to keep. Null to keep all until they expire.',
  }),
  whyNot: t.string({
    nullable: true,
    description:
      'Why the schedule is not running right now, in one sentence: what blocks it, or when it is next due. Null if it was deleted meanwhile.',
    select: { id: true },
    resolve: ({ id }, _args, context, info) =>
      loadAt(context, info, id, (ids) => explainSchedules(context.services.pool, ids)),
  }),
}));
