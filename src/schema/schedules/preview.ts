import type { DstTransition as Transition } from '../../domain/schedule/dst-transitions.js';
import { previewExpansion } from '../../services/runs/preview-expansion.js';
import {
  type SchedulePreview as Preview,
  type Occurrence as PreviewedOccurrence,
  previewSchedule,
} from '../../services/schedules/preview-schedule.js';
import type { Result } from '../../services/system/result.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { codedError } from '../types/coded-error.js';
import { ConcurrencyPolicy, DstGap, DstRepeat, MisfirePolicy, Repeat } from '../types/enums.js';

/** A preview has no error union: what is wrong with its input is an error of the field, with the issues beside it. */
export async function valueOrError<T>(outcome: Promise<Result<T>>): Promise<T> {
  const result = await outcome;
  if (result.kind === 'ok') return result.value;
  if (result.kind !== 'validation') throw codedError('BAD_USER_INPUT', result.message);
  const { issues } = result;
  const message = issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '));
  throw codedError('BAD_USER_INPUT', message.join('; '), { issues });
}

const Occurrence = builder.objectRef<PreviewedOccurrence>('Occurrence').implement({
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'The slot.' }),
    fireAt: t.expose('fireAt', {
      type: 'DateTime',
      description: 'With its jitter, which depends on the schedule’s id: of a schedule that exists.',
    }),
    source: t.exposeString('source'),
    decision: t.field({
      type: 'JSON',
      description: 'Why it is due then.',
      resolve: ({ decision }) => decision,
    }),
  }),
});

const ClockChange = builder.enumType('ClockChange', {
  description: 'GAP: local times are left out; REPEAT: they come twice.',
  values: { GAP: { value: 'gap' }, REPEAT: { value: 'repeat' } } as const,
});

const DstTransition = builder.objectRef<Transition>('DstTransition').implement({
  description: 'A change of the clock in the schedule’s zone.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    kind: t.expose('kind', { type: ClockChange }),
    from: t.exposeString('from', { description: 'Offset from UTC before, e.g. "+01:00".' }),
    to: t.exposeString('to', { description: 'Offset from UTC after.' }),
    localFrom: t.exposeString('localFrom', { description: 'What clocks show when they are changed.' }),
    localTo: t.exposeString('localTo', { description: 'What they are changed to.' }),
    effect: t.exposeString('effect', { description: 'What it does to this schedule.' }),
  }),
});

const SchedulePreview = builder.objectRef<Preview>('SchedulePreview').implement({
  fields: (t) => ({
    occurrences: t.field({ type: [Occurrence], resolve: ({ occurrences }) => occurrences }),
    transitions: t.field({
      type: [DstTransition],
      description: 'The next two changes of the clock; none where it stays.',
      resolve: ({ transitions }) => transitions,
    }),
    timezone: t.exposeString('timezone', { description: 'The zone in force, IANA name.' }),
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
    minInterval: t.field({ type: 'Duration' }),
    maxInterval: t.field({ type: 'Duration' }),
    failureBackoff: t.boolean(),
    jitter: t.field({ type: 'Duration' }),
    misfirePolicy: t.field({ type: MisfirePolicy }),
    startingDeadline: t.field({ type: 'Duration' }),
    concurrencyPolicy: t.field({ type: ConcurrencyPolicy }),
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
    description:
      'The next times a schedule is due, each with its reason: pause, hints, limits and failures taken into account.',
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
