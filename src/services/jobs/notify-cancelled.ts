import type { CancelledAttempt } from '../../db/jobs/cancel-attempts.js';
import type { ServiceDeps } from '../access/context.js';
import { createAgentDirectory } from '../agents/agent-directory.js';
import { tellAgents } from './tell-agents.js';

/** Tells the agents that were at work on attempts that somebody has cancelled, in the background. */
export function notifyCancelled(deps: ServiceDeps, attempts: readonly CancelledAttempt[]): void {
  const running = attempts.filter(({ wasRunning }) => wasRunning);
  tellAgents({ ...deps, directory: createAgentDirectory(deps) }, running, 'cancelled');
}
