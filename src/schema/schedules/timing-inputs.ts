import { forDurationPolicies } from '../../domain/schedule/duration-policies.js';
import type { BuilderTypes } from '../builder.js';
import { ConcurrencyPolicy, DstGap, DstRepeat, MisfirePolicy } from './schedule-enums.js';

/** What decides when a schedule is due: inputs of schedules and of previews. */
export function timingInputs(t: PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>) {
  return {
    cronExpression: t.string({
      description: 'Cron expression with five fields. A repeating schedule needs either this or `interval`.',
    }),
    interval: t.field({
      type: 'Duration',
      description:
        'Time between runs, at least one second. A repeating schedule needs either this or `cronExpression`.',
    }),
    timezone: t.string({
      description: 'IANA time zone, such as "Europe/Berlin". Defaults to the time zone in the settings.',
    }),
    startAt: t.field({
      type: 'DateTime',
      description:
        'First instant at which the schedule can be due. For a one-time schedule, when it runs; defaults to now.',
    }),
    endAt: t.field({
      type: 'DateTime',
      description: 'Instant from which the schedule is no longer due. Defaults to no end.',
    }),
    dstGap: t.field({
      type: DstGap,
      description:
        'What happens to a local time that does not exist because clocks go forward. Defaults to `NEXT_VALID`.',
    }),
    dstRepeat: t.field({
      type: DstRepeat,
      description:
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
    jitter: t.field({
      type: 'Duration',
      description:
        'Upper bound of the random delay added to each slot, at most one day. Defaults to no delay.',
    }),
    misfirePolicy: t.field({
      type: MisfirePolicy,
      description: 'What happens to slots that no worker claimed in time. Defaults to `LATEST`.',
    }),
    concurrencyPolicy: t.field({
      type: ConcurrencyPolicy,
      description: 'What happens when a slot is due while an earlier run is active. Defaults to `ALLOW`.',
    }),
  };
}
