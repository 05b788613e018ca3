import { Worker as Thread } from 'node:worker_threads';
import type { Lease } from '../../db/jobs/claim/claim-attempts.js';
import { departWorker, registerWorker, type WorkerRegistration } from '../../db/workers/worker-lease.js';
import { connectionConfig } from '../../runtime/database/connection-config.js';
import type { Pool } from '../../runtime/database/pool.js';
import { setStatements, takesOptions } from '../../runtime/database/session-settings.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import { createDatabasePulse } from './database-pulse.js';

export interface LeaseKeeper {
  /** Registers the worker and starts to renew. */
  start(): Promise<void>;
  /** The current lease. Undefined while it is lost: nothing may be claimed then. */
  current(): Lease | undefined;
  /**
   * Whether the lease cannot have expired, by the clock of this machine. Checked before each request. So a
   * process that was suspended for longer than its lease knows it at once, before it learns that other
   * workers took over.
   */
  isFresh(): boolean;
  /** Requests in progress, for the worker's row. */
  reportLoad(activeJobs: number): void;
  /** The maximum number of concurrent requests, for the worker's row. */
  reportCapacity(concurrency: number): void;
  /** Sets the length of the lease in milliseconds, from the next renewal on. */
  setLeaseMs(leaseMs: number): void;
  /** Gives the lease back. */
  stop(): Promise<void>;
}

export interface LeaseOptions {
  pool: Pool;
  databaseUrl: string;
  registration: Omit<WorkerRegistration, 'concurrency'>;
  logger: Logger;
  /** The worker has a lease, for the first time or again. */
  onAcquired(): void;
  /** The lease is lost, because the process was suspended or had no connection. Other workers take over. */
  onLost(): void;
}

/** Indexes in the settings that the thread reads. */
const ACTIVE_JOBS = 0;
const CONCURRENCY = 1;
const LEASE_MS = 2;

/**
 * Renews the lease from a thread that a busy event loop cannot starve, as long as the main thread can work
 * (see `lease-thread.mjs`). Registers again after a loss.
 */
export function createLeaseKeeper({
  pool,
  databaseUrl,
  registration,
  logger,
  onAcquired,
  onLost,
}: LeaseOptions): LeaseKeeper {
  let lease: Lease | undefined;
  /** The earliest end of the lease, in nanoseconds of `hrtime`. The thread writes it. */
  const lastsUntil = new BigInt64Array(new SharedArrayBuffer(8));
  /** Settings for the thread. */
  const settings = new Int32Array(new SharedArrayBuffer(12));
  const pulse = createDatabasePulse(pool, () => Atomics.load(settings, LEASE_MS), logger);
  let thread: Thread | undefined;
  let stopped = false;
  let registering: Promise<void> = Promise.resolve();

  async function register(): Promise<void> {
    for (let waitMs = 100; !stopped; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        const askedAt = process.hrtime.bigint();
        const leaseMs = Atomics.load(settings, LEASE_MS);
        const worker = { ...registration, concurrency: Atomics.load(settings, CONCURRENCY) };
        const registered = await registerWorker(pool, worker, leaseMs);
        Atomics.store(lastsUntil, 0, askedAt + BigInt(leaseMs) * 1_000_000n);
        pulse.loop.start();
        thread = startThread(
          { ...threadConnection(databaseUrl), ...registered, lastsUntil, settings, pulse: pulse.shared },
          (err) => lost(registered, err),
        );
        lease = registered;
        logger.info('worker.registered', { epoch: registered.epoch });
        onAcquired();
        return;
      } catch (err) {
        logger.error('worker.registration_failed', { err, retryInMs: waitMs });
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }

  function lost(registered: Lease, err?: unknown): void {
    if (lease !== registered || stopped) return;
    lease = undefined;
    logger.error('worker.lease_lost', { epoch: registered.epoch, err });
    onLost();
    void thread?.terminate();
    registering = register();
  }

  return {
    start() {
      registering = register();
      return registering;
    },
    current: () => lease,
    isFresh: () => lease !== undefined && process.hrtime.bigint() < Atomics.load(lastsUntil, 0),
    reportLoad: (activeJobs) => void Atomics.store(settings, ACTIVE_JOBS, activeJobs),
    reportCapacity: (concurrency) => void Atomics.store(settings, CONCURRENCY, concurrency),
    setLeaseMs: (leaseMs) => void Atomics.store(settings, LEASE_MS, leaseMs),
    async stop() {
      stopped = true;
      await registering; // it starts the pulse
      await pulse.loop.stop();
      const returned = lease;
      lease = undefined;
      thread?.postMessage('stop');
      await thread?.terminate();
      if (returned)
        await departWorker(pool, returned).catch((err: unknown) =>
          logger.warn('worker.departure_failed', { err }),
        );
    },
  };
}

/** @param onLost called when the lease is lost, with the error if the thread failed */
function startThread(workerData: object, onLost: (err?: unknown) => void): Thread {
  const thread = new Thread(new URL('./lease-thread.mjs', import.meta.url), { workerData });
  thread.on('message', () => onLost());
  thread.on('error', onLost);
  return thread;
}

/** How the thread connects: what can be sent to another thread. */
function threadConnection(connectionString: string) {
  const {
    types: _types,
    target: _target,
    session,
    hosts,
    ...connection
  } = connectionConfig({ connectionString, applicationName: 'callboard lease', writer: 'engine' });
  return takesOptions(session.address)
    ? { connection, hosts }
    : { connection: { ...connection, options: undefined }, hosts, setup: setStatements(session, 'SESSION') };
}
