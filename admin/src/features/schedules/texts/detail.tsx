/** The texts of the page of a schedule and its tabs. */
import type { ReactNode } from 'react';
import type { JobReason, RunReason } from '../../../lib/graphql/live.generated.js';
import { counted } from '../../../lib/text/count-text.js';
import { phrase } from '../../../lib/text/phrase.js';
import type { JobWaitingReason } from '../detail/schedule-detail.generated.js';

const count = (number: number) => number.toLocaleString('en');

/** Why a slot was skipped: for the filter, and in a sentence. */
const REASONS: Partial<Record<RunReason, { label: string; words: string }>> = {
  OVERLAP: { label: 'Overlap', words: 'An earlier run was still in progress' },
  MISFIRE: { label: 'No worker in time', words: 'No worker was available in time' },
  DEADLINE: { label: 'Deadline', words: 'The starting deadline had passed' },
  PAUSED: { label: 'Paused', words: 'The schedule was paused' },
  EDITED: { label: 'Edited', words: 'The timing was changed before the slot ran' },
  DISABLED: { label: 'Disabled', words: 'The schedule was disabled or deleted before the slot ran' },
  INVALID_TARGET: { label: 'Target', words: 'The target was missing or disabled' },
  INVALID_TIMING: { label: 'Timing', words: 'The timing was not valid' },
  SCHEDULER_DISABLED: { label: 'Scheduler disabled', words: 'The scheduler was disabled in the settings' },
};

/** What makes the jobs of the current run wait, apart from what passes by itself. */
const WAITS: Partial<Record<JobReason | JobWaitingReason, string>> = {
  RATE_LIMITED: 'Waiting: the agent’s rate limit is reached.',
  CIRCUIT_OPEN: 'Waiting: the agent’s circuit is open.',
  NO_MATCHING_WORKER: 'Waiting: no running worker has the required capabilities.',
  MAX_CONCURRENCY: 'Waiting: the agent’s limit on concurrent attempts is reached.',
};

/** What happens to overdue slots, by the misfire policy and the starting deadline. */
function overdueWords({ count: all, runs }: { count: number; runs: number }): string {
  const rest = all - runs;
  if (runs === 0)
    return all === 1
      ? 'It will be recorded as skipped and will not run.'
      : 'They will be recorded as skipped and will not run.';
  if (rest === 0)
    return all === 1
      ? 'It will run when a worker claims it.'
      : 'All of them will run when a worker claims them.';
  const others = rest === 1 ? 'the other one' : `the other ${count(rest)}`;
  return runs === 1
    ? `When a worker claims them, the newest will run and ${others} will be recorded as skipped.`
    : `When a worker claims them, ${count(runs)} will run and ${others} will be recorded as skipped.`;
}

interface Progress {
  succeeded: number;
  partial: number;
  failed: number;
  cancelled: number;
  /** Queued or running. */
  open: number;
  maxConcurrency: number;
  existing: number;
  repeatExisting: boolean;
}

export const texts = {
  page: {
    gone: (runs: (label: string) => ReactNode) =>
      phrase`It has been deleted, or the address is wrong. Its past runs are still listed under ${runs('Runs')}.`,
    tabs: {
      upcoming: 'Upcoming',
      hints: 'Hints',
      settings: 'Settings',
      audit: 'Audit log',
    },
    why: (instant: string) => `Why ${instant}`,
    close: 'Close',
    notPlanned: 'This time is no longer among the next ten runs.',
  },
  header: {
    id: 'schedule ID',
    targetDisabled: '(disabled)',
    targetDeleted: '(deleted)',
    ofTemplate: (template: ReactNode) => <>template {template}</>,
    templateDeleted: 'deleted',
    moreActions: 'More actions',
    pausedUntil: (instant: ReactNode, relative: ReactNode, note: string | null) =>
      phrase`Paused until ${instant} · ${relative}${note && <> · “{note}”</>}`,
    resumes: 'Resumes',
    scheduledRuns: 'Scheduled runs',
    ofMaxRuns: (max: number) => `of ${count(max)}`,
    lastFailed: (runs: number) => (runs === 1 ? 'the last run failed' : `the last ${runs} runs failed`),
    currentRun: 'Current run',
    lastRunFailed: 'The last run failed:',
    lastRunPartlyFailed: 'Some jobs of the last run failed:',
    times: (times: number) => `× ${count(times)}`,
    otherErrors: (others: number) => `and ${counted(others, 'other error')}`,
    showRun: 'Show run',
    showReason: 'Show details',
    currentRunJobs: 'Jobs of the current run',
    notClaimed: {
      NO_WORKER: 'No worker is running.',
      WORKERS_DRAINING: 'All workers are draining.',
    },
    showWorkers: 'Show workers',
    thenRegular: 'then at its regular times',
    nextSlot: 'Next slot',
    skippedWhileBlocked: 'skipped while the schedule is blocked',
  },
  waits: WAITS,
  waitsUntil: 'Continues',
  waitingJobs: (jobs: { waiting: number; seen: number; areAll: boolean }) =>
    jobs.areAll && jobs.waiting === jobs.seen
      ? counted(jobs.waiting, 'queued job')
      : `${count(jobs.waiting)} of ${jobs.areAll ? `${counted(jobs.seen, 'queued job')}` : `the newest ${count(jobs.seen)} queued jobs`}`,
  actions: {
    enabled: 'Schedule enabled',
    disabled: 'Schedule disabled',
    trigger: 'Trigger…',
    pause: 'Pause…',
    changePause: 'Change pause…',
    resume: 'Resume',
    resumed: 'Schedule resumed',
    edit: 'Edit',
    backfill: 'Backfill…',
    hint: 'Propose hint…',
    clearHint: 'Clear hint',
    hintCleared: 'Hint cleared',
    enable: 'Enable',
    disable: 'Disable',
    duplicate: 'Duplicate…',
    remove: 'Delete…',
    isDisabled: 'The schedule is disabled.',
    isTemplate: 'A template never runs on its own.',
    noSlotsToBackfill: 'A template has no slots to backfill.',
    noHintForTemplate: 'A template never runs on its own, so a hint has no effect.',
    noHintWhileDisabled: 'The schedule is disabled. Enable it first.',
    noHintForOnce: 'The schedule runs once at a fixed time. Edit the schedule instead.',
  },
  upcoming: {
    overdue: (slots: { count: number; runs: number }, from: ReactNode, to: ReactNode) =>
      slots.count === 1
        ? phrase`The slot at ${from} is overdue: no worker has claimed it.`
        : phrase`${count(slots.count)} slots from ${from} to ${to} are overdue: no worker has claimed them.`,
    overdueWill: (slots: { count: number; runs: number }) => overdueWords(slots),
    templateTitle: 'A template has no scheduled runs',
    template:
      'It runs when it is triggered manually or by a webhook, and other schedules can use its params and settings.',
    what: 'the next runs',
    endedTitle: 'No upcoming runs',
    ended: 'The schedule has ended. Change its timing, or trigger it.',
    title: (runs: number) => (runs === 1 ? 'Next run' : `Next ${runs} runs`),
    ifEnabled: 'if the schedule were enabled',
    ifNotBlocked: 'if the schedule were not blocked',
    startsLater: (delay: string) => `· starts ${delay} later (jitter)`,
    inDays: (days: number) => `in ${count(days)} d`,
    clockChanges: (city: string) => `Clock changes in ${city}`,
    noClockChanges: 'None: this time zone has no clock changes.',
    clockChange: (day: string, from: string, to: string) => `${day}: clocks change from ${from} to ${to}`,
  },
  history: {
    trigger: 'Trigger',
    reasons: REASONS,
    noneMatch: 'No slots match the filter',
    emptyTitle: 'No runs yet',
    empty: 'Every slot will appear here, including skipped ones with the reason.',
    slot: 'Slot',
    jobs: 'Jobs',
    duration: 'Duration',
    skipped: 'Skipped',
    to: (instant: string) => `to ${instant}`,
    late: (delay: string) => `${delay} late`,
    waiting: 'waiting for the previous run to end',
    replaced: 'replaced by a newer run',
  },
  params: {
    empty: 'No params: the target is called with an empty object.',
    json: 'params as JSON',
    sources: (example: ReactNode) =>
      phrase`A string such as ${example} is a data source: a run creates one call for each value it returns.`,
  },
  hints: {
    title: 'Current hint',
    replace: 'Replace…',
    left: (whole: string | undefined) => (whole === undefined ? 'left' : `left of ${whole}`),
    precedence:
      'The minimum and maximum interval and a pause take precedence. When the hint expires, the schedule returns to its regular timing.',
    intervalNote: 'Replaces the schedule’s own interval. Counted from the last run.',
    extraRunNote: 'Applies once.',
    expires: 'Expires',
    proposed: 'Proposed',
    by: (actor: ReactNode) => <>by {actor}</>,
    emptyTitle: 'No active hint',
    empty:
      'A hint temporarily changes when a schedule runs, without editing the schedule: another interval, or one extra run. People and agents can propose hints:',
  },
  backfills: {
    what: 'the backfills',
    more: 'Load more',
    emptyTitle: 'No backfills yet',
    empty:
      'A backfill runs past slots that were missed, or runs slots again, with limited concurrency. The admin shows the number of slots before it starts; in the API, use previewBackfill:',
    id: 'backfill ID',
    doneOf: (done: number, all: number) => `${count(done)} of ${count(all)}`,
    progress: ({ succeeded, partial, failed, cancelled, open, maxConcurrency, ...slot }: Progress) =>
      [
        `${count(succeeded)} succeeded`,
        partial > 0 && `${count(partial)} partial`,
        failed > 0 && `${count(failed)} failed`,
        cancelled > 0 && `${count(cancelled)} cancelled`,
        open > 0 && `${count(open)} queued or running, up to ${maxConcurrency} at a time`,
        slot.existing > 0 &&
          (slot.repeatExisting ? `${count(slot.existing)} rerun` : `${count(slot.existing)} had already run`),
      ]
        .filter(Boolean)
        .join(' · '),
    created: (instant: ReactNode, actor: ReactNode) => phrase`created ${instant} by ${actor}`,
    ended: 'ended',
    viewRuns: 'View runs',
    customParams: (params: ReactNode) => <>With custom params: {params}</>,
    cancel: 'Cancel…',
    cancelTitle: 'Cancel this backfill?',
    cancelConfirm: 'Cancel backfill',
    cancelDismiss: 'Back',
    cancelled: 'Backfill cancelled',
    cancelLeft: (left: number) =>
      `${counted(left, 'slot that has', 'slots that have')} not started will not run.`,
    cancelActive: (active: number) =>
      active === 0
        ? 'None of its runs is in progress.'
        : `${counted(active, 'run')} in progress will be cancelled.`,
  },
  settings: {
    limits: 'Limits',
    delivery: 'Delivery',
    origin: 'Labels and origin',
    runs: 'Runs',
    gridNote: (hasStart: boolean) =>
      `On a fixed grid that starts at ${hasStart ? 'the start time' : 'creation'}, regardless of how long runs take.`,
    zoneDefault: 'Default time zone from the settings.',
    starts: 'Starts',
    startsNow: 'immediately',
    startsAtCreation: 'at creation',
    startsNote: 'Inclusive.',
    ends: 'Ends',
    endsNote: 'Exclusive.',
    retriesDefault: 'agent’s default',
    upToRetries: (retries: number) => (retries === 0 ? 'none' : `up to ${retries}`),
    labelsNote: 'API tokens can be limited to the schedules with a label.',
    createdBy: (actor: ReactNode) => <>by {actor}</>,
    changed: 'Changed',
    changedNote: 'By a user or by Callboard.',
  },
} as const;
