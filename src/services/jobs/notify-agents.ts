import { databaseNow } from '../../db/system/database-now.js';
import { notifyCancel } from '../../http/agents/notify-cancel.js';
import type { HttpClient } from '../../http/client/http-client.js';
import type { Pool } from '../../runtime/database/pool.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import type { AgentDirectory } from '../agents/agent-directory.js';

export interface NotifyAgentsDeps {
  pool: Pool;
  directory: AgentDirectory;
  http: HttpClient;
  logger: Logger;
}

/** An attempt that was ended although its agent may still work on it. */
export interface AbandonedAttempt {
  executionId: string;
  jobId: string;
  agentId: string;
}

/** Limit on concurrent requests. */
const AT_ONCE = 20;

/**
 * Notifies agents that have a `cancelUrl` that attempts have ended. Runs in the background and never rejects,
 * because the attempts have ended regardless of what the agents answer. Failures are logged.
 */
export function notifyAgents(
  deps: NotifyAgentsDeps,
  attempts: readonly AbandonedAttempt[],
  reason: string,
): void {
  const queue = attempts.values();
  const work = async () => {
    for (const attempt of queue) await notify(deps, attempt, reason);
  };
  for (let worker = 0; worker < Math.min(AT_ONCE, attempts.length); worker++) void work();
}

async function notify(
  { pool, directory, http, logger }: NotifyAgentsDeps,
  { executionId, jobId, agentId }: AbandonedAttempt,
  reason: string,
): Promise<void> {
  try {
    const found = await directory.agent(agentId);
    if (found.kind !== 'found' || found.agent.cancelUrl === null) return;
    const { call, cancelUrl } = found.agent;
    const notice = { jobId, executionId, reason };
    const sent = await notifyCancel(http, { ...call, cancelUrl }, notice, {
      now: await databaseNow(pool),
    });
    if (sent.kind === 'failed')
      logger.warn('cancel.notice_failed', { executionId, jobId, agentId, reason: sent.message });
  } catch (err) {
    logger.error('cancel.notice_failed', { executionId, jobId, agentId, err });
  }
}
