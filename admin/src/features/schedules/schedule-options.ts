/**
 * The options of a schedule besides its target, times and params. Their fields in the form, the draft,
 * the input of mutations and previews, and what the page of a schedule says, follow from these tables.
 * Their texts stand here and not in `texts/`, so that a new option is one entry.
 */
import { counted } from '../../lib/text/count-text.js';
import type {
  AfterOnce,
  AgentEnvironment,
  ConcurrencyPolicy,
  DstGap,
  DstRepeat,
  MisfirePolicy,
} from './form/schedule-form.generated.js';
import { choiceOption, durationOption, jsonOption, switchOption, wholeOption } from './option-kinds.js';

export const SCHEDULE_OPTIONS = {
  timing: {
    maxRuns: wholeOption({
      label: 'Maximum runs',
      hint: 'The schedule ends after this many runs.',
      unset: 'no limit',
      repeat: 'REPEATING',
      progress: ({ runCount }) => `${runCount.toLocaleString('en')} so far.`,
    }),
    afterOnce: choiceOption<AfterOnce>(
      { label: 'After the run', repeat: 'ONCE' },
      { DISABLE: 'Disable the schedule', DELETE: 'Delete the schedule' },
    ),
    template: switchOption({
      label: 'Template',
      hint: 'A template never runs on its own. It waits for triggers and webhooks.',
    }),
  },

  clock: {
    dstGap: choiceOption<DstGap>(
      { label: 'When the clock moves forward', hint: 'For local times that do not exist on that day.' },
      { NEXT_VALID: 'Run right after the gap', SKIP: 'Skip' },
    ),
    dstRepeat: choiceOption<DstRepeat>(
      { label: 'When the clock moves back', hint: 'For local times that occur twice on that day.' },
      { FIRST: 'Run the first time', LAST: 'Run the second time', BOTH: 'Run both times' },
    ),
  },

  slots: {
    concurrencyPolicy: choiceOption<ConcurrencyPolicy>(
      { label: 'If an earlier run is in progress' },
      {
        ALLOW: 'Allow: run both',
        FORBID: 'Forbid: skip the new run',
        REPLACE: 'Replace: cancel the earlier run',
        QUEUE: 'Queue: the newest waits for the earlier run',
      },
    ),
    misfirePolicy: choiceOption<MisfirePolicy>(
      { label: 'Missed slots', hint: 'Slots that no worker could start, for example during downtime.' },
      {
        LATEST: 'Latest: run only the newest',
        ALL: 'All: run each, oldest first, up to 100',
        SKIP: 'Skip: run none',
      },
    ),
    startingDeadline: durationOption({
      label: 'Starting deadline',
      hint: 'Slots later than this are skipped.',
      unset: 'none',
      example: '10m',
    }),
  },

  limits: {
    jitter: durationOption({
      label: 'Jitter',
      hint: 'Each slot is delayed by a fixed random amount, up to this value.',
      unset: 'none',
      example: '30s',
    }),
    minInterval: durationOption({
      label: 'Minimum interval',
      hint: 'The next run is no earlier than this after each decision, regardless of hints.',
      unset: 'none',
    }),
    maxInterval: durationOption({
      label: 'Maximum interval',
      hint: 'The next run is no later than this after the last run, regardless of hints.',
      unset: 'none',
    }),
    failureBackoff: switchOption({
      label: 'Back off after failures',
      hint: 'Each consecutive failed run doubles the interval, up to 32 times. A successful run resets it.',
      progress: ({ failureCount }) => `Currently ${counted(failureCount, 'failed run')} in a row.`,
    }),
  },

  delivery: {
    timeout: durationOption({
      label: 'Attempt timeout',
      hint: 'For one attempt, from its first send.',
      unset: 'agent’s default',
      example: '5m',
    }),
    maxQueueTime: durationOption({
      label: 'Maximum queue time',
      hint: 'Measured from the job’s release. A job that waits longer fails with QUEUE_TIMEOUT.',
      unset: 'agent’s default',
    }),
    zombieThresholdMs: durationOption({
      label: 'Run timeout',
      hint: 'For the whole run, including retries. When it expires, open jobs are cancelled and the run fails.',
      unset: 'no limit',
      example: '2h',
    }),
    priority: wholeOption(
      { label: 'Priority', hint: 'Jobs with a higher priority run first.', example: '10' },
      { empty: '0', otherwise: 0 },
    ),
  },

  workers: {
    environment: choiceOption<AgentEnvironment>(
      { label: 'Agent version', hint: 'The version deployed to this environment.' },
      {
        PRODUCTION: 'Production',
        STAGING: 'Staging, or production if none',
        DEVELOPMENT: 'Development, or production if none',
      },
    ),
    requirements: jsonOption({
      label: 'Worker requirements',
      hint: 'Capabilities a worker needs, such as { "region": "eu" }.',
      unset: 'any worker',
    }),
  },

  history: {
    successfulHistoryLimit: wholeOption({
      label: 'Successful runs to keep',
      hint: 'Without a limit, they are kept until they expire.',
      unset: 'all',
    }),
    failedHistoryLimit: wholeOption({
      label: 'Failed runs to keep',
      hint: 'Without a limit, they are kept until they expire.',
      unset: 'all',
    }),
  },
};
