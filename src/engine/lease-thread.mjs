// @ts-check
/**
 * Renews a worker's lease from a thread of its own, so that a busy event loop cannot lose it. It knows nothing but its row.
 * Messages in: 'stop'. Messages out: 'lost' when the row is not ours any more.
 * Plain JavaScript: threads are started from a file, and this one is the same in src and dist.
 */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';

/** @type {{ connection: import('pg').ClientConfig, workerId: string, epoch: number, leaseMs: number, lastsUntil: BigInt64Array, load: Int32Array }} */
const { connection, workerId, epoch, leaseMs, lastsUntil, load } = workerData;

/** @type {pg.Client | undefined} */
let client;
/** @type {NodeJS.Timeout} */
let timer;
let stopped = false;

async function renew() {
  try {
    client ??= await connect();
    const askedAt = process.hrtime.bigint();
    const { rowCount } = await client.query(
      `UPDATE callboard."Worker" SET "leaseExpiresAt" = clock_timestamp() + $3 * interval '1 millisecond', "heartbeatAt" = clock_timestamp(),
         "activeJobs" = $4, state = CASE WHEN $4 = 0 THEN 'idle' ELSE 'busy' END
       WHERE id = $1 AND epoch = $2 AND state <> 'dead'`,
      [workerId, epoch, leaseMs, Atomics.load(load, 0)],
    );
    if (rowCount === 0) {
      stopped = true;
      parentPort?.postMessage('lost');
      return;
    }
    Atomics.store(lastsUntil, 0, askedAt + BigInt(leaseMs) * 1_000_000n);
    schedule(leaseMs / 3);
  } catch {
    client?.end().catch(() => {});
    client = undefined;
    schedule(leaseMs / 30); // the database is away: try often, the lease is running out
  }
}

async function connect() {
  const fresh = new pg.Client({
    ...connection,
    connectionTimeoutMillis: leaseMs / 6,
    query_timeout: leaseMs / 6,
  });
  fresh.on('error', () => {
    if (client === fresh) client = undefined;
  });
  await fresh.connect();
  return fresh;
}

/** @param {number} ms */
function schedule(ms) {
  if (!stopped) timer = setTimeout(renew, ms);
}

parentPort?.once('message', () => {
  stopped = true;
  clearTimeout(timer);
  (client?.end() ?? Promise.resolve()).catch(() => {}).then(() => parentPort?.close());
});

schedule(leaseMs / 3);
