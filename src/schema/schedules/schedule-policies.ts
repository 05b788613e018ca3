/** Fields that govern a schedule in addition to its timing: pause, hints, limits, and the policies for its slots. */

import { forDurationPolicies } from '../../domain/schedule/duration-policies.js';
import { explainSchedules } from '../../services/schedules/plan/explain-schedules.js';
import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { AgentEnvironment } from '../agents/agent-enums.js';
import { builder } from '../builder.js';
import { databaseTime, loadAt } from '../lists/reference.js';
import { Schedule } from './schedule.js';
import { ConcurrencyPolicy, MisfirePolicy } from './schedule-enums.js';

interface StoredHint {
  hintIntervalMs: bigint | null;
  hintNextRunAt: Date | null;
  hintExpiresAt: Date | null;
  hintReason: string | null;
  hintBy: string | null;
  hintAt: Date | null;
}

const ScheduleHint = builder.objectRef<StoredHint>('ScheduleHint').implement({
  description: 'A temporary proposal for when a schedule should run, often made by an AI model.',
  fields: (t) => ({
    intervalMs: t.float({
      nullable: true,
      description:
        'Interval in milliseconds that replaces the schedule’s own, counted from the last run, or from the first of consecutive hints. Null if the hint has none.',
      resolve: ({ hintIntervalMs }) => (hintIntervalMs === null ? null : Number(hintIntervalMs)),
    }),
    nextRunAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of one additional run. Null if the hint has none.',
      resolve: ({ hintNextRunAt }) => hintNextRunAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time the hint stops being in effect.',
      resolve: ({ hintExpiresAt }) => hintExpiresAt as Date,
    }),
    reason: t.string({
      description: 'Reason given with the hint.',
      resolve: ({ hintReason }) => hintReason ?? '',
    }),
    proposedBy: t.id({
      nullable: true,
      description: 'ID of the API token or person that proposed the hint. Null if unknown.',
      resolve: ({ hintBy }) => hintBy,
    }),
    proposedByName: t.string({
      ...TOKEN_NAME,
      resolve: ({ hintBy }, _args, context, info) => tokenName(context, info, hintBy),
    }),
    proposedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time the hint was proposed. Null if unknown.',
      resolve: ({ hintAt }) => hintAt,
    }),
  }),
});

builder.prismaObjectFields(Schedule, (t) => ({
  ...t.exposed('DateTime', {
    pausedUntil:
      'The schedule is paused until this time: slots before it are skipped and recorded. Null if it was never paused.',
  }),
  ...t.exposed('String', { pauseNote: 'Note given with the pause. Null if there is none.' }),
  hint: t.field({
    type: ScheduleHint,
    nullable: true,
    description: 'The hint in effect. Null if there is none.',
    select: {
      hintIntervalMs: true,
      hintNextRunAt: true,
      hintExpiresAt: true,
      hintReason: true,
      hintBy: true,
      hintAt: true,
    },
    resolve: async (schedule, _args, context, info) =>
      hasHint(schedule) && schedule.hintExpiresAt > (await databaseTime(context, info)) ? schedule : null,
  }),
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

function hasHint<Row extends StoredHint>(row: Row): row is Row & { hintExpiresAt: Date } {
  return (row.hintIntervalMs !== null || row.hintNextRunAt !== null) && row.hintExpiresAt !== null;
}
