import { afterAll, beforeAll, expect, test } from 'vitest';
import { setFirstTimeZone } from '../../../src/services/system/set-first-time-zone.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createRecordingLogger } from '../../support/recording-logger.js';

let db: TestDatabase;
const logger = createRecordingLogger();
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'server' });
});
afterAll(() => db?.drop());

const set = (timezone?: string) => setFirstTimeZone(db.pool, timezone, logger);

test('the zone is stored at the first start, and kept afterward', async () => {
  expect(await set()).toBe('America/New_York');
  expect((await db.pool.query('SELECT FROM "AgentConfig"')).rowCount).toBe(0);
  expect(await set('Europe/Berlin')).toBe('Europe/Berlin');
  expect(await set()).toBe('Europe/Berlin');
  expect(await set('Asia/Tokyo')).toBe('Europe/Berlin');
  expect(logger.lines).toMatchObject([
    { event: 'config.timezone_kept', timezone: 'Europe/Berlin', given: 'Asia/Tokyo' },
  ]);
});
