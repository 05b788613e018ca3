import type { WorkerRegistration } from '../db/workers/worker-lease.js';
import type { EgressGuard } from '../http/egress-guard.js';
import type { HttpClient } from '../http/http-client.js';
import type { Invoker } from '../http/invoke.js';
import type { Queues } from '../queue/queues.js';
import type { Listener } from '../runtime/listener.js';
import type { Logger } from '../runtime/logger.js';
import type { Registry } from '../runtime/metrics.js';
import type { Pool } from '../runtime/pool.js';
import type { SecretBox } from '../runtime/secret-box.js';
import type { Tracing } from '../runtime/tracing.js';
import type { createLeaseKeeper } from './maintain/lease.js';

export interface EngineOptions {
  databaseUrl: string;
  /** Its connections write as `engine`. */
  pool: Pool;
  dataSources: { pool: Pool };
  listener: Listener;
  queues: Queues;
  invoker: Invoker;
  /** For what is not an invocation: cancellation notices, notifications. */
  http: HttpClient;
  /** Judges where mail goes. */
  guard: EgressGuard;
  secretBox: SecretBox;
  secretKey: Uint8Array;
  /** What agents call back. */
  publicUrl: string;
  /** Cap on requests under way; unset: as the run-time settings say. */
  maxConcurrent?: number | undefined;
  registration: Omit<WorkerRegistration, 'concurrency'>;
  /** How long a worker that is not heard of keeps what it holds, in milliseconds; unset: as the run-time settings say (30 s). */
  leaseMs?: number | undefined;
  /** What was not told, and what the dead have left, is looked for so often, in milliseconds; default 10 s. */
  safetyNetMs?: number | undefined;
  /** Keeps this worker's lease; default: renewed by a thread of its own. */
  keepLease?: typeof createLeaseKeeper | undefined;
  registry: Registry;
  logger: Logger;
  /** Exports the spans of runs; the invoker exports those of requests. */
  tracing?: Tracing | undefined;
}

/** What a worker process does. */
export interface Engine {
  start(): Promise<void>;
  /** Claims nothing more, finishes what is in flight, gives back the rest. */
  stop(deadline: AbortSignal): Promise<void>;
  /** Whether this worker holds its lease, and has renewed it in time. */
  holdsLease(): boolean;
  /** `scheduler.shutdownGrace`, as known now: how long `stop` may take. */
  shutdownGraceMs(): number;
}
