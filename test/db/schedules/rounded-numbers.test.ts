/** Numbers in params that are written by SQL, and that workers would read as another number. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertSchedule } from '../../support/rows.js';

let db: TestDatabase;
let id: string;
beforeAll(async () => {
  db = await createTestDatabase();
  id = await insertSchedule(db.pool, { agentId: 'a' });
});
afterAll(() => db.drop());

const setParams = (params: string) =>
  db.pool.query('UPDATE "Schedule" SET params = $2::jsonb WHERE id = $1', [id, params]);
const setSteps = (number: string) =>
  db.pool.query(`INSERT INTO "Pipeline" (id, name, steps) VALUES ($1, $1, $2)`, [
    `pipeline-${number}`,
    `[{"stepId":"a","agentId":"a","parallel":true,"params":{"id":${number}}}]`,
  ]);

test.each(['9007199254740993', '-12345678901234567890', `1${'0'.repeat(400)}`])(
  'params and steps with %s are refused',
  async (number) => {
    const refusal = { code: 'CB002', message: expect.stringContaining('too large to be read exactly') };
    await expect(setParams(`{"deep":[{"id":${number}}]}`)).rejects.toMatchObject(refusal);
    await expect(setSteps(number)).rejects.toMatchObject(refusal);
  },
);

test.each(['9007199254740992', '-9007199254740991', '0.12345678901234567', '1e300', '12345678901234567000'])(
  'params and steps with %s are stored',
  async (number) => {
    await setParams(`{"deep":[{"id":${number},"text":"12345678901234567890"}]}`);
    await setSteps(number);
  },
);
