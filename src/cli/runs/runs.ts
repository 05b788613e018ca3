import { CliError } from '../cli-error.js';
import type { Client } from '../connection/client.js';
import { EXIT } from '../exit-codes.js';
import { type FollowOptions, follow, type LiveEvent } from './follow.js';

export interface Run {
  id: string;
  runStatus: string | null;
  deliveryStatus: string;
  trigger: string;
  slotAt: string | null;
  createdAt: string;
  completedAt: string | null;
  jobsCreated: number;
  jobsCompleted: number;
  jobsFailed: number;
  why: string;
  schedule: { id: string; name: string } | null;
}

export const RUN_FIELDS = `id runStatus deliveryStatus trigger slotAt createdAt completedAt jobsCreated jobsCompleted jobsFailed
  why schedule { id name }`;

/** `succeeded`, or `skipped` for a slot that did not become a run. */
export function statusOf({ runStatus, deliveryStatus }: Pick<Run, 'runStatus' | 'deliveryStatus'>): string {
  return (runStatus ?? deliveryStatus).toLowerCase();
}

export function describeRun(run: Run): string {
  return `run ${run.id}: ${statusOf(run)}, ${run.jobsCompleted} of ${run.jobsCreated} jobs completed, ${run.jobsFailed} failed`;
}

interface RunEvent extends LiveEvent {
  scheduleExecutionId: string;
  scheduleExecution: Run | null;
}

const SUBSCRIPTION = `subscription ($after: ID, $filter: ScheduleExecutionFilter) {
  scheduleExecutionChanged(after: $after, filter: $filter) { cursor scheduleExecutionId scheduleExecution { ${RUN_FIELDS} } }
}`;

/**
 * Waits until the run has ended and returns it.
 * @throws CliError if it is deleted meanwhile, or when the signal aborts
 */
export async function untilEnded(
  client: Client,
  id: string,
  filter: object,
  options: FollowOptions,
): Promise<Run> {
  for await (const event of follow<RunEvent>(client, SUBSCRIPTION, { filter }, options)) {
    if (event.scheduleExecutionId !== id) continue;
    if (!event.scheduleExecution) throw new CliError(`the run ${id} was deleted`, EXIT.notFound);
    if (event.scheduleExecution.completedAt !== null) return event.scheduleExecution;
  }
  throw new CliError(`stopped waiting; the run ${id} continues`, EXIT.failed);
}
