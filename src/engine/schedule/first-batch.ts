import type { AgentDirectory } from '../../services/agents/agent-directory.js';
import type { LocalWorker } from '../local-worker.js';

/** Smaller first batches are released by the expansion, because claiming them afterwards costs no more. */
const WORTH_HOLDING = 100;

/**
 * Whether the batch loop should release the first batch of a run, and claim as many of its jobs as fit, instead
 * of the expansion.
 */
export async function holdsFirst(
  directory: AgentDirectory,
  { lease, dispatcher }: Pick<LocalWorker, 'lease' | 'dispatcher'>,
  agentId: string,
  jobs: number,
): Promise<boolean> {
  if (jobs < WORTH_HOLDING || !lease.current() || !dispatcher.idleClaim()) return false;
  return (await directory.limitedAgents()).every(({ id }) => id !== agentId);
}
