import type { CancelledAttempt } from '../db/cancel-attempts.js';
import { notifyCancel } from '../http/notify-cancel.js';
import { type AgentDirectory, createAgentDirectory } from './agent-directory.js';
import type { ServiceDeps } from './context.js';

/** Requests under way at once, however many attempts were cancelled. */
const AT_ONCE = 20;

/**
 * Tells the agents that were at work on cancelled attempts, where they have a `cancelUrl`. Begins in the background and never
 * rejects: for us the attempts have ended, whatever the agents say; what failed is logged.
 */
export function notifyCancelled(deps: ServiceDeps, attempts: readonly CancelledAttempt[]): void {
  const running = attempts.filter(({ wasRunning }) => wasRunning);
  if (running.length === 0) return;
  const directory = createAgentDirectory(deps);
  const queue = running.values();
  const work = async () => {
    for (const attempt of queue) await notify(deps, directory, attempt);
  };
  for (let worker = 0; worker < Math.min(AT_ONCE, running.length); worker++) {
    work().catch((err: unknown) => deps.logger.error('cancel.notify_failed', { err }));
  }
}

async function notify(
  deps: ServiceDeps,
  directory: AgentDirectory,
  { executionId, jobId, agentId }: CancelledAttempt,
): Promise<void> {
  const found = await directory.agent(agentId);
  if (found.kind !== 'found' || found.agent.cancelUrl === null) return;
  const { call, cancelUrl } = found.agent;
  const notice = await notifyCancel(
    deps.http,
    { ...call, cancelUrl },
    { jobId, executionId, reason: 'cancelled' },
    { now: new Date() },
  );
  if (notice.kind === 'failed')
    deps.logger.warn('cancel.not_delivered', { agentId, jobId, executionId, reason: notice.message });
}
