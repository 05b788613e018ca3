import type { WorkerRegistration } from '../db/workers/worker-lease.js';
import type { Invoker } from '../http/agents/invoke.js';
import type { Queues } from '../queue/queues.js';
import type { DatabaseClock } from '../runtime/database/database-clock.js';
import type { Listener } from '../runtime/database/listener.js';
import type { Pool } from '../runtime/database/pool.js';
import type { Registry } from '../runtime/telemetry/metrics.js';
import type { Tracing } from '../runtime/telemetry/tracing.js';
import type { ServiceDeps } from '../services/access/context.js';
import type { createLeaseKeeper } from './maintain/lease.js';
import type { ClaimSizes } from './schedule/claim-sizes.js';

/** The connections of `pool` and `claims` write as `engine`. */
export interface EngineOptions
  extends Pick<
    ServiceDeps,
    'pool' | 'dataSources' | 'http' | 'guard' | 'secretBox' | 'secretKey' | 'logger'
  > {
  databaseUrl: string;
  /** Has a connection that only claims slots; default: `pool`. */
  claims?: Pool | undefined;
  listener: Listener;
  queues: Queues;
  invoker: Invoker;
  /** Base URL of the callbacks of agents. */
  publicUrl: string;
  /** Limit on concurrent requests; default: the run-time setting. */
  maxConcurrent?: number | undefined;
  registration: Omit<WorkerRegistration, 'concurrency'>;
  /** How long the lease lasts without renewal, in milliseconds; default: the run-time setting (30 s). */
  leaseMs?: number | undefined;
  /** How often loops look for missed wake-ups and for work of dead workers, in milliseconds; default 10 s. */
  safetyNetMs?: number | undefined;
  /** Default: {@link CLAIM_SIZES}. */
  claimSizes?: ClaimSizes | undefined;
  /** Creates the keeper of the lease; default: one that renews it from a thread of its own. */
  keepLease?: typeof createLeaseKeeper | undefined;
  registry: Registry;
  /** The process's readings of the database's clock; default: its own. */
  clock?: DatabaseClock | undefined;
  /** Exports the spans of runs; the invoker exports those of requests. */
  tracing?: Tracing | undefined;
}

/** What a worker process does. */
export interface Engine {
  start(): Promise<void>;
  /** Stops claiming, finishes the work in progress, and gives back the rest. */
  stop(deadline: AbortSignal): Promise<void>;
  /** Whether this worker holds a lease that has not expired. */
  holdsLease(): boolean;
  /** `scheduler.shutdownGrace`, as read last: how long `stop` may take. */
  shutdownGraceMs(): number;
}
