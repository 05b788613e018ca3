import { endAgentSessions } from '../../db/agents/end-agent-sessions.js';
import { applyStops } from '../../db/agents/stop-agents.js';
import { flagSchedules } from '../../db/schedules/flag-schedules.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import type { EngineContext } from '../engine-context.js';

const ROUND_MS = 2_000;

/**
 * Ends sessions of agents' logins that block others. Completes stops of agents whose row was locked when an
 * admin stopped them.
 */
export function createAgentSessionLoop({ pool, logger }: EngineContext): Loop {
  return createLoop({
    name: 'agent sessions',
    logger,
    async runOnce() {
      for (const { kept, reason, ...session } of await endAgentSessions(pool)) {
        if (kept)
          logger.error(
            'agent_session.not_ended',
            { ...session, reason },
            `A session of the login "${session.login}" blocks others: ${reason}. The user of DATABASE_URL is not allowed to terminate it. Run GRANT pg_signal_backend TO that user`,
          );
        else logger.warn('agent_session.ended', { ...session, reason });
      }
      await withTransaction(pool, async (client) => {
        for (const agentId of await applyStops(client)) await flagSchedules(client, { agentId });
      });
      return ROUND_MS;
    },
  });
}
