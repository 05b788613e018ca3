import { type Status, statusOf } from '../../components/facts/status-badge.js';
import type { Filter } from '../../components/lists/filter-bar.js';
import { optionsOf } from '../../lib/options-of.js';
import { choiceOf } from '../../lib/url-state.js';
import type {
  DeliveryStatus,
  ExecutionTrigger,
  RunReason,
  RunStatus,
  ScheduleExecutionFilter,
} from './executions.generated.js';
import { texts } from './texts.js';

/** Status and word of a run: the state of its jobs, or that the slot was skipped. */
export function stateOf(execution: {
  runStatus: RunStatus | null;
  status: DeliveryStatus;
  cancelRequestedAt: string | null;
}): { status: Status; label: string } {
  const { runStatus, cancelRequestedAt } = execution;
  if (runStatus === null) return { status: 'skipped', label: texts.skipped };
  if (runStatus === 'RUNNING' && cancelRequestedAt) return { status: 'running', label: texts.cancelling };
  return { status: statusOf(runStatus), label: texts.statuses[runStatus] };
}

/** Also for the features that list runs. */
export const TRIGGER_WORDS: Readonly<Record<ExecutionTrigger, string>> = texts.triggers;

const SKIPPED = 'SKIPPED' as const;

/** Filters the runs of one schedule or pipeline by their outcome. */
export const OUTCOME_FILTER: Filter = {
  param: 'status',
  label: texts.common.status,
  options: optionsOf({ ...texts.statuses, [SKIPPED]: texts.skipped }),
};

/** The filter for `?status=…` of `OUTCOME_FILTER`. */
export function outcomeOf(status: string | undefined): ScheduleExecutionFilter {
  const outcome = choiceOf(status, { ...texts.statuses, [SKIPPED]: texts.skipped });
  if (!outcome) return {};
  return outcome === SKIPPED ? { deliveryStatus: [SKIPPED] } : { runStatus: [outcome] };
}

/** `Overlap`, `No worker in time, 12 slots`. */
export function reasonWords(reason: RunReason | null, missedCount = 0): string | undefined {
  if (reason === null) return missedCount > 1 ? texts.slots(missedCount) : undefined;
  const words = texts.reasons[reason];
  return missedCount > 1 ? texts.reasonAndSlots(words, missedCount) : words;
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
  return schedule?.name ?? pipeline?.name ?? agent?.name ?? agentId ?? pipelineId ?? texts.common.run;
}

/** Whether the run is waiting or running. */
export function isOpen({ runStatus }: { runStatus: RunStatus | null }): boolean {
  return runStatus === 'PENDING' || runStatus === 'RUNNING';
}
