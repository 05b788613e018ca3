import type { DispatchToken, Queues } from '../queue/queues.js';
import type { Logger } from '../runtime/logger.js';
import type { Pool } from '../runtime/pool.js';
import type { AgentDirectory } from '../services/agent-directory.js';
import type { EngineMetrics } from './engine-metrics.js';

/** What every loop of the engine works with. */
export interface EngineContext {
  /** Its connections write as `engine`. */
  pool: Pool;
  queues: Queues;
  directory: AgentDirectory;
  logger: Logger;
  metrics: EngineMetrics;
}

/** Attempts of one queue task: small enough to share a batch out over workers, large enough to cost next to nothing. */
export const ATTEMPTS_PER_TOKEN = 50;

/** Tokens for `count` attempts that are ready now; `round` tells them from those of an earlier release of the same rows. */
export function tokensFor(
  scheduleExecutionId: string,
  batchIndex: number,
  count: number,
  round: number,
): DispatchToken[] {
  const parts = Math.ceil(count / ATTEMPTS_PER_TOKEN);
  return Array.from({ length: parts }, (_, part) => ({ scheduleExecutionId, batchIndex, part, round }));
}
