/** Texts that the list, the form and the page of schedules share. */
import type { RunSource } from '../../../lib/graphql/live.generated.js';

const SOURCES: Readonly<Record<RunSource, string>> = {
  BASELINE_CRON: 'cron expression',
  BASELINE_INTERVAL: 'interval',
  BASELINE_ONCE: 'one-time schedule',
  AI_INTERVAL: 'hint: interval',
  AI_ONESHOT: 'hint: extra run',
  CLAMPED_MIN: 'delayed by the minimum interval',
  CLAMPED_MAX: 'moved earlier by the maximum interval',
  PAUSED: 'end of the pause',
  OTHER: 'other',
};

/** Intervals of one unit. */
const UNITS: Readonly<Record<string, string>> = {
  '1 s': 'second',
  '1 min': 'minute',
  '1 h': 'hour',
  '1 d': 'day',
};

export const common = {
  schedule: 'Schedule',
  schedules: 'Schedules',
  create: 'Create schedule',
  name: 'Name',
  labels: 'Labels',
  status: 'Status',
  reason: 'Reason',
  nextRun: 'Next run',
  dueNow: 'due now',
  /** Followed by how long ago. */
  due: 'due',
  lastRun: 'Last run',
  created: 'Created',
  target: 'Target',
  noTarget: 'nothing',
  agent: 'Agent',
  pipeline: 'Pipeline',
  timing: 'Timing',
  interval: 'Interval',
  timeZone: 'Time zone',
  retries: 'Retries',
  slots: 'Slots',
  params: 'Params',
  history: 'History',
  backfills: 'Backfills',
  extraRun: 'One extra run',
  preview: 'Preview',
  hour: '1 hour',
  undo: 'Undo',
  never: 'never',
  none: 'none',
  whenTriggered: 'when triggered',
  waitingForTurn: 'Waiting for its turn',
  starting: 'Starting',
  states: {
    enabled: 'Enabled',
    paused: 'Paused',
    flagged: 'Blocked',
    disabled: 'Disabled',
    done: 'Done',
    template: 'Template',
  },
  /** What determined the time of a run. */
  sources: SOURCES,
  timingWords: {
    once: (when: string) => `Once, ${when}`,
    onceNow: 'Once, immediately',
    every: (interval: string) => `Every ${UNITS[interval] ?? interval}`,
    whenTriggered: 'When triggered',
    never: 'Never',
    everyDay: (cron: string) => `${cron} every day`,
    /** Shortens the explanation of a cron expression. */
    short: (cron: string) => cron.replace(/^At (?=\d\d:\d\d)/, '').replaceAll('only on ', 'on '),
    wrongFieldCount: (count: number) => `Expected 5 fields, found ${count}`,
  },
  pause: {
    until: 'Until',
    untilHint: (zone: string) => `Your time zone, ${zone}.`,
    untilMissing: 'Enter an end time.',
    untilPast: 'Choose a time in the future.',
    note: 'Note',
    noteHint: 'Why the schedule is paused.',
    tomorrow: 'Tomorrow 9:00',
    monday: 'Monday 9:00',
  },
  options: {
    hintWithExample: (hint: string | undefined, example: string) => `${hint} Example: ${example}.`,
    on: 'On',
    off: 'off',
  },
} as const;
