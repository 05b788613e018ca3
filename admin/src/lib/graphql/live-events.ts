/** Events of all subscriptions in one form. */
import type {
  AgentEventsSubscription,
  ExecutionEventsSubscription,
  JobEventsSubscription,
  LiveAgentFragment,
  LiveExecutionFragment,
  LiveJobFragment,
  LiveScheduleFragment,
  LiveWorkerFragment,
  RecordEventsSubscription,
  RecordKind,
  ScheduleEventsSubscription,
  WorkerEventsSubscription,
} from './live.generated.js';

export type Topic = 'agent' | 'schedule' | 'execution' | 'job' | 'worker' | 'record';

export type LiveEntity =
  | LiveAgentFragment
  | LiveScheduleFragment
  | LiveExecutionFragment
  | LiveJobFragment
  | LiveWorkerFragment;

export interface LiveEvent {
  topic: Topic;
  /** ID of the entity. */
  id: string;
  /** Just created: lists do not contain it yet. */
  isNew: boolean;
  /** Deleted: lists still contain it. */
  isGone: boolean;
  status: string;
  previousStatus: string | null;
  /** For a run. */
  scheduleId?: string | null;
  /** For an attempt. */
  jobId?: string;
  /** Kind of a configured record. For a SETTING, the ID is its name. */
  recordKind?: RecordKind;
  /** The fields of `live.graphql` in their current state. */
  entity: LiveEntity | null;
}

export const TYPE_NAMES = {
  agent: 'Agent',
  schedule: 'Schedule',
  execution: 'ScheduleExecution',
  job: 'JobExecution',
  worker: 'Worker',
} as const satisfies Record<Exclude<Topic, 'record'>, LiveEntity['__typename']>;

export type EventData =
  | AgentEventsSubscription
  | ScheduleEventsSubscription
  | ExecutionEventsSubscription
  | JobEventsSubscription
  | WorkerEventsSubscription
  | RecordEventsSubscription;

/** The event in a subscription's result, and its cursor. */
export function readEvent(data: EventData): { cursor: string; event: LiveEvent } {
  if ('agentChanged' in data) {
    const { cursor, agentId, agent, ...change } = data.agentChanged;
    return { cursor, event: toEvent('agent', agentId, agent, change) };
  }
  if ('scheduleChanged' in data) {
    const { cursor, scheduleId, schedule, ...change } = data.scheduleChanged;
    return { cursor, event: toEvent('schedule', scheduleId, schedule, change) };
  }
  if ('scheduleExecutionChanged' in data) {
    const { cursor, scheduleExecutionId, scheduleId, scheduleExecution, ...change } =
      data.scheduleExecutionChanged;
    const event = toEvent('execution', scheduleExecutionId, scheduleExecution, change);
    return { cursor, event: { ...event, scheduleId } };
  }
  if ('recordChanged' in data) {
    const { cursor, recordId, kind, change } = data.recordChanged;
    const previousStatus = change === 'CREATED' ? null : kind;
    const event = toEvent('record', recordId, null, { previousStatus, status: kind });
    return { cursor, event: { ...event, isGone: change === 'DELETED', recordKind: kind } };
  }
  if ('workerChanged' in data) {
    const { cursor, workerId, worker, ...change } = data.workerChanged;
    return { cursor, event: toEvent('worker', workerId, worker, change) };
  }
  const { cursor, executionId, jobId, jobExecution, ...change } = data.jobExecutionChanged;
  return { cursor, event: { ...toEvent('job', executionId, jobExecution, change), jobId } };
}

function toEvent(
  topic: Topic,
  id: string,
  entity: LiveEntity | null,
  { previousStatus, status }: { previousStatus: string | null; status: string },
): LiveEvent {
  return {
    topic,
    id,
    entity,
    previousStatus,
    status,
    isNew: previousStatus === null,
    isGone: entity === null,
  };
}
