import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { counted } from '../../lib/text/count-text.js';

export const texts = {
  common: {
    runs: 'Runs',
    run: 'Run',
    runOf: (name: string) => `Run of ${name}`,
    runId: 'run ID',
    jobs: 'Jobs',
    job: 'Job',
    status: 'Status',
    firstAttempts: 'First attempts',
    trigger: 'Trigger',
    reason: 'Reason',
    agent: 'Agent',
    duration: 'Duration',
    slot: 'Slot',
    none: 'none',
    back: 'Back',
  },

  statuses: {
    PENDING: 'Queued',
    RUNNING: 'Running',
    SUCCEEDED: 'Succeeded',
    PARTIAL: 'Partial',
    FAILED: 'Failed',
    CANCELLED: 'Cancelled',
  },
  skipped: 'Skipped',
  cancelling: 'Cancelling',
  /** Whether the agents accepted the first attempts of the jobs, which does not mean that these succeeded. */
  accepted: {
    PENDING: 'In progress',
    SUCCESS: 'All accepted',
    PARTIAL: 'Some accepted',
    FAILED: 'None accepted',
    SKIPPED: 'Skipped',
  },
  acceptedHint:
    'An agent accepts an attempt if it answers 2xx or reports, even if the job then fails. It does not accept it if it answers 4xx or 5xx, or does not answer. Retries are not counted.',
  triggers: { SCHEDULE: 'Schedule', MANUAL: 'Manual', WEBHOOK: 'Webhook', BACKFILL: 'Backfill' },
  reasons: {
    OVERLAP: 'Overlap',
    MISFIRE: 'No worker in time',
    DEADLINE: 'Deadline exceeded',
    PAUSED: 'Paused',
    EDITED: 'Edited',
    DISABLED: 'Disabled',
    INVALID_TARGET: 'Target missing or disabled',
    INVALID_TIMING: 'Timing not valid',
    SCHEDULER_DISABLED: 'Scheduler disabled',
    WAITING: 'Waiting for the previous run',
    DATA_SOURCE_UNAVAILABLE: 'Data source unavailable',
    DATABASE_UNAVAILABLE: 'Database unavailable',
    EXPANSION_ERROR: 'Expansion failed; will be retried',
    REPLACED: 'Replaced by a newer run',
    RUN_TIMEOUT: 'Exceeded the run timeout',
    OPERATOR: 'By an operator',
    OTHER: 'Other reason',
  },
  slots: (count: number) => `${count.toLocaleString('en')} slots`,
  reasonAndSlots: (reason: string, count: number) => `${reason}, ${count.toLocaleString('en')} slots`,

  list: {
    target: 'Target',
    targets: { AGENT: 'Agent', PIPELINE: 'Pipeline' },
    search: 'Search by ID, agent or reason',
    created: 'Created',
    id: 'ID',
    firstAttemptsAre: (accepted: string) => `First attempts: ${accepted.toLowerCase()}`,
    notExpanded: 'not expanded yet',
    jobsOf: (name: string) => `Jobs of ${name}`,
    noMatch: 'No runs match the filter',
    noMatchHint: 'Older runs may have been deleted. The settings limit how long runs are kept.',
    empty: 'No runs yet',
    emptyHint: (
      <>
        A run is one execution of a schedule, pipeline or agent. To start one now, trigger{' '}
        <Link to="/agents" className="underline underline-offset-3">
          an agent
        </Link>
        :
      </>
    ),
  },
  cancelSelected: {
    button: 'Cancel…',
    allFinished: 'All selected runs have finished.',
    cancelled: (count: number) => `Cancelled ${counted(count, 'run')}`,
    refused: (count: number, reason: string) => `${count.toLocaleString('en')} refused: ${reason}`,
    title: (count: number) => `Cancel ${counted(count, 'run')}?`,
    confirm: (count: number) => `Cancel ${counted(count, 'run')}`,
    about: (open: number, selected: number) =>
      `${open.toLocaleString('en')} of ${selected.toLocaleString('en')} selected ${selected === 1 ? 'run' : 'runs'} ${open === 1 ? 'has' : 'have'} not finished. Queued jobs are cancelled; agents with a cancel URL are notified of running attempts.`,
  },

  detail: {
    missing: 'The ID may be wrong, or the run has been deleted. The settings limit how long runs are kept.',
    why: 'Why this run started',
    timeline: 'Timeline',
    errors: 'Errors',
    graph: 'Graph',
    loadingGraph: 'Loading the graph…',
    expansion: 'Expansion',
    decision: 'Decision',
  },
  actions: {
    retryFailed: 'Retry failed',
    retryFailedCount: (count: number) => `Retry failed (${count.toLocaleString('en')})`,
    noneFailed: 'This run has no failed jobs.',
    cancel: 'Cancel run',
    isCancelling: 'This run is already being cancelled.',
    finished: 'This run has finished.',
    cancelTitle: 'Cancel this run?',
    cancelled: 'Run cancelled',
    cancelEmpty: 'No jobs exist yet, and none will be created.',
    cancelHint: (left: number, all: number) =>
      `Cancels ${counted(left, 'job')} of ${all.toLocaleString('en')}. Agents with a cancel URL are notified of running attempts.`,
  },
  retry: {
    title: (count: number) => `Retry ${counted(count, 'job')}?`,
    confirm: (count: number) => `Retry ${counted(count, 'job')}`,
    done: (count: number) => `Retrying ${counted(count, 'job')}`,
    withMessage: (message: ReactNode) => <>Jobs that failed with {message}</>,
    about:
      'Each job gets a new attempt with all its retries. Completed jobs are kept. In a pipeline, steps that were skipped because of a failed job are queued again.',
  },
  summary: {
    title: 'Summary',
    finished: (ended: number, all: number) => `${ended.toLocaleString('en')} of ${counted(all, 'job')}`,
    finishedJobs: 'Finished jobs',
    batches: (count: number) => `${count.toLocaleString('en')} batches`,
    batch: (batch: number, batches: number) =>
      `batch ${batch.toLocaleString('en')} of ${batches.toLocaleString('en')}`,
    batchWithNext: (batch: number, batches: number, next: string) =>
      `batch ${batch.toLocaleString('en')} of ${batches.toLocaleString('en')}, next in ${next}`,
    left: (time: string) => `about ${time} left`,
    perSecond: (jobs: string) => `${jobs} jobs/s`,
    perMinute: (jobs: string) => `${jobs} jobs/min`,
    jobsByStatus: 'Jobs by status',
    deadLetters: (count: number) => (count === 1 ? 'dead letter' : 'dead letters'),
    triggeredBy: (trigger: string, who: ReactNode) => (
      <>
        {trigger} <span className="text-muted">by</span> {who}
      </>
    ),
    slots: 'Slots',
    slotRange: (first: ReactNode, last: ReactNode) => (
      <>
        {first} to {last}
      </>
    ),
    starts: 'Starts',
    scheduledFor: 'Scheduled for',
    recorded: 'Recorded',
    claimed: 'Claimed',
    runningFor: 'Running for',
    ended: 'Ended',
    trace: 'Trace',
    traceId: 'trace ID',
  },
  jobs: {
    search: 'Search by ID, reason or error',
    step: 'Step',
    context: 'Context',
    turn: (turn: number) => `turn ${turn}`,
    started: 'Started',
    emptyYet: 'No jobs yet',
    empty: 'No jobs',
    emptySkipped: 'The slot was skipped.',
    emptyOpen: 'Jobs appear here after the params are expanded.',
    emptyHint: 'There was nothing to do. See Expansion.',
    failed: 'The run failed before it created jobs',
  },
  timeline: {
    nextRow: 'Next row',
    previousRow: 'Previous row',
    rowKeys: 'Tables',
    what: 'the timeline',
    emptyYet: 'Nothing to show yet',
    empty: 'Nothing to show: this run has no jobs',
    span: 'Time span',
    zooms: { run: 'Whole run', sight: 'Visible rows' },
    from: 'from',
    rows: 'Job timeline',
    count: (jobs: number) => counted(jobs, 'job'),
    legend: 'Legend',
    waiting: 'waiting',
    valuesAndStep: (values: string, step: string) => `${values} ${step}`,
    attempts: (count: number) => `${count} attempts`,
    ran: (duration: string) => `ran ${duration}`,
    barWaiting: (duration: string) => `Waiting ${duration}`,
    bar: (status: string, duration: string) => `${status} ${duration}`,
  },
  errors: {
    what: 'the errors',
    emptyYet: 'No failures so far',
    empty: 'No failures',
    emptyHint: 'Jobs that will be retried are not counted.',
    expansionFailed: (at: ReactNode) => <>The expansion failed, so no jobs were created. {at}</>,
    byMessage: 'Errors by message',
    basedOn: (grouped: number, failed: number) =>
      `Based on ${grouped.toLocaleString('en')} of ${counted(failed, 'failed job')}.`,
    jobs: (count: number) => counted(count, 'job'),
    first: 'first',
    last: 'last',
    viewJob: 'View job',
    viewExample: 'View example',
    viewAll: 'View all',
    retry: (count: number) => `Retry ${count.toLocaleString('en')}`,
  },
  expansion: {
    batches: 'Batches',
    batchSize: 'Batch size',
    stagger: 'Stagger',
    noStagger: 'none: a batch starts when the previous batch has finished',
    staggerAfter: (delay: string) => `${delay} after the previous batch has finished`,
    contexts: 'Contexts',
    steps: 'Steps',
    expanded: 'Expanded',
    skipped: 'The slot was skipped, so nothing was expanded.',
    notYet: 'Not expanded yet.',
    never: 'The run ended before it was expanded.',
    noRows: 'The data sources returned no rows, so there was nothing to do. The run succeeded.',
    params: 'Params',
    paramsHint: 'The params when the run was triggered. In each job, values replace the data sources.',
    paramsJson: 'params as JSON',
    stepCount: (steps: number) => counted(steps, 'step'),
    jobs: (count: number) => counted(count, 'job'),
    product: (factors: readonly string[], count: number) =>
      `${factors.join(' × ')} = ${counted(count, 'job')}`,
    sources: 'Data sources',
    sourcesTable: 'Table of data sources',
    columns: ['Param', 'Table', 'Values', 'Dropped'],
    nulls: (count: number) => `${count.toLocaleString('en')} null`,
    duplicates: (count: number) => counted(count, 'duplicate'),
  },
} as const;
