import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLeaseKeeper } from '../../../src/engine/maintain/lease.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { holding, untilLockAwaited } from '../../support/lock-waits.js';
import { createRecordingLogger } from '../../support/recording-logger.js';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase({ writer: 'engine' });
});
afterEach(() => db?.drop());

const LEASE_MS = 800;

test('a worker that stops while it registers gives its lease back and no longer asks the database', async () => {
  const lease = createLeaseKeeper({
    pool: db.pool,
    databaseUrl: db.url,
    registration: { id: 'worker', host: 'here', pid: 1, version: '1', capabilities: {} },
    logger: createRecordingLogger(),
    onAcquired: () => {},
    onLost: () => {},
  });
  lease.setLeaseMs(LEASE_MS);
  const ends: Promise<unknown>[] = [];
  await holding(db.url, 'LOCK TABLE "Worker" IN SHARE MODE', async () => {
    ends.push(lease.start());
    await untilLockAwaited(db.pool);
    ends.push(lease.stop());
  });
  await Promise.all(ends);
  expect(lease.current()).toBeUndefined();
  const { rows } = await db.pool.query('SELECT state FROM "Worker"');
  expect(rows).toEqual([{ state: 'dead' }]);
  const query = vi.spyOn(db.pool, 'query');
  await sleep(LEASE_MS / 2); // no signal shows that nothing was sent
  expect(query).not.toHaveBeenCalled();
});
