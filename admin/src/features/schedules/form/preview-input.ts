import { namesOf } from '../option-kinds.js';
import { SCHEDULE_OPTIONS } from '../schedule-options.js';
import type { CreateScheduleInput, PreviewScheduleInput } from './schedule-form.generated.js';

const NAMES = [
  'repeat',
  'cronExpression',
  'interval',
  'timezone',
  'startAt',
  'endAt',
  'maxRuns',
  ...namesOf({ ...SCHEDULE_OPTIONS.clock, ...SCHEDULE_OPTIONS.slots, ...SCHEDULE_OPTIONS.limits }),
] satisfies readonly (keyof PreviewScheduleInput & keyof CreateScheduleInput)[];

/**
 * The input of the preview. Undefined if the timing is incomplete. For an existing schedule, only
 * changed fields are given, so that its hints, pauses and failures count.
 */
export function previewInputOf(
  scheduleId: string | undefined,
  now: CreateScheduleInput,
  before: CreateScheduleInput,
): PreviewScheduleInput | undefined {
  const { repeat, cronExpression, interval } = now;
  if (repeat === 'REPEATING' && cronExpression === null && interval === null) return undefined;
  const wanted = NAMES.filter(
    (name) => scheduleId === undefined || JSON.stringify(now[name]) !== JSON.stringify(before[name]),
  );
  return {
    ...Object.fromEntries(wanted.map((name) => [name, now[name]])),
    ...(scheduleId !== undefined && { scheduleId }),
  };
}
