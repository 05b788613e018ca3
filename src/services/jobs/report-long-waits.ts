import { raiseNotifications } from '../../db/notifications/raise-notifications.js';
import { lockWatch, saveWatch } from '../../db/notifications/watch.js';
import type { SchedulerConfig } from '../../domain/config/scheduler-config.js';
import { groupSignals, type Signal } from '../../domain/notification/group-signals.js';
import { isWanted } from '../../domain/notification/notification.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';
import { type ExplainedWait, readLongWaits } from './read-long-waits.js';

/**
 * Notifies people about agents whose jobs wait longer than the threshold: once for each agent, as
 * long as jobs keep waiting.
 */
export async function reportLongWaits(
  pool: Pool,
  { monitoring }: Pick<SchedulerConfig, 'monitoring'>,
): Promise<void> {
  if (!isWanted('jobs_waiting', monitoring)) return;
  const waits = await readLongWaits(pool, monitoring.jobWaitThreshold, ({ agentId }) => agentId);
  await withTransaction(pool, async (client) => {
    const watch = await lockWatch(client, 'jobs');
    if (!watch) return;
    const reported = new Set((watch.state as { reported?: string[] }).reported);
    const unreported = waits.filter(({ agentId }) => !reported.has(agentId));
    await raiseNotifications(client, groupSignals(unreported.map(signalOf)));
    const waiting = waits.map(({ agentId }) => agentId);
    if (unreported.length > 0 || waiting.length < reported.size)
      await saveWatch(client, 'jobs', { reported: waiting });
  });
}

function signalOf({ id, agentId, scheduleExecutionId, since, message, count }: ExplainedWait): Signal {
  return {
    kind: 'jobs_waiting',
    subjectId: agentId,
    scheduleId: null,
    pipelineId: null,
    agentId,
    at: since,
    message: `${count > 1 ? 'The oldest' : 'It'} has been waiting since ${since.toISOString().slice(0, 19)}Z. ${message}`,
    data: { agent: agentId, jobId: id, executionId: scheduleExecutionId },
  };
}
