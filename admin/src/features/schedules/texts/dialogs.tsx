import type { ReactNode } from 'react';
import { counted } from '../../../lib/text/count-text.js';
import { phrase } from '../../../lib/text/phrase.js';

const count = (number: number) => number.toLocaleString('en');

const slots = (number: number) => counted(number, 'slot');

interface Plan {
  total: number;
  existing: number;
  toCreate: number;
}

export const texts = {
  override: {
    hint: (scope: string) => `${scope}. Merged over the schedule’s params, key by key.`,
    omitted: (names: readonly string[]) => `Omitted, so the schedule’s values apply: ${names.join(', ')}.`,
    noObject: 'Params must be a JSON object.',
  },
  trigger: {
    title: (name: string) => `Trigger ${name}`,
    description: (kind: string, name: string) =>
      `Runs the ${kind} ${name} now, or once at a later time. The regular timing does not change.`,
    submit: 'Trigger',
    scheduled: (name: string) => `Scheduled a run of ${name}`,
    triggered: (name: string) => `Triggered ${name}`,
    open: 'Open',
    scope: 'For this run only',
    refusedByRun:
      'A run is in progress and this schedule forbids overlaps. The trigger is refused until that run ends.',
    besideRun: 'A run is in progress. The new run starts alongside it.',
    schedulerDisabled: 'The scheduler is disabled in the settings. Manual runs still start.',
    scheduleDisabled: 'The schedule is disabled. This runs it once anyway.',
  },
  runOptions: {
    title: 'Options for this run',
    delay: 'Delay',
    delayHint: 'For example 30m or 2h. Leave empty to start now.',
    startAt: 'Or start at',
    startAtHint: 'In your time zone.',
    priority: 'Priority',
    priorityHint: 'Jobs with a higher priority run first.',
    timeout: 'Attempt timeout',
    timeoutHint: 'For example 10m.',
    requirements: 'Requirements',
    requirementsHint: 'JSON, for example {"region": "eu"}.',
    retryConfig: 'Custom retries',
    problem: (label: string | undefined, message: string) => `${label}: ${message}`,
  },
  pause: {
    title: (name: string) => `Pause ${name}`,
    changeTitle: (name: string) => `Change the pause of ${name}`,
    description:
      'Slots due before the end of the pause are recorded as skipped. Current runs continue. The schedule then resumes at its regular times.',
    submit: 'Pause',
    submitChange: 'Change pause',
    done: (instant: string) => `Paused until ${instant}`,
  },
  hint: {
    title: (name: string) => `Propose a hint for ${name}`,
    description:
      'Changes the timing temporarily. The hint takes effect immediately. The interval limits and a pause take precedence.',
    submit: 'Propose hint',
    submitReplace: 'Replace hint',
    done: 'Hint applied',
    replaces: (reason: string) => `Replaces the current hint: “${reason}”.`,
    intervalHint: 'Replaces the schedule’s own timing, such as 30s, 5m or 1.5h.',
    intervalMissing: 'Enter an interval or a time for an extra run.',
    intervalInvalid: 'Not a valid duration. Enter a value such as 30s, 5m or 1.5h.',
    extraRunHint: (zone: string) =>
      `In addition to the regular timing or the interval above. Time zone: ${zone}.`,
    extraRunInvalid: 'Not a valid date and time.',
    ttl: 'Valid for',
    ttlHint: 'A duration, such as 30m, 6h or 2d.',
    ttlRead: (ttl: string) => `${ttl}. After that, the schedule returns to its regular timing.`,
    ttlInvalid: 'Not a valid duration. Enter a value such as 30m, 6h or 2d.',
    day: '1 day',
    week: '1 week',
    reasonHint: 'Shown wherever the hint affects the timing.',
    reasonMissing: 'Enter a reason.',
    limits: (min: string | undefined, max: string | undefined) =>
      `Limits apply regardless of the hint: after each decision, the next run is ${[min && `no earlier than ${min}`, max && `no later than ${max}`].filter(Boolean).join(' and ')}.`,
  },
  backfill: {
    title: (name: string) => `Backfill ${name}`,
    description: (kind: string, name: string) =>
      `Runs past slots. Each calls the ${kind} ${name} with the schedule’s current settings, regardless of its overlap policy.`,
    submit: (toCreate: number | undefined) =>
      toCreate === undefined ? 'Backfill' : `Backfill ${slots(toCreate)}`,
    started: (toCreate: number) => `Started a backfill of ${slots(toCreate)}`,
    from: 'From',
    fromHint: (zone: string) => `Inclusive. Time zone: ${zone}.`,
    to: 'To',
    toHint: 'Exclusive. Leave empty to use the current time.',
    last: 'Last',
    hours24: '24 hours',
    days7: '7 days',
    days30: '30 days',
    concurrency: 'Concurrency',
    concurrencyHint: 'Maximum concurrent runs, 1 to 100. The oldest slots run first.',
    repeat: 'Include slots that have already run',
    override: 'Override params',
    overrideScope: 'For these slots only',
    startMissing: 'Enter a start time.',
    rangeRefused: 'This range cannot be backfilled.',
    counting: 'Counting slots…',
    noSlots: 'This range has no slots to run.',
    concurrencyInvalid: 'Concurrency must be a whole number from 1 to 100.',
    previewMissing: 'Enter a start time to preview the slots.',
    slots,
    plan: (strong: ReactNode, { total, existing, toCreate }: Plan) => {
      if (total === 0) return <>{strong}: no slots are due in this range.</>;
      if (existing === 0) return <>{strong}, none of which has run yet.</>;
      return toCreate < total
        ? phrase`${strong}: ${count(existing)} of ${count(total)} have already run.`
        : phrase`${strong}, including ${count(existing)} that have already run.`;
    },
    slotsToRun: 'Slots to run',
    moreSlots: (left: number) => `… ${count(left)} more …`,
  },
  remove: {
    title: (name: string) => `Delete ${name}?`,
    confirm: 'Delete schedule',
    done: (name: string) => `Deleted ${name}`,
    noMoreRuns: 'The schedule will not run again. This cannot be undone.',
    noUndo: 'This cannot be undone.',
    runsRemain: 'Past runs remain listed under Runs.',
    currentRun: 'The current run continues.',
    webhooks: 'Webhooks that trigger it will be refused.',
  },
} as const;
