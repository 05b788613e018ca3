import { CliError } from '../cli-error.js';
import type { Client } from '../connection/client.js';
import { EXIT } from '../exit-codes.js';
import { findSchedule } from '../find-target.js';

export interface Explanation {
  kind: 'run' | 'job' | 'schedule';
  id: string;
  /** The name of the object in the output. */
  subject: string;
  why: string;
}

interface Job {
  id: string;
  jobId: string;
  status: string;
  waitingFor: string | null;
  waiting: { message: string } | null;
  error: { message: string } | null;
}

const JOB_FIELDS = 'id jobId status waitingFor waiting { message } error { message }';
const RUN_OR_JOB = `query ($id: ID!) {
  run: scheduleExecution(id: $id) { id why }
  attempt: jobExecution(id: $id) { ${JOB_FIELDS} }
  job: jobExecutions(filter: { jobId: $id }, first: 1) { edges { node { ${JOB_FIELDS} } } }
}`;
const SCHEDULE = 'query ($id: ID!) { schedule(id: $id) { name whyNot } }';

/** @throws CliError if nothing has this ID or name */
export async function explain(client: Client, id: string): Promise<Explanation> {
  const found = await client.request<{
    run: { id: string; why: string } | null;
    attempt: Job | null;
    job: { edges: { node: Job }[] };
  }>(RUN_OR_JOB, { id });
  if (found.run) return { kind: 'run', id, subject: `run ${id}`, why: found.run.why };
  const job = found.attempt ?? found.job.edges[0]?.node;
  if (job) return { kind: 'job', id: job.jobId, subject: `job ${job.jobId}`, why: whyJob(job) };
  return explainSchedule(client, id);
}

function whyJob({ status, waitingFor, waiting, error }: Job): string {
  const why = waiting?.message ?? error?.message ?? waitingFor;
  return why == null ? status.toLowerCase() : `${status.toLowerCase()}: ${why}`;
}

async function explainSchedule(client: Client, name: string): Promise<Explanation> {
  const { id } = await findSchedule(client, name).catch((error) => {
    if (!(error instanceof CliError) || error.exitCode !== EXIT.notFound) throw error;
    throw new CliError(
      `nothing matches "${name}": give the ID of a run or a job, or the ID, key or name of a schedule`,
      EXIT.notFound,
    );
  });
  const { schedule } = await client.request<{
    schedule: { name: string; whyNot: string | null };
  }>(SCHEDULE, { id });
  return {
    kind: 'schedule',
    id,
    subject: `schedule ${schedule.name}`,
    why: schedule.whyNot ?? 'It has no next run.',
  };
}
