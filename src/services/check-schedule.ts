/** What the fields of a schedule may say, each in its own right and together. */
import type { Queryable } from '../db/queryable.js';
import { findDataSources } from '../domain/expansion/find-data-sources.js';
import type { Issue } from '../domain/issue.js';
import type { JsonObject } from '../domain/json.js';
import type { Timing } from '../domain/schedule/timing.js';
import { validateTiming } from '../domain/schedule/validate-timing.js';
import { registeredSources } from '../sources/registry.js';
import { validateDataSources } from '../sources/validate-data-sources.js';
import { validate } from './json-schema.js';
import { readDataSourcePolicy } from './read-settings.js';
import type { ScheduleTarget, ScheduleTiming } from './schedule-input.js';

/** @param origin when the schedule was created: origin of an interval's grid */
export function asTiming(
  { maxRuns: _, template: __, timezone, ...timing }: ScheduleTiming,
  defaultZone: string,
  origin: Date,
): Timing {
  return { ...timing, timezone: timezone ?? defaultZone, origin };
}

/** @param runCount runs that count towards `maxRuns` already */
export function checkTiming(timing: ScheduleTiming, defaultZone: string, now: Date, runCount = 0): Issue[] {
  const { template, cronExpression, interval, maxRuns } = timing;
  const issues: Issue[] = [];
  if (maxRuns !== null && maxRuns <= runCount) {
    issues.push({ path: ['maxRuns'], message: `has been reached: the schedule has run ${runCount} times` });
  }
  // A template waits for triggers, so it need not say when it is due.
  if (template && timing.repeat === 'repeating' && cronExpression === null && interval === null)
    return issues;
  return [...validateTiming(asTiming(timing, defaultZone, now), now), ...issues];
}

interface TargetDeps {
  /** Inside the transaction. */
  client: Queryable;
  dataSources: { pool: Parameters<typeof validateDataSources>[0]['pool'] };
}

export interface CheckedTarget {
  issues: Issue[];
  /** The agent exists and is enabled. */
  ready: boolean;
}

export async function checkTarget(
  deps: TargetDeps,
  { targetType, agentId, pipelineId, params }: ScheduleTarget,
): Promise<CheckedTarget> {
  if (targetType === 'pipeline') {
    const message =
      'Pipelines are not available in this version: choose the target type AGENT, and an agentId.';
    return { issues: [{ path: ['targetType'], message }], ready: false };
  }
  const issues: Issue[] = [];
  if (pipelineId !== null)
    issues.push({ path: ['pipelineId'], message: 'is only for the target type PIPELINE: leave it out' });
  if (agentId === null) issues.push({ path: ['agentId'], message: 'is required for the target type AGENT' });
  const agent = agentId === null ? undefined : await loadInputSchema(deps.client, agentId);
  if (agentId !== null && !agent) {
    issues.push({
      path: ['agentId'],
      message: `There is no agent with the id ${JSON.stringify(agentId)}: register it first`,
    });
  }
  issues.push(...(await checkParams(deps, params, agent?.inputSchema)));
  return { issues, ready: agent?.enabled ?? false };
}

async function loadInputSchema(
  client: Queryable,
  agentId: string,
): Promise<{ inputSchema: unknown; enabled: boolean } | undefined> {
  const { rows } = await client.query<{ inputSchema: unknown; enabled: boolean }>(
    'SELECT "inputSchema", enabled FROM "AgentRegistry" WHERE id = $1',
    [agentId],
  );
  return rows[0];
}

/**
 * Params against data sources and schema. What a data source stands for is not known yet, so the schema is not asked about
 * those places; each job's own params are validated whole before its call.
 */
export async function checkParams(
  { client, dataSources }: TargetDeps,
  params: JsonObject,
  inputSchema: unknown,
  path: string[] = ['params'],
): Promise<Issue[]> {
  const found = findDataSources(params, registeredSources);
  if (found.kind === 'error') return below(path, found.issues);
  const open = found.requests.map((request) => request.path);
  const issues = validate(inputSchema, found.template, path, open);
  if (open.length === 0) return issues;
  const policy = await readDataSourcePolicy(client);
  if (policy.kind === 'error') return [...issues, { path, message: policy.message }];
  return [
    ...below(path, await validateDataSources({ pool: dataSources.pool, policy: policy.policy }, params)),
    ...issues,
  ];
}

/** Issues of a part of the input, as issues of the whole. */
export function below(path: string[], issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ path: [...path, ...issue.path], message: issue.message }));
}
