import { counted } from '../../lib/text/count-text.js';

export const texts = {
  page: {
    title: 'Overview',
    what: 'the overview',
    empty: 'No schedules yet',
    emptyHint: 'Past and upcoming runs appear here once you create a schedule.',
    noAgentsHint:
      'Past and upcoming runs appear here once you create a schedule. A schedule calls an agent, so register an agent first.',
    createSchedule: 'Create schedule',
    registerAgent: 'Register agent',
  },
  schedulerOff: {
    notice: (
      <>
        <strong className="font-semibold">The scheduler is disabled.</strong> Due slots are recorded as
        skipped. Manual and webhook triggers still run.
      </>
    ),
    action: 'Go to Settings',
  },
  alerts: {
    title: 'Schedules that need attention',
    kinds: {
      OVERDUE: 'Overdue',
      FLAGGED: 'Blocked',
      WAITING: 'Waiting',
      NO_NEXT_RUN: 'No next run',
    },
    showAll: (count: number) => `Show all ${count}`,
  },
  showFewer: 'Show fewer',
  health: {
    label: 'Status summary',
    startWorker: (
      <>
        Start one with <code className="font-mono text-xs">node dist/worker.js</code>.
      </>
    ),
    resumeWorker: 'Resume a drained worker, or start another one.',
    workers: 'Workers',
    alive: (count: number) => `${count} alive`,
    busy: (count: number) => `${count} busy`,
    draining: (count: number) => `${count} draining`,
    died: (count: number) => `${count} died in the last 24 h`,
    queued: 'Queued',
    noneQueued: '0 waiting',
    noneDue: 'none due yet',
    due: (count: string) => `${count} due, `,
    oldestWaiting: (time: string) => `oldest waiting ${time}`,
    running: 'Running',
    jobsInProgress: (count: number | undefined) => (count === 1 ? 'job in progress' : 'jobs in progress'),
    throttled: (count: string) => `${count} throttled, `,
    deadLetters: 'Dead letters',
    waitingForReplay: 'waiting for replay',
    noDeadLetters: 'none',
  },
  running: {
    title: 'Running',
    more: (count: number) => `View ${count} more`,
    empty: 'No runs in progress.',
    jobsOf: (run: string) => `Jobs of ${run}`,
  },
  failures: {
    title: 'Recent failures',
    all: 'View all failed jobs',
    empty: 'No failures in the last 24 hours.',
    noMessage: 'no message',
    run: 'run',
  },
  deadLetters: {
    title: 'Dead letters',
    all: (count: number) => (count === 1 ? 'View' : `View all ${count.toLocaleString('en')}`),
    empty: 'No dead letters. Failed jobs with no retries left appear here.',
  },
  outcomes: {
    title: 'Outcomes',
    label: 'Runs in the last 24 hours',
    loading: 'Loading the outcomes…',
    empty: 'No runs ended in the last 24 hours.',
    total: (ended: number, percent: number | string) =>
      `${ended.toLocaleString('en')} ended, ${percent}% succeeded`,
    succeeded: 'succeeded',
    partial: 'partial',
    failed: 'failed',
    cancelled: 'cancelled',
    skipped: 'skipped',
  },
  timeline: {
    title: 'Timeline',
    showTimeline: 'Show timeline',
    showTable: 'Show table',
    span: 'Time span of the timeline',
    what: 'the timeline',
    empty: (span: string) => `No runs in the past or next ${span}.`,
    tooMany: (before: string) => `Too many runs to show. Runs before ${before} are hidden.`,
    showMore: (count: number) => `Show ${count} more`,
    moreInSchedules: (count: number) => `and ${count} more in Schedules`,
    plot: 'Timeline: use the arrow keys to move between runs',
    now: 'now',
  },
  /** Lanes of runs without a schedule, by trigger. */
  lanes: {
    MANUAL: 'Manual',
    WEBHOOK: 'Webhooks',
    BACKFILL: 'Backfills',
    SCHEDULE: 'Deleted schedules',
  } as Readonly<Record<string, string>>,
  legend: {
    succeeded: 'Succeeded',
    failed: 'Failed',
    partial: 'Partial',
    running: 'Running',
    skipped: 'Skipped',
    scheduled: 'Scheduled',
  },
  table: {
    columns: ['When', 'Schedule', 'Status', 'Reason', 'Duration', 'Jobs'],
    scheduled: 'Scheduled',
    more: ({ upcoming, runs }: { upcoming: number; runs: number }) => {
      const parts = [
        upcoming > 0 && counted(upcoming, 'more scheduled run'),
        runs > 0 && counted(runs, 'more past run'),
      ];
      return `And ${parts.filter(Boolean).join(', ')}.`;
    },
  },
  card: {
    runs: (count: number) => `${count} runs`,
    ended: 'Ended',
    slot: 'Slot',
    ran: 'Ran',
    ranAt: (time: string) => `at ${time}`,
    why: 'Why',
    jobs: 'Jobs',
    next: 'Next',
    andMore: (count: number) => `and ${count} more`,
    withJitter: (time: string) => `${time}, including jitter`,
    openRuns: 'Press Enter or click to open these runs.',
    openRun: 'Press Enter or click to open the run.',
    openSchedule: 'Press Enter or click to open the schedule.',
  },
  marks: {
    skipped: 'Skipped',
    took: (duration: string) => `took ${duration}`,
    jobs: (count: number) => counted(count, 'job'),
    completed: (completed: number, count: number) =>
      `${completed.toLocaleString('en')} of ${counted(count, 'job')} completed`,
    failed: (count: number) => `${count.toLocaleString('en')} failed`,
    scheduledFor: (lane: string, times: readonly string[]) =>
      `${lane}: scheduled for ${times.length > 3 ? `${times[0]} and ${times.length - 1} more times` : times.join(', ')}`,
    runsFrom: (lane: string, count: number, from: string, outcomes: string) =>
      `${lane}: ${count} from ${from}: ${outcomes}`,
    run: (name: string, state: string, at: string, details: string) =>
      `${name}: ${state} at ${at}, ${details}`,
  },
} as const;
