// @ts-check
/**
 * Renews a worker's lease from a thread of its own, so that a busy event loop does not lose it. A worker that
 * cannot work must not keep work from others. So the thread renews the lease only while the database answers
 * the main thread, and while the event loop was not blocked for longer than two leases. It learns both from
 * shared memory. Messages in: 'stop'. Messages out: 'lost' when another worker has taken the row. Plain
 * JavaScript: threads are started from a file, and this one is the same in src and dist.
 */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';

/**
 * @type {{ connection: import('pg').ClientConfig, hosts: { host: string, port: number }[], setup: string |
 * undefined, workerId: string, epoch: number, lastsUntil: BigInt64Array, settings: Int32Array, pulse:
 * BigInt64Array }}
 */
const { connection, hosts, setup, workerId, epoch, lastsUntil, settings, pulse } = workerData;

/** How soon the row shows that the worker has become busy or idle. */
const TICK_MS = 1_000;
/** After so many leases without a turn, the event loop counts as stuck. */
const STUCK_LEASES = 2;

/** @type {pg.Client | undefined} */
let client;
/** @type {NodeJS.Timeout} */
let timer;
let stopped = false;
let renewAt = performance.now() + settingsNow().leaseMs / 3;
/** State and concurrency in the row; unknown at first. */
let stored = '';

function settingsNow() {
  const activeJobs = Atomics.load(settings, 0);
  return {
    activeJobs,
    state: activeJobs === 0 ? 'idle' : 'busy',
    concurrency: Atomics.load(settings, 1),
    leaseMs: Atomics.load(settings, 2),
  };
}

/** @param {number} leaseMs */
function mainWorks(leaseMs) {
  const busyMs = Number(process.hrtime.bigint() - Atomics.load(pulse, 0)) / 1e6;
  return busyMs < STUCK_LEASES * leaseMs && Atomics.load(pulse, 1) === 0n;
}

async function tick() {
  const { state, concurrency, leaseMs } = settingsNow();
  if (!mainWorks(leaseMs)) {
    renewAt = 0; // renews as soon as it works again
    wait(leaseMs / 30);
    return;
  }
  if (performance.now() < renewAt && stored === `${state} ${concurrency}`) wait();
  else await renew();
}

async function renew() {
  const { activeJobs, concurrency, leaseMs, state } = settingsNow();
  try {
    client ??= await connect(leaseMs);
    const askedAt = process.hrtime.bigint();
    const { rowCount } = await client.query(
      `UPDATE callboard."Worker" SET "leaseExpiresAt" = clock_timestamp() + $3 * interval '1 millisecond', "heartbeatAt" = clock_timestamp(),
         "activeJobs" = $4, concurrency = $5, state = $6
       WHERE id = $1 AND epoch = $2 AND state <> 'dead'`,
      [workerId, epoch, leaseMs, activeJobs, concurrency, state],
    );
    if (rowCount === 0) {
      stopped = true;
      parentPort?.postMessage('lost');
      return;
    }
    Atomics.store(lastsUntil, 0, askedAt + BigInt(leaseMs) * 1_000_000n);
    stored = `${state} ${concurrency}`;
    renewAt = performance.now() + leaseMs / 3;
    wait();
  } catch {
    client?.end().catch(() => {});
    client = undefined;
    wait(leaseMs / 30); // tries often, because the lease is about to expire
    renewAt = 0;
  }
}

/** @param {number} leaseMs */
async function connect(leaseMs) {
  let failure;
  for (const host of hosts) {
    const limitMs = leaseMs / 6 / hosts.length;
    const fresh = new pg.Client({
      ...connection,
      connectionTimeoutMillis: limitMs,
      query_timeout: leaseMs / 6,
    });
    fresh.on('error', () => {
      if (client === fresh) client = undefined;
    });
    try {
      if (hosts.length > 1) Object.assign(fresh, host);
      await fresh.connect();
      if (hosts.length > 1) await requireWritable(fresh);
      if (setup !== undefined) await fresh.query(setup);
      return fresh;
    } catch (error) {
      failure = error;
      fresh.end().catch(() => {});
    }
  }
  throw failure;
}

/** @param {pg.Client} fresh */
async function requireWritable(fresh) {
  const { rows } = await fresh.query(`SELECT current_setting('transaction_read_only') AS "readOnly"`);
  if (rows[0]?.readOnly !== 'off') throw new Error('this host does not accept writes');
}

/** @param {number} ms */
function wait(ms = Math.max(0, Math.min(TICK_MS, renewAt - performance.now()))) {
  if (!stopped) timer = setTimeout(tick, ms);
}

parentPort?.once('message', () => {
  stopped = true;
  clearTimeout(timer);
  (client?.end() ?? Promise.resolve()).catch(() => {}).then(() => parentPort?.close());
});

wait();
