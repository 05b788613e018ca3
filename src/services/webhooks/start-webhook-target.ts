import { loadSchedule } from '../../db/schedules/lock-schedule.js';
import { databaseNow } from '../../db/system/database-now.js';
import type { Queryable } from '../../db/system/queryable.js';
import type { StoredWebhook } from '../../db/webhooks/load-webhook.js';
import type { JsonObject } from '../../domain/json.js';
import type { CheckedDeps } from '../runs/data-sources/source-checks.js';
import { type ManualTarget, settingsOfNone, startManually } from '../runs/start-manually.js';
import { runOf } from '../schedules/trigger-schedule.js';
import { conflict, ok, type Result } from '../system/result.js';

/**
 * Starts the target of a webhook. A schedule provides its target, params (overridden by those of the
 * payload), retries, timeout, priority and requirements, whether or not it is a template. Its timing
 * and its concurrency policy apply to its slots, not to this run. A disabled or paused schedule is
 * refused.
 */
export async function startWebhookTarget(
  deps: CheckedDeps,
  client: Queryable,
  webhook: StoredWebhook,
  params: JsonObject,
): Promise<Result<{ id: string }>> {
  const found = await (webhook.scheduleId === null
    ? ownRun(webhook, params)
    : scheduledRun(client, webhook.scheduleId, params));
  if (found.kind !== 'ok') return found;
  return startManually(deps, client, { id: webhook.id }, { ...found.value, trigger: 'webhook' });
}

type Run = Parameters<typeof startManually>[3];

function ownRun({ agentId, pipelineId }: StoredWebhook, params: JsonObject): Result<Run> {
  const target: ManualTarget =
    agentId === null
      ? { targetType: 'pipeline', agentId: null, pipelineId: pipelineId ?? '' }
      : { targetType: 'agent', agentId, pipelineId: null };
  const missing = conflict(
    agentId === null
      ? 'The pipeline of this webhook has been deleted.'
      : 'The agent of this webhook has been deleted.',
  );
  return ok({ scheduleId: null, target, settings: settingsOfNone(params), missing });
}

async function scheduledRun(client: Queryable, scheduleId: string, params: JsonObject): Promise<Result<Run>> {
  const schedule = await loadSchedule(client, scheduleId);
  if (!schedule) return conflict('The schedule of this webhook has been deleted.');
  if (!schedule.enabled) return conflict('The schedule of this webhook is disabled: enable it first.');
  if (schedule.pausedUntil !== null && schedule.pausedUntil > (await databaseNow(client)))
    return conflict(`The schedule of this webhook is paused until ${schedule.pausedUntil.toISOString()}.`);
  const run = runOf(schedule, params);
  return run.kind === 'ok' ? ok({ ...run.value, scheduleId }) : run;
}
