/** Checks of the fields of a schedule, alone and together. */
import { type AgentContract, loadAgentContracts } from '../../db/pipelines/load-pipeline.js';
import { loadSchedule } from '../../db/schedules/lock-schedule.js';
import type { Queryable } from '../../db/system/queryable.js';
import { findDataSources } from '../../domain/expansion/find-data-sources.js';
import type { Issue } from '../../domain/issue.js';
import type { JsonObject } from '../../domain/json.js';
import { validateTiming } from '../../domain/schedule/validate-timing.js';
import { registeredSources } from '../../sources/registry.js';
import { validate } from '../json-schema/json-schema.js';
import {
  checkStepParams,
  disabledPartOf,
  findPipelineTarget,
  missingAgentOf,
} from '../pipelines/pipeline-target.js';
import type { SourceChecks } from '../runs/data-sources/source-checks.js';
import { readDataSourcePolicy } from '../system/read-settings.js';
import { timingFrom } from './plan/governing.js';
import { type ScheduleTarget, type ScheduleTiming, targetTypeOf } from './schedule-input.js';

/** @param runCount runs so far that count toward `maxRuns` */
export function checkTiming(timing: ScheduleTiming, defaultZone: string, now: Date, runCount = 0): Issue[] {
  const { template, cronExpression, interval, maxRuns } = timing;
  const issues: Issue[] = [];
  if (maxRuns !== null && maxRuns <= runCount) {
    issues.push({ path: ['maxRuns'], message: `is already reached: the schedule has run ${runCount} times` });
  }
  // A template needs no timing, because only triggers run it.
  if (template && timing.repeat === 'repeating' && cronExpression === null && interval === null)
    return issues;
  return [...validateTiming(timingFrom(now, timing, defaultZone), now), ...issues];
}

interface TargetDeps {
  client: Queryable;
  sources: SourceChecks;
  /** Agents that have already been read. Null if an agent is not registered. */
  agents?: ReadonlyMap<string, AgentContract | null>;
}

export interface CheckedTarget {
  issues: Issue[];
  /** Whether the target exists and is enabled. */
  ready: boolean;
}

/** @param target may be empty if the schedule runs a template */
export async function checkTarget(
  deps: TargetDeps,
  target: ScheduleTarget & { template: boolean },
): Promise<CheckedTarget> {
  if (target.templateId !== null) return checkTemplate(deps, target, target.templateId);
  const targetType = targetTypeOf(target);
  if (targetType === undefined) return { issues: [unclearTarget(target)], ready: false };
  const found = await (targetType === 'pipeline'
    ? checkPipeline(deps.client, target)
    : checkAgent(deps, target));
  const params = await checkParams(deps, target.params, found.check);
  return { issues: [...found.issues, ...params], ready: found.ready };
}

/** Without a type, the target is unclear if no ID or both IDs are given. */
function unclearTarget({ agentId }: ScheduleTarget): Issue {
  return agentId === null
    ? { path: ['agentId'], message: 'is required, unless pipelineId or templateId is given' }
    : { path: ['pipelineId'], message: 'cannot be combined with agentId: give only one of them' };
}

const FROM_TEMPLATE = ['targetType', 'agentId', 'pipelineId'] as const;

/** A template to run, with the merged params. */
async function checkTemplate(
  deps: TargetDeps,
  target: ScheduleTarget & { template: boolean },
  templateId: string,
): Promise<CheckedTarget> {
  const refuse = (message: string): CheckedTarget => ({
    issues: [{ path: ['templateId'], message }],
    ready: false,
  });
  if (target.template)
    return refuse('A template must name an agent or pipeline: it cannot run another template');
  const template = await loadSchedule(deps.client, templateId);
  if (!template) return refuse(unknown('schedule', templateId, 'create it first'));
  if (!template.template)
    return refuse(`The schedule "${template.name}" is not a template: choose one, or make it one`);
  const issues = FROM_TEMPLATE.filter(
    (field) => target[field] != null && target[field] !== template[field],
  ).map((field) => ({ path: [field], message: 'is set by the template: omit it' }));
  const params = { ...template.params, ...target.params };
  const checked = await checkTarget(deps, { ...template, template: false, templateId: null, params });
  const lent = checked.issues.map(({ path, message }) =>
    path[0] === 'params' ? { path, message } : { path: ['templateId'], message: `Its target: ${message}` },
  );
  return { issues: [...issues, ...lent], ready: checked.ready && template.enabled };
}

interface FoundTarget extends CheckedTarget {
  check: ParamsCheck;
}

async function checkAgent(
  { client, agents }: TargetDeps,
  { agentId, pipelineId }: ScheduleTarget,
): Promise<FoundTarget> {
  const issues: Issue[] = [];
  if (pipelineId !== null)
    issues.push({ path: ['pipelineId'], message: 'applies only to the target type PIPELINE: omit it' });
  if (agentId === null) {
    issues.push({ path: ['agentId'], message: 'is required for the target type AGENT' });
    return { issues, ready: false, check: async () => [] };
  }
  const known = agents?.get(agentId);
  const agent = known === undefined ? (await loadAgentContracts(client, [agentId])).get(agentId) : known;
  if (!agent) issues.push({ path: ['agentId'], message: unknown('agent', agentId, 'register it first') });
  return { issues, ready: agent?.enabled ?? false, check: againstSchema(agent?.inputSchema) };
}

async function checkPipeline(
  client: Queryable,
  { agentId, pipelineId }: ScheduleTarget,
): Promise<FoundTarget> {
  const issues: Issue[] = [];
  const refuse = (message: string): FoundTarget => ({
    issues: [...issues, { path: ['pipelineId'], message }],
    ready: false,
    check: async () => [],
  });
  if (agentId !== null)
    issues.push({ path: ['agentId'], message: 'applies only to the target type AGENT: omit it' });
  if (pipelineId === null) return refuse('is required for the target type PIPELINE');
  const found = await findPipelineTarget(client, pipelineId);
  if (found.kind === 'missing') return refuse(unknown('pipeline', pipelineId, 'create it first'));
  if (found.kind === 'unusable') return refuse(found.message);
  const { target } = found;
  const missing = missingAgentOf(target);
  if (missing !== undefined) return refuse(missing);
  return {
    issues,
    ready: disabledPartOf(target) === undefined,
    check: (params, open) => checkStepParams(target, params, open),
  };
}

function unknown(what: string, id: string, remedy: string): string {
  return `There is no ${what} with the ID ${JSON.stringify(id)}: ${remedy}`;
}

/**
 * Validates params against the schema of their agent. The places in `open` have data sources, whose values
 * are not known yet, so issues there are ignored.
 */
export type ParamsCheck = (params: JsonObject, open: readonly string[][]) => Promise<Issue[]>;

export function againstSchema(inputSchema: unknown): ParamsCheck {
  return (params, open) =>
    validate(inputSchema, params, { path: ['params'], open, listAll: true, whenBusy: 'refuse' });
}

/**
 * Checks the data sources in params, and the other params against the schema. The params of each job are
 * validated again, with the values of the data sources, before its call.
 */
export async function checkParams(
  { client, sources }: TargetDeps,
  params: JsonObject,
  check: ParamsCheck,
): Promise<Issue[]> {
  const path = ['params'];
  const found = findDataSources(params, registeredSources);
  if (found.kind === 'error') return below(path, found.issues);
  const open = found.requests.map((request) => request.path);
  const issues = await check(found.template, open);
  if (open.length === 0) return issues;
  const policy = await readDataSourcePolicy(client);
  if (policy.kind === 'error') return [...issues, { path, message: policy.message }];
  return [...below(path, sources.issuesOf(policy.policy, params)), ...issues];
}

/** Prefixes the paths of issues in a part of the input. */
export function below(path: string[], issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ path: [...path, ...issue.path], message: issue.message }));
}
