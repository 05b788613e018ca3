import type { Queues } from '../queue/queues.js';
import type { DatabaseClock } from '../runtime/database/database-clock.js';
import type { Pool } from '../runtime/database/pool.js';
import type { Logger } from '../runtime/telemetry/logger.js';
import type { AgentDirectory } from '../services/agents/agent-directory.js';
import type { EngineMetrics } from './engine-metrics.js';
import type { RunTraces } from './run-traces.js';
import type { Signals } from './signals.js';

/** What every loop of the engine works with. */
export interface EngineContext {
  /** Its connections write as `engine`. */
  pool: Pool;
  /**
   * For claims of slots. They always use the same connection, which has planned their statements, however busy the
   * others are.
   */
  claims: Pool;
  queues: Queues;
  directory: AgentDirectory;
  logger: Logger;
  metrics: EngineMetrics;
  clock: DatabaseClock;
  signals: Signals;
  /** The longest time between two checks of the rows by a loop, in milliseconds. */
  safetyNetMs: number;
  /** Undefined if traces are off. */
  traces?: RunTraces | undefined;
}
