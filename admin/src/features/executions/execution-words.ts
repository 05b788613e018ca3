import { type Status, statusOf } from '../../components/facts/status-badge.js';
import type { Filter } from '../../components/lists/filter-bar.js';
import { optionsOf } from '../../lib/options-of.js';
import { listOf } from '../../lib/url-state.js';
import type {
  DeliveryStatus,
  ExecutionTrigger,
  RunReason,
  RunStatus,
  ScheduleExecutionFilter,
} from './executions.generated.js';

/** Status and word of a run: the state of its jobs, or that the slot was skipped. */
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

/** Whether the agents accepted the jobs, which does not mean that these succeeded. */
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

const SKIPPED = 'SKIPPED';

/** Filters the runs of one schedule or pipeline by their outcome. */
export const OUTCOME_FILTER: Filter = {
  param: 'status',
  label: 'Status',
  options: optionsOf({ ...RUN_WORDS, [SKIPPED]: 'Skipped' }),
};

/** The filter for `?status=…` of `OUTCOME_FILTER`. */
export function outcomeOf(status: string | undefined): ScheduleExecutionFilter {
  if (!status) return {};
  return status === SKIPPED ? { deliveryStatus: [SKIPPED] } : { runStatus: [status as RunStatus] };
}

const REASONS: Readonly<Record<RunReason, string>> = {
  OVERLAP: 'Overlap',
  MISFIRE: 'Misfire',
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
};

/** `Overlap`, `Missed 12 slots`. */
export function reasonWords(reason: RunReason | null, missedCount = 0): string | undefined {
  if (reason === null) return missedCount > 1 ? `${missedCount} slots` : undefined;
  const words = REASONS[reason];
  return missedCount > 1 ? `${words}, ${missedCount.toLocaleString('en')} slots` : words;
}

/** The reasons in a URL: `?reason=MISFIRE,OVERLAP`. Unknown ones are left out. */
export function reasonsOf(param: string): RunReason[] {
  return listOf(param.toUpperCase()).filter((code): code is RunReason => code in REASONS);
}

/** The name of the schedule, otherwise of the pipeline or agent. */
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

/** Whether the run is waiting or running. */
export function isOpen({ runStatus }: { runStatus: RunStatus | null }): boolean {
  return runStatus === 'PENDING' || runStatus === 'RUNNING';
}
