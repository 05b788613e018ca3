/** What governs a schedule beside its timing: pause, hints, limits, and the policies for its slots. */
import { explainSchedules } from '../../services/schedules/explain-schedules.js';
import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { environmentArg } from '../agents/environment-arg.js';
import { builder } from '../builder.js';
import { loadAt } from '../lists/reference.js';
import { AgentEnvironment, ConcurrencyPolicy, MisfirePolicy } from '../types/enums.js';
import { Schedule } from './schedule.js';

interface StoredHint {
  hintIntervalMs: bigint | null;
  hintNextRunAt: Date | null;
  hintExpiresAt: Date | null;
  hintReason: string | null;
  hintBy: string | null;
  hintAt: Date | null;
}

const ScheduleHint = builder.objectRef<StoredHint>('ScheduleHint').implement({
  description: 'When somebody, often a model, wants the schedule to run for a while.',
  fields: (t) => ({
    intervalMs: t.float({
      nullable: true,
      description:
        'Interval in place of the schedule’s own, counted from the last run, else from the first hint of an unbroken series.',
      resolve: ({ hintIntervalMs }) => (hintIntervalMs === null ? null : Number(hintIntervalMs)),
    }),
    nextRunAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'One more run.',
      resolve: ({ hintNextRunAt }) => hintNextRunAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      resolve: ({ hintExpiresAt }) => hintExpiresAt as Date,
    }),
    reason: t.string({ resolve: ({ hintReason }) => hintReason ?? '' }),
    proposedBy: t.id({
      nullable: true,
      description: 'Id of the API token.',
      resolve: ({ hintBy }) => hintBy,
    }),
    proposedByName: t.string({
      ...TOKEN_NAME,
      resolve: ({ hintBy }, _args, context, info) => tokenName(context, info, hintBy),
    }),
    proposedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ hintAt }) => hintAt }),
  }),
});

const toMs = (value: bigint | null) => (value === null ? null : Number(value));

builder.prismaObjectFields(Schedule, (t) => ({
  pausedUntil: t.expose('pausedUntil', {
    type: 'DateTime',
    nullable: true,
    description: 'No slot before this instant runs; then it goes on along its own grid.',
  }),
  pauseNote: t.exposeString('pauseNote', { nullable: true }),
  hint: t.field({
    type: ScheduleHint,
    nullable: true,
    description: 'Null: none is in force.',
    select: {
      hintIntervalMs: true,
      hintNextRunAt: true,
      hintExpiresAt: true,
      hintReason: true,
      hintBy: true,
      hintAt: true,
    },
    resolve: (schedule) => (isInForce(schedule) ? schedule : null),
  }),
  minInterval: t.field({
    type: 'Duration',
    nullable: true,
    description: 'From each decision: the next run is not sooner.',
    select: { minInterval: true },
    resolve: ({ minInterval }) => toMs(minInterval),
  }),
  maxInterval: t.field({
    type: 'Duration',
    nullable: true,
    description: 'From the last run, else from creation: the next run is not later.',
    select: { maxInterval: true },
    resolve: ({ maxInterval }) => toMs(maxInterval),
  }),
  failureBackoff: t.exposeBoolean('failureBackoff', {
    description: 'Each failed execution in a row doubles the interval, up to ×32; a good one ends that.',
  }),
  jitter: t.expose('jitter', {
    type: 'Duration',
    nullable: true,
    description: 'Slots fire up to this much later, each by an amount of its own that stays.',
  }),
  misfirePolicy: t.field({
    type: MisfirePolicy,
    select: { misfirePolicy: true },
    resolve: ({ misfirePolicy }) => misfirePolicy as typeof MisfirePolicy.$inferType,
  }),
  startingDeadline: t.field({
    type: 'Duration',
    nullable: true,
    description: 'A slot that is later than this does not run.',
    select: { startingDeadline: true },
    resolve: ({ startingDeadline }) => toMs(startingDeadline),
  }),
  concurrencyPolicy: t.field({
    type: ConcurrencyPolicy,
    select: { concurrencyPolicy: true },
    resolve: ({ concurrencyPolicy }) => concurrencyPolicy as typeof ConcurrencyPolicy.$inferType,
  }),
  requirements: t.expose('requirements', {
    type: 'JSON',
    nullable: true,
    description: 'What a worker must be able to do, such as {"region": "eu"}.',
  }),
  environment: t.field({
    type: AgentEnvironment,
    description: environmentArg.description,
    select: { environment: true },
    resolve: ({ environment }) => environment as typeof AgentEnvironment.$inferType,
  }),
  successfulHistoryLimit: t.exposeInt('successfulHistoryLimit', {
    nullable: true,
    description: 'Executions kept; null: all.',
  }),
  failedHistoryLimit: t.exposeInt('failedHistoryLimit', {
    nullable: true,
    description: 'Executions kept; null: all.',
  }),
  whyNot: t.string({
    nullable: true,
    description:
      'Why it does not run at this moment, in a sentence: what stands in its way, else when it is due next.',
    select: { id: true },
    resolve: ({ id }, _args, context, info) =>
      loadAt(context, info, id, (ids) => explainSchedules(context.services.pool, ids)),
  }),
}));

function isInForce({ hintIntervalMs, hintNextRunAt, hintExpiresAt }: StoredHint): boolean {
  const says = hintIntervalMs !== null || hintNextRunAt !== null;
  return says && hintExpiresAt !== null && hintExpiresAt > new Date();
}
