import type { HttpClient } from '../../http/http-client.js';
import { notifyCancel } from '../../http/notify-cancel.js';
import type { Logger } from '../../runtime/logger.js';
import type { AgentDirectory } from '../agents/agent-directory.js';

export interface NotifyAgentsDeps {
  directory: AgentDirectory;
  http: HttpClient;
  logger: Logger;
}

/** An attempt that is over, whatever its agent still does about it. */
export interface OverAttempt {
  executionId: string;
  jobId: string;
  agentId: string;
}

/** Requests under way at once, however many attempts are over. */
const AT_ONCE = 20;

/**
 * Tells agents, where they have a `cancelUrl`, that attempts are over. Begins in the background and never rejects: for us the attempts
 * have ended, whatever the agents say; what failed is logged.
 */
export function notifyAgents(deps: NotifyAgentsDeps, attempts: readonly OverAttempt[], reason: string): void {
  const queue = attempts.values();
  const work = async () => {
    for (const attempt of queue) await tell(deps, attempt, reason);
  };
  for (let worker = 0; worker < Math.min(AT_ONCE, attempts.length); worker++) void work();
}

async function tell(
  { directory, http, logger }: NotifyAgentsDeps,
  { executionId, jobId, agentId }: OverAttempt,
  reason: string,
): Promise<void> {
  try {
    const found = await directory.agent(agentId);
    if (found.kind !== 'found' || found.agent.cancelUrl === null) return;
    const { call, cancelUrl } = found.agent;
    const notice = { jobId, executionId, reason };
    const told = await notifyCancel(http, { ...call, cancelUrl }, notice, { now: new Date() });
    if (told.kind === 'failed')
      logger.warn('cancel.not_told', { executionId, jobId, agentId, reason: told.message });
  } catch (err) {
    logger.error('cancel.not_told', { executionId, jobId, agentId, err });
  }
}
