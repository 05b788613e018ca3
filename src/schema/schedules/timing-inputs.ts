import { forDurationPolicies } from '../../domain/schedule/duration-policies.js';
import type { BuilderTypes } from '../builder.js';
import { ConcurrencyPolicy, DstGap, DstRepeat, MisfirePolicy } from './schedule-enums.js';

/** What decides when a schedule is due: inputs of schedules and of previews. */
export function timingInputs(t: PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>) {
  return {
    ...t.fields('String', {
      cronExpression:
        'Cron expression with five fields. A repeating schedule needs either this or `interval`.',
      timezone: 'IANA time zone, such as "Europe/Berlin". Defaults to the time zone in the settings.',
    }),
    ...t.fields('Duration', {
      interval:
        'Time between runs, at least one second. A repeating schedule needs either this or `cronExpression`.',
      jitter: 'Upper bound of the random delay added to each slot, at most one day. Defaults to no delay.',
    }),
    ...t.fields('DateTime', {
      startAt:
        'First instant at which the schedule can be due. For a one-time schedule, when it runs; defaults to now.',
      endAt: 'Instant from which the schedule is no longer due. Defaults to no end.',
    }),
    ...t.fields(DstGap, {
      dstGap:
        'What happens to a local time that does not exist because clocks go forward. Defaults to `NEXT_VALID`.',
    }),
    ...t.fields(DstRepeat, {
      dstRepeat:
        'What happens to a local time that occurs twice because clocks go back. Defaults to `FIRST`.',
    }),
    maxRuns: t.int({
      description: 'Number of runs after which the schedule ends. At least 1; defaults to no limit.',
    }),
    ...forDurationPolicies((_, description) =>
      t.field({ type: 'Duration', description: `${description} Defaults to no limit.` }),
    ),
    failureBackoff: t.boolean({
      description:
        'Whether each consecutive failed run doubles the interval, up to 32 times. Applies to intervals only. Defaults to false.',
    }),
    ...t.fields(MisfirePolicy, {
      misfirePolicy: 'What happens to slots that no worker claimed in time. Defaults to `LATEST`.',
    }),
    concurrencyPolicy: t.field({
      type: ConcurrencyPolicy,
      description: 'What happens when a slot is due while an earlier run is active. Defaults to `ALLOW`.',
    }),
  };
}
