import { z } from 'zod';
import { stillCancelling } from '../../db/jobs/end/cancel-attempts.js';
import { loadCurrentSteps } from '../../db/pipelines/load-current-steps.js';
import { recordAudit } from '../access/record-audit.js';
import { replayLatest } from '../jobs/replay-jobs.js';
import { changeRun } from '../runs/change-run.js';
import { parseInput } from '../system/parse-input.js';
import { notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { STILL_CANCELLING } from './replay-steps.js';

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
 * Runs a step of a context and every later step again, however they ended. Earlier steps are kept. Each step
 * gets a new attempt, whose `supersedes` names the one it replaces. A loop continues in its current turn.
 */
export const rerunFrom: UseCase<unknown, Rerun> = async (deps, actor, input) => {
  const parsed = parseInput(rerunInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { scheduleExecutionId, contextId, stepId } = parsed.value;
  const result = await changeRun<Rerun>(deps, scheduleExecutionId, async ({ client }) => {
    if ((await stillCancelling(client, [scheduleExecutionId])).size > 0) return STILL_CANCELLING;
    const steps = await loadCurrentSteps(client, [contextId], []);
    if (!steps.some((step) => step.scheduleExecutionId === scheduleExecutionId))
      return notFound('context', contextId);
    const step = steps.find((one) => one.stepId === stepId);
    if (!step) return notFound('step', stepId);
    const { replayed, refused } = await replayLatest(client, [step], 'all');
    const [one] = refused;
    if (one) return one.refusal;
    const rerunSteps = replayed.length;
    await recordAudit(client, {
      action: 'rerunFrom',
      entityType: 'ScheduleExecution',
      entityId: scheduleExecutionId,
      after: { contextId, stepId, rerunSteps },
    });
    return ok({ id: scheduleExecutionId, contextId, rerunSteps });
  });
  if (result.kind === 'ok') {
    const { rerunSteps } = result.value;
    deps.logger.info('context.rerun', { ...parsed.value, rerunSteps, actor: actor.id });
  }
  return result;
};
