import { z } from 'zod';
import { stillCancelling } from '../../db/jobs/cancel-attempts.js';
import { replayAttempts } from '../../db/jobs/replay-attempts.js';
import type { CurrentStepRow } from '../../db/pipelines/load-current-steps.js';
import type { Queryable } from '../../db/system/queryable.js';
import { isEnded } from '../../domain/job/states.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { recordAudit } from '../access/record-audit.js';
import { changeRun } from '../runs/change-run.js';
import { parseInput } from '../system/parse-input.js';
import { conflict, notFound, ok, type Refusal, type Result } from '../system/result.js';
import { collectDependents } from './collect-dependents.js';
import {
  type ContextRows,
  loadContexts,
  loadGraph,
  resumeContexts,
  rowsOf,
  STILL_CANCELLING,
} from './replay-steps.js';

const rerunInput = z.strictObject({
  scheduleExecutionId: z.string(),
  contextId: z.string(),
  stepId: z.string(),
});

export interface Rerun {
  /** ID of the run. */
  id: string;
  contextId: string;
  /** Number of steps: the chosen one and all that depend on it. */
  rerunSteps: number;
}

/**
 * Runs a step of a context and every later step again, however they ended. Earlier steps are kept. Each step gets a
 * new attempt, whose `supersedes` names the one it replaces. A loop continues in its current turn.
 */
export async function rerunFrom(deps: ServiceDeps, actor: Actor, input: unknown): Promise<Result<Rerun>> {
  const parsed = parseInput(rerunInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { scheduleExecutionId, contextId, stepId } = parsed.value;
  const result = await changeRun<Rerun>(deps, scheduleExecutionId, async ({ client }) => {
    if ((await stillCancelling(client, [scheduleExecutionId])).size > 0) return STILL_CANCELLING;
    const rows = (await loadContexts(client, [contextId], scheduleExecutionId)).get(contextId);
    if (!rows) return notFound('context', contextId);
    if (!rows.has(stepId)) return notFound('step', stepId);
    const done = await rerun(client, rows, { scheduleExecutionId, contextId, stepId });
    if (done.kind === 'ok')
      await recordAudit(client, {
        action: 'rerunFrom',
        entityType: 'ScheduleExecution',
        entityId: scheduleExecutionId,
        after: { contextId, stepId, rerunSteps: done.value.rerunSteps },
      });
    return done;
  });
  if (result.kind === 'ok') {
    const { rerunSteps } = result.value;
    deps.logger.info('context.rerun', { ...parsed.value, rerunSteps, actor: actor.id });
  }
  return result;
}

async function rerun(
  client: Queryable,
  rows: ContextRows,
  { scheduleExecutionId, contextId, stepId }: z.output<typeof rerunInput>,
): Promise<Result<Rerun>> {
  const graph = await loadGraph(client, scheduleExecutionId);
  const again = rowsOf(rows, collectDependents([graph.node(stepId)]));
  const open = again.find(({ settled }) => !settled);
  if (open) return stillOpen(open);
  await replayAttempts(
    client,
    again.map(({ id }) => id),
  );
  await resumeContexts(client, [{ id: scheduleExecutionId, contextIds: [contextId] }]);
  return ok({ id: scheduleExecutionId, contextId, rerunSteps: again.length });
}

function stillOpen({ stepId, status }: CurrentStepRow): Refusal {
  return conflict(
    isEnded(status)
      ? `Step "${stepId}" has just ended and is being processed. Try again.`
      : `Step "${stepId}" is ${status}. Wait for it to end, or cancel it first.`,
  );
}
