import type {
  NewNotification,
  NotificationContent,
  NotificationData,
  NotificationKind,
  SubjectType,
} from './notification.js';
import { oneLine } from './one-line.js';

/** One event that people should know about, with the details that its row has. */
export interface Signal
  extends Pick<NotificationContent, 'kind' | 'subjectId' | 'scheduleId' | 'pipelineId' | 'agentId'> {
  at: Date;
  /** The error or reason. Null if there is none. */
  message: string | null;
  data: NotificationData;
}

const SUBJECT_TYPES: Record<NotificationKind, SubjectType> = {
  dead_letter: 'job',
  job_failed: 'job',
  execution_failed: 'execution',
  schedule_flagged: 'schedule',
  schedule_stuck: 'schedule',
  worker_dead: 'worker',
  circuit_open: 'agent',
  no_worker: 'worker',
  worker_back: 'worker',
  jobs_waiting: 'agent',
};

export const TITLES: Record<NotificationKind, string> = {
  dead_letter: 'Dead letters',
  job_failed: 'Jobs failed permanently',
  execution_failed: 'Run failed',
  schedule_flagged: 'Schedule blocked',
  schedule_stuck: 'Schedule does not run',
  worker_dead: 'Worker died',
  circuit_open: 'Agent cannot be reached',
  no_worker: 'No worker is running',
  worker_back: 'A worker is running again',
  jobs_waiting: 'Jobs are waiting',
};

/** These are about all workers: their title says everything. */
const PLACELESS: readonly NotificationKind[] = ['no_worker', 'worker_back'];

const FLAGS: Record<string, string> = {
  invalid_target: 'Its agent or pipeline is missing or disabled.',
  invalid_timing: 'Its timing is invalid.',
};

const MAX_TITLE = 200;
const MAX_MESSAGE = 500;

/** Groups signals of one kind and place into one notification, with the text of the first. */
export function groupSignals(signals: readonly Signal[]): NewNotification[] {
  const groups = new Map<string, NewNotification>();
  for (const signal of signals) {
    const groupKey = groupKeyOf(signal);
    const key = `${signal.kind} ${groupKey}`;
    const group = groups.get(key);
    groups.set(key, group ? added(group, signal) : begun(signal, groupKey));
  }
  return [...groups.values()];
}

/**
 * The place: the schedule, otherwise what was called; for a worker its host, because each start is another
 * worker.
 */
function groupKeyOf({ kind, subjectId, scheduleId, pipelineId, agentId, data }: Signal): string {
  if (PLACELESS.includes(kind)) return subjectId;
  if (kind === 'worker_dead') return `host/${data.host ?? subjectId}`;
  if (scheduleId !== null) return `schedule/${scheduleId}`;
  return pipelineId === null ? `agent/${agentId ?? subjectId}` : `pipeline/${pipelineId}`;
}

function begun(signal: Signal, groupKey: string): NewNotification {
  const { at, message, ...content } = signal;
  const { kind, data, scheduleId, pipelineId, agentId, subjectId } = signal;
  const place = data.host ?? data.schedule ?? data.pipeline ?? data.agent;
  return {
    ...content,
    groupKey,
    subjectType: SUBJECT_TYPES[kind],
    title: PLACELESS.includes(kind)
      ? TITLES[kind]
      : oneLine(`${TITLES[kind]}: ${place ?? scheduleId ?? pipelineId ?? agentId ?? subjectId}`, MAX_TITLE),
    message: oneLine((kind === 'schedule_flagged' && FLAGS[message ?? '']) || message || '', MAX_MESSAGE),
    count: 1,
    firstAt: at,
    lastAt: at,
  };
}

function added(group: NewNotification, { at, agentId, pipelineId }: Signal): NewNotification {
  return {
    ...group,
    count: group.count + 1,
    firstAt: at < group.firstAt ? at : group.firstAt,
    lastAt: at > group.lastAt ? at : group.lastAt,
    // Details that they do not share are left out.
    ...(agentId !== group.agentId && { agentId: null, data: { ...group.data, agent: undefined } }),
    ...(pipelineId !== group.pipelineId && { pipelineId: null }),
  };
}
