import type { HttpClient } from '../http/http-client.js';
import { notifyCancel } from '../http/notify-cancel.js';
import type { EngineContext } from './engine-context.js';

/** Tells an agent, where it has a `cancelUrl`, that an attempt is over; nothing waits for it. */
export type TellAgent = (
  attempt: { id: string; jobId: string; agentId: string },
  reason: string,
) => Promise<void>;

export function createTellAgent({ directory, logger }: EngineContext, http: HttpClient): TellAgent {
  return async ({ id, jobId, agentId }, reason) => {
    const found = await directory.agent(agentId).catch(() => undefined);
    if (found?.kind !== 'found' || found.agent.cancelUrl === null) return;
    const { call, cancelUrl } = found.agent;
    const told = await notifyCancel(
      http,
      { ...call, cancelUrl },
      { jobId, executionId: id, reason },
      { now: new Date() },
    );
    if (told.kind === 'failed')
      logger.warn('cancel.not_told', { executionId: id, agentId, reason: told.message });
  };
}
