import { CliError } from './cli-error.js';
import type { Client } from './client.js';
import { EXIT } from './exit-codes.js';
import { findSchedule } from './find-target.js';
import { follow, type LiveEvent, untilInterrupted } from './follow.js';
import type { Output } from './output.js';

interface TailOptions {
  schedule?: string;
  jobs?: true;
  run?: string;
  after?: string;
}

interface RunEvent extends LiveEvent {
  at: string;
  scheduleExecutionId: string;
  scheduleExecution: { runStatus: string | null; why: string; schedule: { name: string } | null } | null;
}

interface JobEvent extends LiveEvent {
  at: string;
  jobId: string;
  status: string;
  jobExecution: { agentId: string; error: { message: string } | null } | null;
}

const RUNS = `subscription ($after: ID, $filter: ScheduleExecutionFilter) {
  scheduleExecutionChanged(after: $after, filter: $filter) {
    cursor at status scheduleExecutionId scheduleExecution { runStatus why schedule { name } }
  }
}`;
const JOBS = `subscription ($after: ID, $filter: JobExecutionFilter) {
  jobExecutionChanged(after: $after, filter: $filter) {
    cursor at jobId executionId status jobExecution { agentId error { message } }
  }
}`;

export async function tailEvents(client: Client, options: TailOptions, output: Output): Promise<void> {
  const { schedule, jobs, run, after } = options;
  if (schedule !== undefined && run !== undefined)
    throw new CliError('use a schedule or --run, not both', EXIT.usage);
  const scheduleId = schedule === undefined ? undefined : (await findSchedule(client, schedule)).id;
  const stream = { signal: untilInterrupted(), after, note: output.note };
  if (!jobs && run === undefined) {
    for await (const event of follow<RunEvent>(client, RUNS, { filter: { scheduleId } }, stream))
      output.result(event, () => describeRunEvent(event));
    return;
  }
  const filter = { scheduleId, scheduleExecutionId: run, latestAttempt: null };
  for await (const event of follow<JobEvent>(client, JOBS, { filter }, stream))
    output.result(event, () => describeJobEvent(event));
}

function describeRunEvent({ at, scheduleExecutionId, scheduleExecution }: RunEvent): string {
  if (!scheduleExecution) return `${at}  run ${scheduleExecutionId}  deleted`;
  const { schedule, why } = scheduleExecution;
  return `${at}  run ${scheduleExecutionId}  ${schedule?.name ?? 'no schedule'}  ${why}`;
}

function describeJobEvent({ at, jobId, status, jobExecution }: JobEvent): string {
  const { agentId = '', error = null } = jobExecution ?? {};
  const line = `${at}  job ${jobId}  ${agentId}  ${status.toLowerCase()}`;
  return error ? `${line}: ${error.message.split('\n', 1)[0]}` : line;
}
