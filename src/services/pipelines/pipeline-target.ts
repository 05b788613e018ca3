/** A pipeline as the target of a schedule or a trigger: what it would run, and what stands in the way. */
import { type AgentContract, loadAgentContracts, loadPipeline } from '../../db/pipelines/load-pipeline.js';
import type { Queryable } from '../../db/system/queryable.js';
import { type PipelineSnapshot, pipelineSnapshotSchema } from '../../domain/execution/snapshot.js';
import type { Issue } from '../../domain/issue.js';
import type { JsonObject } from '../../domain/json.js';
import { validate } from '../json-schema/json-schema.js';
import { stepLiterals } from './step-literals.js';

export interface PipelineTarget {
  pipeline: PipelineSnapshot;
  enabled: boolean;
  /** Those of its agents that are registered. */
  agents: ReadonlyMap<string, AgentContract>;
}

export type FoundPipeline =
  | { kind: 'found'; target: PipelineTarget }
  | { kind: 'missing' }
  /** Written by SQL, and not what a pipeline must be. */
  | { kind: 'unusable'; message: string };

export async function findPipelineTarget(client: Queryable, id: string): Promise<FoundPipeline> {
  const row = await loadPipeline(client, id);
  if (!row) return { kind: 'missing' };
  const { enabled, ...stored } = row;
  const parsed = pipelineSnapshotSchema.safeParse(stored);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = `The pipeline "${row.name}" is stored in a form that cannot be used (${issue?.path.join('.')}: ${issue?.message}): correct its steps.`;
    return { kind: 'unusable', message };
  }
  const agentIds = parsed.data.steps.map(({ agentId }) => agentId);
  const agents = await loadAgentContracts(client, agentIds);
  return { kind: 'found', target: { pipeline: parsed.data, enabled, agents } };
}

/** The first step whose agent is not registered any more, in words; undefined when there is none. */
export function missingAgentOf({ pipeline, agents }: PipelineTarget): string | undefined {
  const step = pipeline.steps.find(({ agentId }) => !agents.has(agentId));
  return (
    step &&
    `Agent "${step.agentId}" of step "${step.stepId}" is not registered: register it, or change the step.`
  );
}

/** What was turned off and keeps the pipeline from running now, in words; undefined when nothing was. */
export function disabledPartOf({ pipeline, enabled, agents }: PipelineTarget): string | undefined {
  if (!enabled) return `Pipeline "${pipeline.name}" is disabled: enable it first.`;
  const step = pipeline.steps.find(({ agentId }) => agents.get(agentId)?.enabled === false);
  return step && `Agent "${step.agentId}" of step "${step.stepId}" is disabled: enable it first.`;
}

/** Beyond these, more would tell nothing new. */
const MAX_ISSUES = 20;

/**
 * Holds what each step would be sent, the schedule's params with the step's own laid over them, against the inputSchema of its
 * agent.
 *
 * @param params of the schedule or trigger
 * @param open places of them whose values are not known yet
 */
export async function checkStepParams(
  { pipeline, agents }: PipelineTarget,
  params: JsonObject,
  open: readonly string[][],
): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const step of pipeline.steps) {
    const own = stepLiterals(step.params);
    const unknown = open.filter(([key = '']) => !Object.hasOwn(own, key));
    const found = await validate(
      agents.get(step.agentId)?.inputSchema,
      { ...params, ...own },
      { path: ['params'], open: unknown, listAll: true, whenBusy: 'refuse' },
    );
    issues.push(...found.map((issue) => ofStep(step.stepId, own, issue)));
    if (issues.length >= MAX_ISSUES) break;
  }
  return issues.slice(0, MAX_ISSUES);
}

/** What the step says itself is the pipeline's fault, not that of the params given. */
function ofStep(stepId: string, own: JsonObject, { path, message }: Issue): Issue {
  const isOwn = path[1] !== undefined && Object.hasOwn(own, path[1]);
  return isOwn
    ? { path: ['pipelineId'], message: `Step "${stepId}", ${path.join('.')}: ${message}` }
    : { path, message: `Step "${stepId}": ${message}` };
}
