/** A pipeline as the target of a schedule or trigger: what it would run, and what prevents that. */
import { type AgentContract, loadAgentContracts, loadPipeline } from '../../db/pipelines/load-pipeline.js';
import type { Queryable } from '../../db/system/queryable.js';
import type { Issue } from '../../domain/issue.js';
import type { JsonObject } from '../../domain/json.js';
import { type PipelineSnapshot, pipelineSnapshotSchema } from '../../domain/run/snapshot.js';
import { validate } from '../json-schema/json-schema.js';
import { stepLiterals } from './step-literals.js';

export interface PipelineTarget {
  pipeline: PipelineSnapshot;
  enabled: boolean;
  /** The registered agents among those of its steps. */
  agents: ReadonlyMap<string, AgentContract>;
}

export type FoundPipeline =
  | { kind: 'found'; target: PipelineTarget }
  | { kind: 'missing' }
  /** The pipeline was written by SQL and is not valid. */
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

/** Describes the first step whose agent is not registered. Undefined if all are. */
export function missingAgentOf({ pipeline, agents }: PipelineTarget): string | undefined {
  const step = pipeline.steps.find(({ agentId }) => !agents.has(agentId));
  return (
    step &&
    `Agent "${step.agentId}" of step "${step.stepId}" is not registered: register it, or change the step.`
  );
}

/** Describes what is disabled and keeps the pipeline from running. Undefined if nothing is. */
export function disabledPartOf({ pipeline, enabled, agents }: PipelineTarget): string | undefined {
  if (!enabled) return `Pipeline "${pipeline.name}" is disabled: enable it first.`;
  const step = pipeline.steps.find(({ agentId }) => agents.get(agentId)?.enabled === false);
  return step && `Agent "${step.agentId}" of step "${step.stepId}" is disabled: enable it first.`;
}

/** More issues would say nothing new. */
const MAX_ISSUES = 20;

/**
 * Validates the params of each step (the schedule's, overridden by the step's own) against the
 * inputSchema of its agent.
 * @param params of the schedule or trigger
 * @param open places in them whose values are not known yet
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

/** Attributes an issue to the pipeline if the step sets the value, otherwise to the given params. */
function ofStep(stepId: string, own: JsonObject, { path, message }: Issue): Issue {
  const isOwn = path[1] !== undefined && Object.hasOwn(own, path[1]);
  return isOwn
    ? { path: ['pipelineId'], message: `Step "${stepId}", ${path.join('.')}: ${message}` }
    : { path, message: `Step "${stepId}": ${message}` };
}
