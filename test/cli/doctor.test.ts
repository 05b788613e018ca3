import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareClocks } from '../../src/cli/doctor/check-database.js';
import type { Finding } from '../../src/cli/doctor/finding.js';
import { migrateQueue } from '../../src/queue/migrate-queue.js';
import { findFreePort } from '../../src/runtime/free-port.js';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import { requireSecretKey } from '../../src/services/access/require-secret-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertAgent, insertExpanded, insertSchedule } from '../support/rows.js';
import { redisAvailable, startTestRedis } from '../support/servers/redis.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { callboard } from './command-line.js';

const KEY = randomBytes(32);
let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase({ writer: 'server' });
  await migrateQueue({ databaseUrl: db.url });
  await requireSecretKey(db.pool, createSecretBox(KEY));
});
afterAll(() => db?.drop());

async function examine(env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await callboard(['doctor', '--json'], {
    env: { DATABASE_URL: db.url, CALLBOARD_SECRET_KEY: KEY.toString('base64'), ...env },
  });
  expect(stderr).toBe('');
  const findings = JSON.parse(stdout).findings as Finding[];
  return { code, of: (check: string) => findings.filter((finding) => finding.check === check) };
}

const addWorker = (lease: string) =>
  db.pool.query(
    `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt")
     VALUES ('w', 'here', 1, '0', 1, now() + $1::interval) ON CONFLICT (id) DO UPDATE SET "leaseExpiresAt" = EXCLUDED."leaseExpiresAt"`,
    [lease],
  );

test('finds nothing wrong in a healthy installation', async () => {
  await addWorker('1 day');
  const { code, of } = await examine();
  for (const check of [
    'settings',
    'database',
    'clock',
    'secret key',
    'queue',
    'egress',
    'workers',
    'schedules',
    'leases',
  ])
    expect(of(check), check).toMatchObject([{ level: 'ok' }]);
  expect(code).toBe(0);
});

test('finds that no worker is running, an agent that may not be called, and an unknown setting', async () => {
  await addWorker('-1 day');
  await insertAgent(db.pool, 'inside', 'http://10.1.2.3/run');
  const { code, of } = await examine({ CALLBOARD_SAMPEL: 'off' });
  expect(code).toBe(1);
  expect(of('workers')).toMatchObject([
    { level: 'problem', remedy: expect.stringContaining('callboard worker') },
  ]);
  expect(of('egress')).toMatchObject([
    {
      level: 'problem',
      message: expect.stringContaining('agent inside'),
      remedy: expect.stringContaining('CALLBOARD_EGRESS_ALLOW'),
    },
  ]);
  expect(of('settings')).toMatchObject([
    { level: 'warning', message: 'CALLBOARD_SAMPEL is not a setting. Did you mean CALLBOARD_SAMPLE?' },
  ]);
  expect((await examine({ CALLBOARD_EGRESS_ALLOW: '10.0.0.0/8' })).of('egress')).toMatchObject([
    { level: 'ok' },
  ]);
});

test('finds another secret key, a Redis that does not answer, and pending migrations', async () => {
  const { of } = await examine({
    CALLBOARD_SECRET_KEY: randomBytes(32).toString('base64'),
    REDIS_URL: `redis://127.0.0.1:${await findFreePort()}`,
  });
  expect(of('secret key')).toMatchObject([{ level: 'problem' }]);
  expect(of('queue')).toMatchObject([{ level: 'problem', message: expect.stringContaining('ECONNREFUSED') }]);
  await db.pool.query(`UPDATE _applied_sql SET checksum = 'x' || checksum`);
  const behind = await examine();
  expect(behind.of('database')).toMatchObject([
    { level: 'problem', message: expect.stringContaining('migrate') },
  ]);
  await db.pool.query('UPDATE _applied_sql SET checksum = substr(checksum, 2)');
});

test('finds schedules that are overdue or blocked, and names them', async () => {
  await addWorker('1 day');
  const at = { agentId: 'inside', interval: 60_000 };
  await insertSchedule(db.pool, { ...at, nextRunAt: new Date(Date.now() - 3_600_000) }, { name: 'late' });
  await insertSchedule(db.pool, { ...at, nextRunAt: new Date(Date.now() + 3_600_000) }, { name: 'early' });
  const late = await examine();
  expect(late.of('schedules')).toMatchObject([
    {
      level: 'problem',
      message: expect.stringMatching(/^Schedules that should run but do not: 1\.\n {2}late: /),
    },
  ]);
  expect(late.code).toBe(1);
  await db.pool.query('DELETE FROM "Schedule"');
});

test('finds attempts of workers whose lease has expired', async () => {
  await addWorker('-1 day');
  await insertExpanded(db.pool, { agentId: 'inside', jobs: [{}] }, (client, attemptIds) =>
    client.query(
      `UPDATE "AgentJobExecution" SET status = 'running', "startedAt" = now(), "workerId" = 'w',
         "leaseEpoch" = (SELECT epoch FROM "Worker" WHERE id = 'w') WHERE id = ANY ($1)`,
      [attemptIds],
    ),
  );
  expect((await examine()).of('leases')).toMatchObject([
    { level: 'problem', message: 'Attempts of workers whose lease has expired: 1.' },
  ]);
  await addWorker('1 day');
  expect((await examine()).of('leases')).toMatchObject([{ level: 'ok' }]);
});

test.skipIf(!redisAvailable('doctor'))('finds a Redis that may evict tasks', async () => {
  const redis = await startTestRedis(['--maxmemory-policy', 'allkeys-lru']);
  try {
    expect((await examine({ REDIS_URL: redis.url })).of('queue')).toMatchObject([
      { level: 'ok' },
      { level: 'warning', message: expect.stringContaining('allkeys-lru'), remedy: expect.any(String) },
    ]);
  } finally {
    await redis.stop();
  }
});

test.each([
  ['within the round-trip time', [1_000, 7_000, 8_000], 'ok', undefined],
  ['less than a second off', [5_000, 4_001, 5_000], 'ok', undefined],
  ['the database is ahead', [0, 20_000, 400], 'warning', 'differ by 20 s'],
  ['the database is behind', [20_000, 10_000, 20_000], 'warning', 'differ by 10 s'],
  ['off by the length of a lease', [0, 30_000, 0], 'problem', 'differ by 30 s'],
] as const)('compares clocks: %s', (_, [before, now, after], level, message) => {
  const found = compareClocks(before, now, after);
  expect(found.level).toBe(level);
  if (message) expect(found.message).toContain(message);
});

test('says in words what to do, also when nothing runs', async () => {
  const { code, stdout } = await callboard(['doctor'], { cwd: await temporaryDirectory() });
  expect(code).toBe(1);
  expect(stdout).toContain('PROBLEM  database: no database has been started in');
  expect(stdout).toContain('callboard up');
});
