import { claimHealthChecks, msUntilNextHealthCheck } from '../../db/agents/claim-health-checks.js';
import type { HttpClient } from '../../http/client/http-client.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { probeAgent } from '../../services/agents/probe-agent.js';
import type { EngineContext } from '../engine-context.js';

/** Agents checked at the same time. */
const AT_ONCE = 10;
/** A new agent wakes the loop. If the wake-up is lost, the loop checks after this time. */
const SAFETY_MS = 60_000;

/**
 * Checks the health of agents: all when the worker starts, later those with a health check, at their
 * interval.
 */
export function createHealthLoop({ pool, directory, logger }: EngineContext, http: HttpClient): Loop {
  let all = true;
  const firstRounds = { asked: 0, found: 0, startedAt: 0 };
  return createLoop({
    name: 'health',
    logger,
    async runOnce(signal) {
      firstRounds.startedAt ||= performance.now();
      const ids = await claimHealthChecks(pool, AT_ONCE, all);
      await Promise.all(
        ids.map(async (id) => {
          const probed = await probeAgent({ pool, http, directory }, id);
          if (probed.kind === 'probed' && probed.health.status === 'healthy') return;
          const why = probed.kind === 'probed' ? probed.health : probed;
          if (signal.aborted) return;
          if (all) firstRounds.found += 1;
          logger.warn('agent.not_healthy', { agentId: id, ...why });
        }),
      );
      if (all) firstRounds.asked += ids.length;
      if (ids.length === AT_ONCE) return 0;
      if (all) {
        const { asked, found, startedAt } = firstRounds;
        const ms = Math.round(performance.now() - startedAt);
        logger[found > 0 ? 'info' : 'debug']('health.checked', { ms, asked, notHealthy: found });
      }
      all = false;
      return Math.min((await msUntilNextHealthCheck(pool)) ?? SAFETY_MS, SAFETY_MS);
    },
  });
}
