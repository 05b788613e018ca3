import { type Client, expectResult, type MutationResult } from '../connection/client.js';
import { findRunOrJob } from '../find-target.js';
import type { Output } from '../output.js';
import { describeRun, RUN_FIELDS, type Run } from './runs.js';

const MUTATIONS = {
  retry: { run: 'retryFailedJobs(scheduleExecutionId: $id)', job: 'retryJob(jobId: $id)' },
  cancel: { run: 'cancelScheduleExecution(id: $id)', job: 'cancelJob(jobId: $id)' },
} as const;

const RESULTS = {
  run: `ScheduleExecution { ${RUN_FIELDS} }`,
  job: 'JobExecution { id jobId status }',
} as const;

export async function changeRunOrJob(
  client: Client,
  change: keyof typeof MUTATIONS,
  id: string,
  output: Output,
): Promise<void> {
  const found = await findRunOrJob(client, id);
  const { changed } = await client.request<{ changed: MutationResult }>(
    `mutation ($id: ID!) { changed: ${MUTATIONS[change][found.kind]} {
      __typename ... on ${RESULTS[found.kind]} ... on Error { code message }
    } }`,
    { id: found.id },
  );
  if (found.kind === 'run') {
    const { __typename, ...run } = expectResult<MutationResult & Run>(changed, 'ScheduleExecution');
    return output.result(run, () => describeRun(run));
  }
  const job = expectResult<MutationResult & { id: string; jobId: string; status: string }>(
    changed,
    'JobExecution',
  );
  const { id: executionId, jobId, status } = job;
  output.result({ id: executionId, jobId, status }, () => `job ${jobId}: ${status.toLowerCase()}`);
}
