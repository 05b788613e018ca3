import { CliError, usageError } from '../cli-error.js';
import { type Client, expectResult, type MutationResult } from '../connection/client.js';
import { EXIT } from '../exit-codes.js';
import { findPipeline, findSchedule } from '../find-target.js';
import type { Output } from '../output.js';
import { readParams } from '../read-params.js';
import { readDuration, readInstant } from '../read-values.js';
import { currentCursor, untilInterrupted } from './follow.js';
import { describeRun, RUN_FIELDS, type Run, statusOf, untilEnded } from './runs.js';

interface TriggerOptions {
  schedule: string | undefined;
  agent?: string;
  pipeline?: string;
  params?: string;
  delay?: string;
  at?: string;
  priority?: string;
  key?: string;
  wait?: true;
}

interface Target {
  mutation: 'triggerSchedule' | 'triggerAgent' | 'triggerPipeline';
  argument: 'id' | 'agentId';
  id: string;
  filter: object;
}

export async function triggerRun(client: Client, options: TriggerOptions, output: Output): Promise<void> {
  const variables = {
    params: await readParams(options.params),
    delay: options.delay === undefined ? undefined : readDuration(options.delay, '--delay'),
    runAt: options.at === undefined ? undefined : readInstant(options.at, '--at'),
    priority: readPriority(options.priority),
    idempotencyKey: options.key,
  };
  const target = await findTarget(client, options);
  // Read before the run exists, so that none of its events is missed.
  const after = options.wait && (await currentCursor(client));
  const run = await start(client, target, variables);
  if (!after) return output.result(run, () => describeRun(run));
  output.note(`run ${run.id} started`);
  const signal = untilInterrupted();
  const ended =
    run.completedAt === null
      ? await untilEnded(client, run.id, target.filter, { signal, after, note: output.note })
      : run;
  output.result(ended, () => `${describeRun(ended)}\n${ended.why}`);
  if (ended.runStatus !== 'SUCCEEDED')
    throw new CliError(`the run ended with the status ${statusOf(ended)}`, EXIT.failed);
}

async function findTarget(client: Client, { schedule, agent, pipeline }: TriggerOptions): Promise<Target> {
  const [only, ...others] = [schedule, agent, pipeline].filter((one) => one !== undefined);
  if (only === undefined || others.length > 0)
    throw usageError('give one schedule, or use --agent or --pipeline');
  if (agent !== undefined)
    return { mutation: 'triggerAgent', argument: 'agentId', id: agent, filter: { agentId: agent } };
  if (pipeline !== undefined) {
    const id = await findPipeline(client, pipeline);
    return { mutation: 'triggerPipeline', argument: 'id', id, filter: { pipelineId: id } };
  }
  const { id } = await findSchedule(client, only);
  return { mutation: 'triggerSchedule', argument: 'id', id, filter: { scheduleId: id } };
}

async function start(client: Client, { mutation, argument, id }: Target, variables: object): Promise<Run> {
  const { started } = await client.request<{ started: MutationResult }>(
    `mutation ($id: ID!, $params: JSON, $delay: Duration, $runAt: DateTime, $priority: Int, $idempotencyKey: String) {
      started: ${mutation}(${argument}: $id, params: $params, delay: $delay, runAt: $runAt, priority: $priority, idempotencyKey: $idempotencyKey) {
        __typename ... on ScheduleExecution { ${RUN_FIELDS} } ... on Error { code message }
      }
    }`,
    { id, ...variables },
  );
  const { __typename, ...run } = expectResult<MutationResult & Run>(started, 'ScheduleExecution');
  return run;
}

function readPriority(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw usageError('--priority must be a whole number');
}
