/** The messages when no worker is running, and when one is running again. */
import { inUtc } from './compose.js';
import type { Signal } from './group-signals.js';

export interface Absence {
  /** When a worker was last seen. Null if there has never been one. */
  lastSeenAt: Date | null;
  dueSchedules: number;
  /** Names of the first few of them. */
  names: readonly string[];
  /** Released jobs. */
  jobs: number;
}

/** Counting stops here. */
export const MOST_COUNTED = 1_000;

export const WORKERS_KEY = 'workers';

const PLACE = { subjectId: WORKERS_KEY, scheduleId: null, pipelineId: null, agentId: null, data: {} };

export function signalAbsence(absence: Absence, at: Date): Signal {
  return { kind: 'no_worker', ...PLACE, at, message: describeAbsence(absence) };
}

/** @param since when a worker was last seen before the absence */
export function signalReturn(since: Date | null, at: Date): Signal {
  const message = since === null ? '' : `No worker was seen between ${inUtc(since)} and ${inUtc(at)}.`;
  return { kind: 'worker_back', ...PLACE, at, message };
}

function describeAbsence({ lastSeenAt, dueSchedules, names, jobs }: Absence): string {
  const seen =
    lastSeenAt === null ? 'No worker has run yet.' : `A worker was last seen at ${inUtc(lastSeenAt)}.`;
  const count = (n: number, one: string, many: string) =>
    `${n >= MOST_COUNTED ? `at least ${n}` : n} ${n === 1 ? one : many}`;
  const more = dueSchedules - names.length;
  const listed = names.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return [
    seen,
    dueSchedules > 0 && `${count(dueSchedules, 'schedule is', 'schedules are')} due: ${listed}.`,
    jobs > 0 && `${count(jobs, 'job is', 'jobs are')} waiting.`,
  ]
    .filter(Boolean)
    .join(' ');
}
