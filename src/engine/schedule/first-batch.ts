import type { AgentDirectory } from '../../services/agents/agent-directory.js';
import type { LocalWorker } from '../local-worker.js';

/**
 * Whether the batch loop should release the first batch of a run, and claim as many of its jobs as fit,
 * instead of the expansion.
 */
export async function firstBatchStaysPending(
  directory: AgentDirectory,
  { lease, dispatcher, sizes }: LocalWorker,
  agentId: string,
  jobs: number,
): Promise<boolean> {
  if (jobs < sizes.firstBatch || !lease.current() || !dispatcher.idle.next()) return false;
  return (await directory.limitedAgents()).every(({ id }) => id !== agentId);
}
