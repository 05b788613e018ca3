import type { Decision } from '../domain/schedule/governor.js';
import { previewExpansion } from '../services/preview-expansion.js';
import { previewSchedule } from '../services/preview-schedule.js';
import type { Result } from '../services/result.js';
import { builder } from './builder.js';
import { codedError } from './coded-error.js';
import { actorOf } from './context.js';
import { DstGap, DstRepeat, Repeat } from './enums.js';

/** A preview has no error union: what is wrong with its input is an error of the field, with the issues beside it. */
async function valueOrError<T>(outcome: Promise<Result<T>>): Promise<T> {
  const result = await outcome;
  if (result.kind === 'ok') return result.value;
  if (result.kind !== 'validation') throw codedError('BAD_USER_INPUT', result.message);
  const { issues } = result;
  const message = issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '));
  throw codedError('BAD_USER_INPUT', message.join('; '), { issues });
}

interface Occurrence {
  at: Date;
  source: string;
  decision: Decision;
}

const Occurrence = builder.objectRef<Occurrence>('Occurrence').implement({
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    source: t.exposeString('source'),
    decision: t.field({
      type: 'JSON',
      description: 'Why it is due then.',
      resolve: ({ decision }) => decision,
    }),
  }),
});

const SchedulePreview = builder.objectRef<{ occurrences: Occurrence[] }>('SchedulePreview').implement({
  fields: (t) => ({
    occurrences: t.field({ type: [Occurrence], resolve: ({ occurrences }) => occurrences }),
  }),
});

const PreviewScheduleInput = builder.inputType('PreviewScheduleInput', {
  description: 'A schedule that exists, or the timing of one that might.',
  fields: (t) => ({
    scheduleId: t.id(),
    repeat: t.field({ type: Repeat }),
    cronExpression: t.string(),
    interval: t.field({ type: 'Duration' }),
    timezone: t.string(),
    startAt: t.field({ type: 'DateTime' }),
    endAt: t.field({ type: 'DateTime' }),
    dstGap: t.field({ type: DstGap }),
    dstRepeat: t.field({ type: DstRepeat }),
    maxRuns: t.int(),
    from: t.field({ type: 'DateTime', description: 'Default: now.' }),
  }),
});

interface Expansion {
  total: number;
  jobs: number;
  batches: number;
  batchSize: number;
  staggerDelay: number;
  durationMs: number;
  dropped: { nulls: number; duplicates: number };
  sample: unknown[];
}

const DroppedValues = builder.objectRef<Expansion['dropped']>('DroppedValues').implement({
  fields: (t) => ({ nulls: t.exposeInt('nulls'), duplicates: t.exposeInt('duplicates') }),
});

const ExpansionPreview = builder.objectRef<Expansion>('ExpansionPreview').implement({
  description: 'What data sources in params would become. Nothing runs.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Values found, over all data sources.' }),
    jobs: t.exposeInt('jobs', { description: 'Every combination of values is a job.' }),
    batches: t.exposeInt('batches'),
    batchSize: t.exposeInt('batchSize'),
    staggerDelay: t.expose('staggerDelay', { type: 'Duration', description: 'Between batches.' }),
    durationMs: t.float({
      description: 'From the first batch to the last, at least.',
      resolve: ({ durationMs }) => durationMs,
    }),
    dropped: t.field({ type: DroppedValues, resolve: ({ dropped }) => dropped }),
    sample: t.field({
      type: ['JSON'],
      description: 'Params of the first jobs.',
      resolve: ({ sample }) => sample,
    }),
  }),
});

builder.queryFields((t) => ({
  previewSchedule: t.field({
    type: SchedulePreview,
    description: 'The next times a schedule is due, each with its reason.',
    args: {
      input: t.arg({ type: PreviewScheduleInput, required: true }),
      count: t.arg.int({ defaultValue: 5, description: 'At most 100.' }),
    },
    resolve: (_root, { input, count }, context) =>
      valueOrError(previewSchedule(context.services, actorOf(context), { input, count: count ?? 5 })),
  }),
  previewExpansion: t.field({
    type: ExpansionPreview,
    description:
      'Reads the data sources named in params; creates nothing. For OPERATOR: it shows rows of any table that data sources may read.',
    authScopes: { operator: true },
    args: { params: t.arg({ type: 'JSON', required: true }) },
    resolve: (_root, { params }, context) =>
      valueOrError(previewExpansion(context.services, actorOf(context), { params })),
  }),
}));
