import { usageError } from '../cli-error.js';
import type { Client } from '../connection/client.js';
import { findRun, findSchedule } from '../find-target.js';
import type { Output } from '../output.js';
import { follow, type LiveEvent, untilInterrupted } from './follow.js';

interface TailOptions {
  schedule?: string;
  jobs?: true;
  run?: string;
  after?: string;
}

interface RunEvent extends LiveEvent {
  at: string;
  scheduleExecutionId: string;
  status: string;
  scheduleExecution: {
    why: string;
    jobsCreated: number;
    jobsCompleted: number;
    jobsFailed: number;
    schedule: Named | null;
    pipeline: Named | null;
    agent: Named | null;
  } | null;
}

interface Named {
  name: string;
}

interface JobEvent extends LiveEvent {
  at: string;
  jobId: string;
  status: string;
  jobExecution: { agentId: string; error: { message: string } | null } | null;
}

const RUNS = `subscription ($after: ID, $filter: ScheduleExecutionFilter) {
  scheduleExecutionChanged(after: $after, filter: $filter) {
    cursor at status scheduleExecutionId scheduleExecution {
      runStatus why jobsCreated jobsCompleted jobsFailed schedule { name } pipeline { name } agent { name }
    }
  }
}`;
const JOBS = `subscription ($after: ID, $filter: JobExecutionFilter) {
  jobExecutionChanged(after: $after, filter: $filter) {
    cursor at jobId executionId status jobExecution { agentId error { message } }
  }
}`;

export async function tailEvents(client: Client, options: TailOptions, output: Output): Promise<void> {
  const { schedule, jobs, run, after } = options;
  if (schedule !== undefined && run !== undefined) throw usageError('use a schedule or --run, not both');
  const scheduleId = schedule === undefined ? undefined : (await findSchedule(client, schedule)).id;
  if (run !== undefined) await findRun(client, run);
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

function describeRunEvent({ at, scheduleExecutionId, status, scheduleExecution: run }: RunEvent): string {
  if (!run) return `${at}  run ${scheduleExecutionId}  deleted`;
  const name = (run.schedule ?? run.pipeline ?? run.agent)?.name ?? '';
  const failed = run.jobsFailed > 0 ? `, ${run.jobsFailed} failed` : '';
  const jobs = `${run.jobsCompleted} of ${run.jobsCreated} jobs completed${failed}`;
  return `${at}  run ${scheduleExecutionId}  ${name}  ${status.toLowerCase()}  ${jobs}  ${run.why}`;
}

function describeJobEvent({ at, jobId, status, jobExecution }: JobEvent): string {
  const { agentId = '', error = null } = jobExecution ?? {};
  const line = `${at}  job ${jobId}  ${agentId}  ${status.toLowerCase()}`;
  return error ? `${line}: ${error.message.split('\n', 1)[0]}` : line;
}
