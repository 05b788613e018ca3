import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyConfiguration } from '../../../src/services/configuration/apply-configuration.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { setScheduleEnabled } from '../../../src/services/schedules/set-schedule-enabled.js';
import { inBulk } from '../../../src/services/system/in-bulk.js';
import { orRefusal } from '../../../src/services/system/unwritable.js';
import { admin, anAgent, openServices, type TestServices, value, whileLocked } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps?.close());

const message = expect.stringContaining('locked by another transaction');

test('one locked object does not stop a bulk change of the others', async () => {
  const agentId = await anAgent(deps);
  const aSchedule = async (name: string) =>
    (await value(createSchedule(deps, admin, { name, repeat: 'repeating', interval: '1h', agentId }))).id;
  const ids = [await aSchedule('locked'), await aSchedule('first'), await aSchedule('second')];
  const outcome = await whileLocked(
    deps,
    `SELECT FROM "Schedule" WHERE id = '${ids[0]}' FOR UPDATE`,
    (impatient) =>
      inBulk({ ids, matched: ids.length }, {}, (id) =>
        setScheduleEnabled(impatient, admin, { id, enabled: false }),
      ),
  );
  expect(outcome).toEqual({
    kind: 'ok',
    value: { matched: 3, changed: 2, refused: [{ id: ids[0], code: 'CONFLICT', message }], dryRun: false },
  });
  expect(await deps.rows('SELECT name FROM "Schedule" WHERE enabled')).toEqual([{ name: 'locked' }]);
});

test('a change that waits too long for another one is refused, whatever it changes', async () => {
  await value(applyConfiguration(deps, admin, { documents: [] }));
  const lock = `SELECT FROM "Mutex" WHERE name = 'configuration' FOR UPDATE`;
  const applied = await whileLocked(deps, lock, (impatient) =>
    orRefusal(applyConfiguration(impatient, admin, { documents: [] })),
  );
  expect(applied).toEqual({ kind: 'conflict', message });
});

test('a configuration that changes a locked agent is refused, and says which one', async () => {
  const agentId = await anAgent(deps);
  const document = {
    kind: 'Agent',
    key: agentId,
    name: 'Other',
    endpoint: { url: 'http://127.0.0.1:9/run' },
  };
  const lock = `SELECT FROM "AgentRegistry" WHERE id = '${agentId}' FOR UPDATE`;
  const applied = await whileLocked(deps, lock, (impatient) =>
    applyConfiguration(impatient, admin, { documents: [document] }),
  );
  expect(applied).toEqual({
    kind: 'conflict',
    message: `Agent ${agentId}: The row is locked by another transaction. Try again.`,
  });
});
