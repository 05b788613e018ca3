import type { Client } from './connection/client.js';
import { findRun, findSchedule } from './find-target.js';
import { type Output, table } from './output.js';
import { readCount } from './read-values.js';
import { RUN_FIELDS, type Run, statusOf } from './runs/runs.js';

interface Page<T> {
  list: { edges: { node: T }[]; pageInfo: { hasNextPage: boolean } };
}

interface ListOptions {
  /** As the user wrote it. */
  first: string;
}

interface Job {
  id: string;
  jobId: string;
  status: string;
  agentId: string;
  retryCount: number;
  durationMs: number | null;
  error: { message: string } | null;
}

interface Schedule {
  id: string;
  key: string | null;
  name: string;
  enabled: boolean;
  nextRunAt: string | null;
  whyNot: string | null;
}

export async function listRuns(
  client: Client,
  { schedule, status, first }: ListOptions & { schedule?: string; status?: string[] },
  output: Output,
): Promise<void> {
  const filter = {
    scheduleId: schedule === undefined ? undefined : (await findSchedule(client, schedule)).id,
    runStatus: status,
  };
  const query = `query ($first: Int!, $filter: ScheduleExecutionFilter) {
    list: scheduleExecutions(first: $first, filter: $filter) { edges { node { ${RUN_FIELDS} } } pageInfo { hasNextPage } }
  }`;
  await print<Run>(client, query, { first: readCount(first, '--first'), filter }, output, (run) => [
    run.id,
    statusOf(run),
    run.createdAt,
    `${run.jobsCompleted}/${run.jobsCreated}`,
    run.schedule?.name ?? run.trigger.toLowerCase(),
  ]);
}

export async function listJobs(
  client: Client,
  {
    run,
    status,
    agent,
    search,
    first,
  }: ListOptions & { run?: string; status?: string[]; agent?: string; search?: string },
  output: Output,
): Promise<void> {
  if (run !== undefined) await findRun(client, run);
  const filter = { scheduleExecutionId: run, status, agentId: agent, search };
  const query = `query ($first: Int!, $filter: JobExecutionFilter) {
    list: jobExecutions(first: $first, filter: $filter) {
      edges { node { id jobId status agentId retryCount durationMs params result error { message } } } pageInfo { hasNextPage }
    }
  }`;
  await print<Job>(client, query, { first: readCount(first, '--first'), filter }, output, (job) => [
    job.jobId,
    job.status.toLowerCase(),
    job.agentId,
    job.durationMs === null ? '' : `${job.durationMs} ms`,
    job.error?.message.split('\n', 1)[0] ?? '',
  ]);
}

export async function listSchedules(
  client: Client,
  { search, first }: ListOptions & { search?: string },
  output: Output,
): Promise<void> {
  const query = `query ($first: Int!, $filter: ScheduleFilter) {
    list: schedules(first: $first, filter: $filter) {
      edges { node { id key name enabled nextRunAt whyNot } } pageInfo { hasNextPage }
    }
  }`;
  await print<Schedule>(
    client,
    query,
    { first: readCount(first, '--first'), filter: { search } },
    output,
    (one) => [one.key ?? one.id, one.name, one.whyNot ?? ''],
  );
}

async function print<T>(
  client: Client,
  query: string,
  variables: object,
  output: Output,
  columns: (node: T) => string[],
): Promise<void> {
  const { list } = await client.request<Page<T>>(query, { ...variables });
  const nodes = list.edges.map(({ node }) => node);
  output.result(nodes, () => table(nodes.map(columns)));
  if (list.pageInfo.hasNextPage) output.note('There are more: use --first or a filter.');
}
