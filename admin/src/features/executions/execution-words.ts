import { type Status, statusOf } from '../../components/status-badge.js';
import type { DeliveryStatus, ExecutionTrigger, RunStatus } from './executions.generated.js';

/** Status and word of an execution: how its jobs fare, or that it did not run at all. */
export function stateOf(execution: {
  runStatus: RunStatus | null;
  status: DeliveryStatus;
  cancelRequestedAt: string | null;
}): { status: Status; label: string } {
  const { runStatus, cancelRequestedAt } = execution;
  if (runStatus === null) return { status: 'skipped', label: 'Skipped' };
  if (runStatus === 'RUNNING' && cancelRequestedAt) return { status: 'running', label: 'Cancelling' };
  return { status: statusOf(runStatus), label: RUN_WORDS[runStatus] };
}

export const RUN_WORDS: Readonly<Record<RunStatus, string>> = {
  PENDING: 'Queued',
  RUNNING: 'Running',
  SUCCEEDED: 'Succeeded',
  PARTIAL: 'Partial',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
};

/** Whether the agents were reached, which is not whether they succeeded. */
export const DELIVERY_WORDS: Readonly<Record<DeliveryStatus, string>> = {
  PENDING: 'In progress',
  SUCCESS: 'Delivered',
  PARTIAL: 'Partly delivered',
  FAILED: 'Not delivered',
  SKIPPED: 'Skipped',
};

export const TRIGGER_WORDS: Readonly<Record<ExecutionTrigger, string>> = {
  SCHEDULE: 'Schedule',
  MANUAL: 'Manual',
  WEBHOOK: 'Webhook',
  BACKFILL: 'Backfill',
};

const REASONS: Readonly<Record<string, string>> = {
  overlap: 'Overlap',
  misfire: 'Misfire',
  deadline: 'Deadline exceeded',
  paused: 'Paused',
  edited: 'Edited',
  disabled: 'Disabled',
  invalid_target: 'Target missing or disabled',
  scheduler_disabled: 'Scheduler disabled',
  waiting: 'Waiting for the previous run',
  data_source_unavailable: 'Data source unavailable',
  database_unavailable: 'Database unavailable',
  expansion_error: 'Expansion failed; will be retried',
  replaced: 'Replaced by a newer run',
  run_timeout: 'Exceeded the run timeout',
  operator: 'By an operator',
};

/** `Overlap`, `Missed 12 slots`. */
export function reasonWords(reason: string | null, missedCount = 0): string | undefined {
  if (reason === null) return missedCount > 1 ? `${missedCount} slots` : undefined;
  const words = REASONS[reason] ?? reason.replaceAll('_', ' ');
  return missedCount > 1 ? `${words}, ${missedCount.toLocaleString('en')} slots` : words;
}

/** What was called: the schedule's name, else that of what it calls. */
export function nameOf(execution: {
  schedule: { name: string } | null;
  agent: { name: string } | null;
  pipeline: { name: string } | null;
  pipelineId: string | null;
  agentId: string | null;
}): string {
  const { schedule, agent, pipeline, pipelineId, agentId } = execution;
  return schedule?.name ?? pipeline?.name ?? agent?.name ?? agentId ?? pipelineId ?? 'Run';
}

export interface Counters {
  jobsCreated: number;
  jobsCompleted: number;
  jobsFailed: number;
  jobsSkipped: number;
  jobsCancelled: number;
}

/** Jobs that are over, however they ended. */
export function endedOf({ jobsCompleted, jobsFailed, jobsSkipped, jobsCancelled }: Counters): number {
  return jobsCompleted + jobsFailed + jobsSkipped + jobsCancelled;
}

/** In the order of the progress bar. */
export function partsOf(counters: Counters): { status: Status; count: number }[] {
  return [
    { status: 'completed', count: counters.jobsCompleted },
    { status: 'failed', count: counters.jobsFailed },
    { status: 'cancelled', count: counters.jobsCancelled },
    { status: 'skipped', count: counters.jobsSkipped },
  ];
}

/** Waits or runs. */
export function isOpen({ runStatus }: { runStatus: RunStatus | null }): boolean {
  return runStatus === 'PENDING' || runStatus === 'RUNNING';
}

/** `1 job`, `12,000 jobs`. */
export function jobsWord(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'job' : 'jobs'}`;
}
