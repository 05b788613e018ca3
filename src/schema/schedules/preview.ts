import type { DstTransition as Transition } from '../../domain/schedule/cron/dst-transitions.js';
import { MAX_RUNS_BEFORE, type OverdueSlots as Overdue } from '../../domain/schedule/slots/preview-runs.js';
import { previewExpansion } from '../../services/runs/data-sources/preview-expansion.js';
import {
  type SchedulePreview as Preview,
  type Occurrence as PreviewedOccurrence,
  previewSchedule,
} from '../../services/schedules/plan/preview-schedule.js';
import { messageOf, type Result } from '../../services/system/result.js';
import type { ExpansionPreview as Expansion } from '../../sources/preview-expansion.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { SLOT_SOURCE } from '../runs/run-fields.js';
import { codedError } from '../types/coded-error.js';
import { Decision } from './decision.js';
import { Repeat } from './schedule-enums.js';
import { timingInputs } from './timing-inputs.js';

/**
 * A preview has no error union: invalid input is an error of the field, with the issues in its
 * extensions.
 */
export async function valueOrError<T>(outcome: Promise<Result<T>>): Promise<T> {
  const result = await outcome;
  if (result.kind === 'ok') return result.value;
  const issues = result.kind === 'validation' ? { issues: result.issues } : {};
  throw codedError('BAD_USER_INPUT', messageOf(result), issues);
}

const Occurrence = builder.objectRef<PreviewedOccurrence>('Occurrence').implement({
  description: 'A time at which a schedule is due.',
  fields: (t) => ({
    ...t.exposed('DateTime!', {
      at: 'Nominal time of the slot.',
      fireAt:
        'Time of the slot including jitter. For a schedule that is not stored, the time of the slot itself, because jitter depends on the ID of the schedule.',
    }),
    slotSource: t.field(SLOT_SOURCE),
    source: t.exposeString('source', {
      description: SLOT_SOURCE.description,
      deprecationReason: 'Use `slotSource`, which is an enum.',
    }),
    slotDecision: t.field({
      type: Decision.type,
      nullable: true,
      description: 'How the slot was decided. Null if that is unknown.',
      resolve: ({ decision }) => Decision.read(decision),
    }),
    decision: t.field({
      type: 'JSON',
      description: 'How the slot was decided.',
      deprecationReason: 'Use `slotDecision`, which is typed.',
      resolve: ({ decision }) => decision,
    }),
  }),
});

const ClockChange = builder.enumType('ClockChange', {
  description: 'Direction of a clock change.',
  values: {
    GAP: { description: 'Clocks go forward. Some local times do not exist.', value: 'gap' },
    REPEAT: { description: 'Clocks go back. Some local times occur twice.', value: 'repeat' },
  } as const,
});

const DstTransition = builder.objectRef<Transition>('DstTransition').implement({
  description: 'A clock change in the time zone of a schedule.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of the change.' }),
    kind: t.expose('kind', { type: ClockChange, description: 'Direction of the change.' }),
    ...t.exposed('String!', {
      from: 'UTC offset before the change, such as "+01:00".',
      to: 'UTC offset after the change.',
      localFrom: 'Local time shown immediately before the change.',
      localTo: 'Local time shown immediately after the change.',
      effect: 'What the change means for this schedule, in plain words.',
    }),
  }),
});

const OverdueSlots = builder.objectRef<Overdue>('OverdueSlots').implement({
  description: 'Slots that are late because no worker has claimed them.',
  fields: (t) => ({
    ...t.exposed('DateTime!', {
      firstAt: 'Time of the oldest slot.',
      lastAt: 'Time of the newest slot.',
    }),
    ...t.exposed('Int!', {
      count: 'Number of slots.',
      runs: 'Number of slots that run if a worker claims them now, by `misfirePolicy` and `startingDeadline`. The others are recorded as skipped.',
    }),
  }),
});

const SchedulePreview = builder.objectRef<Preview>('SchedulePreview').implement({
  description: 'When a schedule is due next.',
  fields: (t) => ({
    ...t.exposed([Occurrence], {
      occurrences: 'The next slots, earliest first, without those that are overdue.',
    }),
    overdue: t.field({
      type: OverdueSlots,
      nullable: true,
      description: 'Slots that no worker has claimed in time. Null if there are none.',
      resolve: ({ overdue }) => overdue,
    }),
    ...t.exposed([DstTransition], {
      transitions: 'The next two clock changes. Empty if the time zone has none.',
    }),
    timezone: t.exposeString('timezone', { description: 'IANA time zone in effect.' }),
  }),
});

const PreviewScheduleInput = builder.inputType('PreviewScheduleInput', {
  description: 'An existing schedule, or the timing of a schedule that is not stored.',
  fields: (t) => ({
    scheduleId: t.id({
      description: 'ID of an existing schedule. Other fields given replace its values for this preview.',
    }),
    repeat: t.field({ type: Repeat, description: 'Whether the schedule runs once or repeatedly.' }),
    ...timingInputs(t),
    from: t.field({
      type: 'DateTime',
      description: `Start of the preview, which may itself be a slot. Defaults to now. Limits and hints of an enabled schedule count from the slots before it, of which there may be at most ${MAX_RUNS_BEFORE.toLocaleString('en')}.`,
    }),
  }),
});

const DroppedValues = builder.objectRef<Expansion['dropped']>('DroppedValues').implement({
  description: 'Values from data sources that do not become jobs.',
  fields: (t) => ({
    nulls: t.exposeInt('nulls', { description: 'Number of null values.' }),
    duplicates: t.exposeInt('duplicates', { description: 'Number of repeated values.' }),
  }),
});

const ExpansionPreview = builder.objectRef<Expansion>('ExpansionPreview').implement({
  description: 'What the data sources in some params would expand to. Nothing runs.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Number of values found, across all data sources.' }),
    jobs: t.exposeInt('jobs', { description: 'Number of jobs: one for each combination of values.' }),
    batches: t.exposeInt('batches', { description: 'Number of batches.' }),
    batchSize: t.exposeInt('batchSize', { description: 'Number of jobs in a batch.' }),
    staggerDelay: t.expose('staggerDelay', { type: 'Duration', description: 'Pause between batches.' }),
    ...t.exposed('Float!', {
      durationMs: 'Minimum time from the first to the last batch, in milliseconds.',
    }),
    ...t.exposed(DroppedValues, { dropped: 'Values that do not become jobs.' }),
    ...t.exposed('[JSON!]!', { sample: 'Params of the first jobs.' }),
  }),
});

builder.queryFields((t) => ({
  previewSchedule: t.field({
    type: SchedulePreview,
    description:
      'When a schedule is due next and why, taking pause, hints, limits and failures into account.',
    args: {
      input: t.arg({
        type: PreviewScheduleInput,
        required: true,
        description: 'The schedule or timing to preview.',
      }),
      count: t.arg.int({ defaultValue: 5, description: 'Number of slots to return, from 1 to 100.' }),
    },
    resolve: (_root, { input, count }, context) =>
      valueOrError(previewSchedule(context.services, actorOf(context), { input, count: count ?? 5 })),
  }),
  previewExpansion: t.field({
    type: ExpansionPreview,
    description:
      'Reads the data sources named in `params` and shows the jobs they would create. Requires the role `OPERATOR`, because it shows rows of the tables that data sources can read.',
    authScopes: { operator: true },
    args: {
      params: t.arg({ type: 'JSON', required: true, description: 'The params to expand, a JSON object.' }),
    },
    resolve: (_root, { params }, context) =>
      valueOrError(previewExpansion(context.services, actorOf(context), { params })),
  }),
}));
