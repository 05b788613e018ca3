import type { ReactNode } from 'react';
import { TextLink } from '../../components/text-link.js';
import { counted } from '../../lib/text/count-text.js';

const partOf = (count: number, selected: number, state: string) =>
  count === selected
    ? ''
    : `${count.toLocaleString('en')} of ${selected.toLocaleString('en')} selected jobs ${count === 1 ? 'has' : 'have'} ${state}. `;

export const texts = {
  common: {
    jobs: 'Jobs',
    job: 'Job',
    status: 'Status',
    attempts: 'Attempts',
    duration: 'Duration',
    created: 'Created',
    reason: 'Reason',
    trace: 'Trace',
    back: 'Back',
  },

  /** Why a job waits, was skipped or was cancelled. */
  reasons: {
    OPERATOR: 'by an operator',
    REPLACED: 'replaced by a newer run',
    RUN_TIMEOUT: 'the run exceeded its timeout',
    CIRCUIT_OPEN: 'circuit open',
    RATE_LIMITED: 'rate-limited',
    NO_MATCHING_WORKER: 'no matching worker',
    DEPENDENCY_FAILED: 'an earlier step failed',
    DEPENDENCY_CANCELLED: 'an earlier step was cancelled',
    DEPENDENCY_SKIPPED: 'an earlier step was skipped',
    CONDITION_NOT_MET: 'condition not met',
    DEPENDENCY_TIMEOUT: 'an earlier step took too long',
    CONTEXT_DAMAGED: 'its context data is damaged',
    OTHER: 'another reason',
  },
  outcome: {
    withCount: (status: string, count: number) => `${status} (${count.toLocaleString('en')})`,
    waitingForAttempt: (attempt: number) => `Waiting for attempt ${attempt}`,
    retry: (retry: number) => `Retry ${retry}`,
    attempt: 'Attempt',
    code: 'HTTP',
    cause: 'Error or reason',
    waitingForSteps: 'waiting for earlier steps',
    waitingForBatch: 'waiting for its batch',
  },

  list: {
    allAttempts: 'All attempts',
    search: 'Search by ID, trace, agent, reason or error',
    schedule: 'Schedule',
    manual: 'manual',
    noMatch: 'No jobs match the filter',
    noMatchHint: 'Older jobs may have been deleted with their runs.',
    empty: 'No jobs yet',
    emptyHint: (
      <>
        A job is one call to an agent with one set of params, including its retries. To create one now,
        trigger <TextLink to="/agents">an agent</TextLink>:
      </>
    ),
  },
  selected: {
    retry: 'Retry…',
    cancel: 'Cancel…',
    retried: (count: number) => `${counted(count, 'job')} queued for retry`,
    cancelled: (count: number) => `${counted(count, 'job')} cancelled`,
    refused: (count: number, reason: string) => `${count.toLocaleString('en')} refused: ${reason}`,
    retryTitle: (count: number) => `Retry ${counted(count, 'job')}?`,
    retryConfirm: (count: number) => `Retry ${counted(count, 'job')}`,
    retryAbout: (count: number, selected: number) =>
      `${partOf(count, selected, 'failed or been cancelled')}${count === 1 ? 'It gets' : 'Each gets'} a new attempt with all its retries.`,
    cancelTitle: (count: number) => `Cancel ${counted(count, 'job')}?`,
    cancelConfirm: (count: number) => `Cancel ${counted(count, 'job')}`,
    cancelAbout: (count: number, selected: number) =>
      `${partOf(count, selected, 'not finished')}Agents with a cancel URL are notified of running attempts. ${count === 1 ? 'The job’s run continues' : 'Their runs continue'}.`,
    allFinished: 'All selected jobs have finished.',
  },
  search: { attempt: 'Attempt of a job' },

  detail: {
    missing:
      'The ID may be wrong, or the job has been deleted with its run. The settings limit how long runs are kept.',
    jobId: 'job ID',
    waiting: (reason: ReactNode, duration: ReactNode) => (
      <>
        <span className="font-medium">Why this job is waiting:</span> {reason} Waiting for {duration}.
      </>
    ),
    waitingUntil: (reason: ReactNode, duration: ReactNode, until: ReactNode) => (
      <>
        <span className="font-medium">Why this job is waiting:</span> {reason} Waiting for {duration}; fails
        if not started by {until}.
      </>
    ),
    what: 'the attempt',
  },
  actions: {
    retry: 'Retry',
    queued: (attempt: number) => `Queued attempt ${attempt}`,
    notRetryable: 'Only failed or cancelled jobs can be retried.',
    cancel: 'Cancel job',
    finished: 'This job has finished.',
    cancelTitle: 'Cancel this job?',
    cancelled: 'Job cancelled',
    cancelRunning:
      'The agent is notified if it has a cancel URL. Later reports are refused. In a pipeline, steps that depend on this job are skipped. The rest of the run continues.',
    cancelQueued:
      'The job ends without being sent. In a pipeline, steps that depend on this job are skipped. The rest of the run continues.',
  },
  facts: {
    details: 'Details',
    run: 'Run',
    agent: 'Agent',
    deletedAgent: (id: string) => `${id} (deleted)`,
    context: 'Context',
    turn: 'Turn',
    contextRestarts: 'Context restarts',
    times: (count: number) => `${count}×`,
    batch: 'Batch',
    batchOf: (batch: number, batches: number | undefined) => `${batch} of ${batches}`,
    priority: 'Priority',
    requirements: 'Requirements',
    traceId: 'trace ID',
  },
  attempts: {
    count: (count: number) => counted(count, 'attempt'),
    newest: (count: number) => `Newest ${count} attempts`,
    sent: 'sent',
    created: 'created',
  },
  attempt: {
    title: (attempt: number) => `Attempt ${attempt}`,
    id: 'attempt ID',
    queued: 'Queued',
    notBefore: 'Not before',
    blockedUntil: 'Blocked until',
    waitingUntil: 'Waiting until',
    sent: 'Sent',
    accepted: 'Accepted',
    lastProgress: 'Last progress',
    deadline: 'Deadline',
    ended: 'Ended',
    worker: 'Worker',
    workerId: 'worker ID',
    resent: 'Resent',
    resentTimes: (count: number) => `${count}× with the same key, because the worker died`,
    retryable: 'retryable',
    notRetryable: 'not retryable',
    agentEndpoint: 'Agent endpoint',
    stack: 'Stack trace',
    invalidResult:
      'The result was written by SQL and does not match the agent’s output schema, the response was not valid UTF-8 and contains replacement characters (�), or numbers with too many digits were rounded.',
    brokenJson:
      'The response begins like JSON but is not valid JSON, so its text is the result. If the agent meant to report a status, correct its response.',
    heartbeats: 'Heartbeats',
  },
  request: {
    title: 'Request',
    notSent: 'Request (not sent yet)',
    params: 'Params',
    paramsJson: 'params',
    upstream: 'Upstream',
    upstreamHint: 'Current results of earlier steps.',
    upstreamJson: 'upstream',
    sentTo: (agent: string) => (
      <>
        Sent to <span className="font-mono">{agent}</span> with the IDs of the job, the attempt and the run as
        headers and metadata.
      </>
    ),
  },
  response: {
    title: 'Response',
    status: (code: number) => (
      <>
        HTTP <span className="font-mono">{code}</span>
      </>
    ),
    statusAfter: (code: number, duration: ReactNode) => (
      <>
        HTTP <span className="font-mono">{code}</span> after {duration}
      </>
    ),
    none: 'No response was received.',
    noneYet: {
      PENDING: 'Not sent yet.',
      RUNNING: 'The agent has not responded yet.',
      SKIPPED: 'This attempt was never sent.',
    },
    noBody: 'The response had no body.',
    reported: 'Reported result',
    result: 'Result',
    resultJson: 'result',
    body: 'Body',
    truncated: 'Truncated: the body exceeds the size that is stored.',
    responseBody: 'response body',
    metrics: 'Metrics',
    metricsJson: 'metrics',
  },
} as const;
