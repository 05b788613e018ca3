import { loadWaitingJobs } from '../../db/jobs/find/waiting-jobs.js';
import type { Queryable } from '../../db/system/queryable.js';
import { explainWaiting, type Waiting } from '../../domain/job/explain-waiting.js';
import { readAgentLimits } from '../agents/agent-limits.js';

/** Explains why pending attempts do not run, in two statements. Attempts that no longer wait are left out. */
export async function explainWaitingJobs(
  client: Queryable,
  attemptIds: readonly string[],
): Promise<Map<string, Waiting>> {
  const waiting = await loadWaitingJobs(client, attemptIds);
  const limits = await readAgentLimits(
    client,
    waiting.map(({ agentId }) => agentId),
  );
  return new Map(
    waiting.map((row) => {
      const agent = limits.get(row.agentId);
      const explained = explainWaiting({
        ...row,
        execution: row,
        agent: {
          id: row.agentId,
          isKnown: agent !== undefined,
          maxConcurrency: agent?.maxConcurrency ?? null,
          running: row.running,
          throttled: agent?.throttled ?? null,
        },
        workers: { alive: row.workersAlive, claiming: row.workersClaiming },
      });
      return [row.id, explained];
    }),
  );
}
