/** Callboard as its users run it: `dist/server.js` and `dist/worker.js` as processes, on a migrated database of their own. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Pool as HttpPool } from 'undici';
import { cpuOf, startNode } from './children.mjs';
import { atEnd } from './cleanup.mjs';

const program = (name) => fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
const TOKEN = randomBytes(24).toString('hex');
const SECRET_KEY = randomBytes(32).toString('base64');

const environment = (url, redisUrl, settings) => ({
  DATABASE_URL: url,
  ...(redisUrl && { REDIS_URL: redisUrl }),
  CALLBOARD_SECRET_KEY: SECRET_KEY,
  CALLBOARD_ADMIN_TOKEN: TOKEN,
  CALLBOARD_EGRESS_ALLOW: '127.0.0.0/8',
  HOST: '127.0.0.1',
  PORT: '0',
  WORKER_PORT: '0',
  LOG_LEVEL: 'warn',
  ...settings,
});

let template;

/** A migrated database; the migrations run once. */
export async function createCallboardDatabase(postgres) {
  template ??= migrate(postgres);
  return postgres.createDatabase(await template);
}

async function migrate(postgres) {
  const { name, url } = await postgres.createDatabase();
  await startNode(program('migrate'), { env: { DATABASE_URL: url } }).printed(/up to date/);
  return name;
}

/**
 * @param options.workers the number of workers; 0 starts only a server
 * @param options.server whether to start a server
 */
export async function startCallboard(
  { postgres, agentUrl },
  { database, redisUrl, workers = 1, server = true, concurrency = 50, settings = {} } = {},
) {
  database ??= await createCallboardDatabase(postgres);
  const db = new pg.Pool({
    connectionString: database.url,
    max: 4,
    options: '-c search_path=callboard,public',
  });
  db.on('error', () => {});
  const end = atEnd(() => db.end());
  await db.query(
    `INSERT INTO "AgentRegistry" (id, name, endpoint) SELECT id, id, jsonb_build_object('type', 'http', 'url', $1 || '/' || id)
     FROM unnest(ARRAY['agent', 'a', 'b', 'c']) AS id ON CONFLICT DO NOTHING`,
    [agentUrl],
  );
  // Only a workload with a server triggers runs and waits for their end. Watching costs a little for each run.
  const runs = server ? await watchRuns(db) : undefined;
  const processes = [];
  const start = async (name, logged, own = {}) => {
    const env = environment(database.url, redisUrl, { LOG_LEVEL: 'info', ...settings, ...own });
    const child = startNode(program(name), { env });
    processes.push({ name, ...child });
    await child.printed(logged);
    return child;
  };
  const api = server ? await start('server', /"event":"server\.ready"/) : undefined;
  for (let n = 0; n < workers; n += 1)
    await start('worker', /"event":"worker\.ready"/, { CALLBOARD_MAX_CONCURRENT: String(concurrency) });
  const port = api && portOf(api);
  const http = port && new HttpPool(`http://127.0.0.1:${port}`, { connections: 32 });

  return {
    database,
    db,
    url: `http://127.0.0.1:${port}`,
    token: TOKEN,
    worker: processes.find(({ name }) => name === 'worker'),
    /** By name. With several workers, only the last one. */
    processes: Object.fromEntries(
      processes.map((child) => [child.name, { pid: child.pid, url: `http://127.0.0.1:${portOf(child)}` }]),
    ),
    /** Sends an operation. Throws if the API refuses it. */
    async ask(query, variables) {
      const { body } = await http.request({
        path: '/graphql',
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = await body.json();
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    /** CPU time so far, in milliseconds by kind of process. */
    cpu() {
      const used = { postgres: postgres.cpu() };
      for (const { name, pid } of processes) used[name] = (used[name] ?? 0) + cpuOf(pid);
      return used;
    },
    /** Triggers an agent. @returns the execution's id */
    async trigger(agentId, params) {
      const { triggerAgent } = await this.ask(
        'mutation ($agentId: ID!, $params: JSON) { triggerAgent(agentId: $agentId, params: $params) { __typename ... on ScheduleExecution { id } } }',
        { agentId, params },
      );
      if (!triggerAgent.id) throw new Error(JSON.stringify(triggerAgent));
      return triggerAgent.id;
    },
    /** Resolves when this execution has ended. */
    ended: (id, limitMs = 120_000) => runs?.ended(id, limitMs),
    async stop() {
      await http?.close();
      runs?.stop();
      await end();
      for (const { stop } of processes) await stop();
      await database.drop();
    },
  };
}

/** Learns from notifications that a run has ended, because polling would take CPU time from what is measured. */
async function watchRuns(db) {
  const client = await db.connect();
  await client.query(`
    CREATE OR REPLACE FUNCTION public.bench_run_ended() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_notify('bench_run_ended', NEW.id); RETURN NULL; END $$;
    CREATE OR REPLACE TRIGGER bench_run_ended AFTER UPDATE ON "ScheduleExecution" FOR EACH ROW
      WHEN (OLD."completedAt" IS NULL AND NEW."completedAt" IS NOT NULL) EXECUTE FUNCTION public.bench_run_ended();
    LISTEN bench_run_ended`);
  const ended = new Set();
  const waiting = new Map();
  client.on('notification', ({ payload: id }) => {
    ended.add(id);
    waiting.get(id)?.();
  });
  return {
    async ended(id, limitMs) {
      if (ended.has(id)) return;
      await new Promise((resolve, reject) => {
        const late = () => reject(new Error(`the execution did not end within ${limitMs} ms`));
        const timer = setTimeout(late, limitMs);
        waiting.set(id, () => {
          clearTimeout(timer);
          resolve();
        });
      });
      waiting.delete(id);
    },
    stop: () => client.release(true),
  };
}

/** The port on which a process says that it listens. */
function portOf({ output }) {
  const ready = output()
    .split('\n')
    .find((line) => line.includes('.ready"'));
  return /"port":(\d+)/.exec(ready)?.[1];
}

/** A table whose rows become jobs. */
export async function createItems(db, count) {
  await db.query('DROP TABLE IF EXISTS public."Item"; CREATE TABLE public."Item" (id int PRIMARY KEY)');
  await db.query('INSERT INTO public."Item" SELECT generate_series(1, $1::int)', [count]);
  await db.query('VACUUM ANALYZE public."Item"');
}

/** Params of a run with one job for each item, in batches of the maximum size. */
export const EVERY_ITEM = { id: 'db:item:all:id?batchSize=10000&staggerDelay=0' };

/** Inserts rows without notifications and events, for workloads that only need their number. */
export async function seed(db, work) {
  const client = await db.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await work(client);
    await client.query('RESET session_replication_role');
  } finally {
    client.release();
  }
}

/**
 * Inserts schedules that run once each, at an instant that the SQL expression `at` computes from `n`. Their
 * param `due` tells the agent that instant.
 */
export async function insertOnce(db, count, at) {
  await db.query(
    `INSERT INTO "Schedule" (id, name, repeat, "startAt", "nextRunAt", "activatedAt", "originAt", timezone, "targetType", "agentId", params, "createdBy")
     SELECT uuid_v7(), 'schedule ' || n, 'once', at, at, now() - interval '1 minute', now(), 'UTC', 'agent', 'agent',
       jsonb_build_object('due', (extract(epoch FROM at) * 1000)::float8), 'bench'
     FROM generate_series(1, $1::int) n, LATERAL (SELECT date_trunc('milliseconds', ${at}) AS at) a`,
    [count],
  );
  await db.query('ANALYZE "Schedule"');
}
