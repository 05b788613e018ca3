import { CliError, usageError } from './cli-error.js';
import type { Client } from './connection/client.js';
import { EXIT } from './exit-codes.js';

export interface ScheduleRef {
  id: string;
  name: string;
}

interface Found {
  byId: ScheduleRef | null;
  byKey: ScheduleRef | null;
  byName: { edges: { node: ScheduleRef }[] };
}

/** Names are not unique. This many matches are searched for an exact one. */
const FIND_SCHEDULE = `query ($id: ID!, $key: String!) {
  byId: schedule(id: $id) { id name }
  byKey: schedule(key: $key) { id name }
  byName: schedules(filter: { search: $key }, first: 100) { edges { node { id name } } }
}`;

/** The schedule with this ID, key, or exact name. @throws CliError if there is none, or if several have the name */
export async function findSchedule(client: Client, name: string): Promise<ScheduleRef> {
  const { byId, byKey, byName } = await client.request<Found>(FIND_SCHEDULE, { id: name, key: name });
  const found = byId ?? byKey;
  if (found) return found;
  const named = byName.edges.map(({ node }) => node).filter((one) => one.name === name);
  if (named.length > 1)
    throw usageError(
      `several schedules are named "${name}": give the ID of one (${named.map(({ id }) => id).join(', ')})`,
    );
  const [only] = named;
  if (!only)
    throw new CliError(`there is no schedule with the ID, the key or the name "${name}"`, EXIT.notFound);
  return only;
}

const FIND_PIPELINE =
  'query ($name: String!, $id: ID!) { byId: pipeline(id: $id) { id } byKey: pipeline(key: $name) { id } }';

/** The ID of the pipeline with this ID or key. @throws CliError if there is none */
export async function findPipeline(client: Client, name: string): Promise<string> {
  const { byId, byKey } = await client.request<Record<'byId' | 'byKey', { id: string } | null>>(
    FIND_PIPELINE,
    { name, id: name },
  );
  const found = byId ?? byKey;
  if (!found) throw new CliError(`there is no pipeline with the ID or the key "${name}"`, EXIT.notFound);
  return found.id;
}

/** @throws CliError if there is no run with this ID */
export async function findRun(client: Client, id: string): Promise<void> {
  const { run } = await client.request<{ run: { id: string } | null }>(
    'query ($id: ID!) { run: scheduleExecution(id: $id) { id } }',
    { id },
  );
  if (!run) throw new CliError(`there is no run with the ID "${id}"`, EXIT.notFound);
}

export type RunOrJob = { kind: 'run'; id: string } | { kind: 'job'; id: string };

const FIND_RUN_OR_JOB = `query ($id: ID!) {
  run: scheduleExecution(id: $id) { id }
  attempt: jobExecution(id: $id) { jobId }
  job: jobExecutions(filter: { jobId: $id }, first: 1) { edges { node { jobId } } }
}`;

/**
 * The run or job with this ID. An attempt ID gives its job.
 * @throws CliError if there is neither
 */
export async function findRunOrJob(client: Client, id: string): Promise<RunOrJob> {
  const { run, attempt, job } = await client.request<{
    run: { id: string } | null;
    attempt: { jobId: string } | null;
    job: { edges: { node: { jobId: string } }[] };
  }>(FIND_RUN_OR_JOB, { id });
  if (run) return { kind: 'run', id };
  const jobId = attempt?.jobId ?? job.edges[0]?.node.jobId;
  if (jobId === undefined)
    throw new CliError(`there is no run and no job with the ID "${id}"`, EXIT.notFound);
  return { kind: 'job', id: jobId };
}
