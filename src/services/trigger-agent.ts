import { z } from 'zod';
import { databaseNow } from '../db/database-now.js';
import { insertExecutions } from '../db/insert-executions.js';
import { loadAgent } from '../db/load-agent.js';
import type { Queryable } from '../db/queryable.js';
import type { Snapshot } from '../domain/execution/snapshot.js';
import { uuidv7 } from '../runtime/ids.js';
import { withTransaction } from '../runtime/pool.js';
import { newTraceId } from '../runtime/trace-id.js';
import { checkParams } from './check-schedule.js';
import type { Actor, ServiceDeps } from './context.js';
import { jsonObject, parseInput } from './parse-input.js';
import { conflict, invalid, notFound, ok, type Refusal, type Result } from './result.js';

const triggerInput = z.strictObject({ agentId: z.string(), params: jsonObject.nullish() });

/** Calls an agent now, once for each value of the data sources in params. @returns the execution, which the engine takes up at once */
export async function triggerAgent(
  deps: ServiceDeps,
  actor: Actor,
  input: unknown,
): Promise<Result<{ id: string }>> {
  const parsed = parseInput(triggerInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { agentId, params } = parsed.value;
  const run: ManualRun = {
    scheduleId: null,
    agentId,
    snapshot: { scheduleName: null, params: params ?? {}, retryConfig: null, timeout: null, priority: 0 },
    missing: notFound('agent', agentId),
  };
  return withTransaction(deps.pool, (client) => startManually(deps, client, actor, run));
}

export interface ManualRun {
  scheduleId: string | null;
  agentId: string;
  snapshot: Snapshot;
  /** What is said when there is no such agent. */
  missing: Refusal;
}

/** Records an execution that is due now; the insert itself wakes the engine. */
export async function startManually(
  deps: ServiceDeps,
  client: Queryable,
  actor: Actor,
  { scheduleId, agentId, snapshot, missing }: ManualRun,
): Promise<Result<{ id: string }>> {
  const agent = await loadAgent(client, agentId);
  if (!agent) return missing;
  if (!agent.enabled) return conflict(`Agent "${agentId}" is disabled: enable it first.`);
  const issues = await checkParams(
    { client, dataSources: deps.dataSources },
    snapshot.params,
    agent.inputSchema,
  );
  if (issues.length > 0) return invalid(issues);
  const id = uuidv7();
  const traceId = newTraceId();
  const now = await databaseNow(client);
  await insertExecutions(client, [
    {
      id,
      scheduleId,
      targetType: 'agent',
      agentId,
      pipelineId: null,
      trigger: 'manual',
      source: null,
      reason: null,
      slotAt: null,
      lastSlotAt: null,
      missedCount: 0,
      fireAt: now,
      executionTime: now,
      status: 'pending',
      decision: null,
      snapshot,
      traceId,
      createdBy: actor.id,
    },
  ]);
  deps.logger.info('execution.triggered', {
    scheduleExecutionId: id,
    scheduleId,
    agentId,
    traceId,
    actor: actor.id,
  });
  return ok({ id });
}
