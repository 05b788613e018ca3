import { loadAgentContracts } from '../../db/pipelines/load-pipeline.js';
import { insertExecutions } from '../../db/runs/insert-executions.js';
import { databaseNow } from '../../db/system/database-now.js';
import type { Queryable } from '../../db/system/queryable.js';
import type { JsonObject } from '../../domain/json.js';
import type { PipelineSnapshot, ScheduleSettings } from '../../domain/run/snapshot.js';
import { uuidv7 } from '../../runtime/ids.js';
import { newTraceId } from '../../runtime/telemetry/trace-id.js';
import type { Actor } from '../access/context.js';
import { recordAudit } from '../access/record-audit.js';
import {
  checkStepParams,
  disabledPartOf,
  findPipelineTarget,
  missingAgentOf,
} from '../pipelines/pipeline-target.js';
import { againstSchema, checkParams, type ParamsCheck } from '../schedules/check-schedule.js';
import { conflict, invalid, ok, type Refusal, type Result } from '../system/result.js';
import type { CheckedDeps } from './data-sources/source-checks.js';
import { type RunOptions, startOf } from './run-options.js';

export type ManualTarget =
  | { targetType: 'agent'; agentId: string; pipelineId: null }
  | { targetType: 'pipeline'; agentId: null; pipelineId: string };

export interface ManualRun {
  scheduleId: string | null;
  target: ManualTarget;
  settings: ScheduleSettings;
  /** The refusal if the target does not exist. */
  missing: Refusal;
  /**
   * Called after all other checks: refuses the run if it must not start while others are open. It may lock
   * rows.
   */
  admit?: () => Promise<Refusal | null>;
  /** When the run starts. Defaults to now. */
  options?: Pick<RunOptions, 'delay' | 'runAt'>;
  /** Defaults to 'manual'. */
  trigger?: 'manual' | 'webhook';
}

/** The settings of a run without a schedule. */
export function settingsOfNone(params: JsonObject): ScheduleSettings {
  return { scheduleName: null, params, retryConfig: null, timeout: null, priority: 0 };
}

/**
 * Records a run that is due now or at the requested time, started manually or by a webhook. The
 * insert wakes the engine.
 */
export async function startManually(
  deps: CheckedDeps,
  client: Queryable,
  actor: Pick<Actor, 'id'>,
  { scheduleId, target, settings, missing, admit, options = {}, trigger = 'manual' }: ManualRun,
): Promise<Result<{ id: string }>> {
  const start = await startOf(client, options);
  if (start.kind !== 'ok') return start;
  const checked = await checkRun(deps, client, { target, settings, missing });
  if (checked.kind !== 'ready') return checked;
  const refusal = (await admit?.()) ?? null;
  if (refusal !== null) return refusal;
  const id = uuidv7();
  const traceId = newTraceId();
  const now = await databaseNow(client);
  await insertExecutions(client, [
    {
      id,
      scheduleId,
      ...target,
      trigger,
      source: null,
      reason: null,
      slotAt: null,
      lastSlotAt: null,
      missedCount: 0,
      fireAt: start.value ?? now,
      executionTime: now,
      status: 'pending',
      decision: null,
      snapshot: { ...settings, pipeline: checked.pipeline },
      traceId,
      createdBy: actor.id,
    },
  ]);
  const { agentId, pipelineId } = target;
  await recordAudit(client, {
    action: 'trigger',
    ...subjectOf(scheduleId, target),
    after: { scheduleExecutionId: id, ...(start.value && { fireAt: start.value.toISOString() }) },
  });
  const fields = { scheduleExecutionId: id, scheduleId, agentId, pipelineId, traceId, actor: actor.id };
  deps.logger.info('execution.triggered', fields);
  return ok({ id });
}

function subjectOf(scheduleId: string | null, { agentId, pipelineId }: ManualTarget) {
  if (scheduleId !== null) return { entityType: 'Schedule', entityId: scheduleId } as const;
  return agentId === null
    ? ({ entityType: 'Pipeline', entityId: pipelineId } as const)
    : ({ entityType: 'Agent', entityId: agentId } as const);
}

/**
 * Checks whether the target can be called now with these params. Returns the snapshot of the pipeline
 * for the run.
 */
export async function checkRun(
  deps: CheckedDeps,
  client: Queryable,
  { target, settings, missing }: Pick<ManualRun, 'target' | 'settings' | 'missing'>,
): Promise<{ kind: 'ready'; pipeline: PipelineSnapshot | null } | Refusal> {
  const callable = await (target.targetType === 'pipeline'
    ? callablePipeline(client, target.pipelineId, missing)
    : callableAgent(client, target.agentId, missing));
  if (callable.kind !== 'callable') return callable;
  const issues = await checkParams({ client, sources: deps.sources }, settings.params, callable.check);
  return issues.length > 0 ? invalid(issues) : { kind: 'ready', pipeline: callable.pipeline };
}

type Callable = { kind: 'callable'; check: ParamsCheck; pipeline: PipelineSnapshot | null } | Refusal;

async function callableAgent(client: Queryable, agentId: string, missing: Refusal): Promise<Callable> {
  const agent = (await loadAgentContracts(client, [agentId])).get(agentId);
  if (!agent) return missing;
  if (!agent.enabled) return conflict(`Agent "${agentId}" is disabled: enable it first.`);
  return { kind: 'callable', check: againstSchema(agent.inputSchema), pipeline: null };
}

async function callablePipeline(client: Queryable, pipelineId: string, missing: Refusal): Promise<Callable> {
  const found = await findPipelineTarget(client, pipelineId);
  if (found.kind === 'missing') return missing;
  if (found.kind === 'unusable') return conflict(found.message);
  const { target } = found;
  const obstacle = missingAgentOf(target) ?? disabledPartOf(target);
  if (obstacle !== undefined) return conflict(obstacle);
  return {
    kind: 'callable',
    check: (params, open) => checkStepParams(target, params, open),
    pipeline: target.pipeline,
  };
}
