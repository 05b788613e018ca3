import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { updateSchedule } from '../../../src/services/schedules/update-schedule.js';
import { insertAgent } from '../../support/rows.js';
import { admin, openServices, paths, type TestServices, value } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
  await insertAgent(deps.pool, 'agent', 'http://127.0.0.1:9/');
});
afterAll(() => deps.close());

const input = (more: object) => ({
  name: 'hourly',
  repeat: 'repeating',
  interval: '1h',
  targetType: 'agent',
  agentId: 'agent',
  ...more,
});
const stored = async (id: string) =>
  (await deps.row<{ labels: string[] }>('SELECT labels FROM "Schedule" WHERE id = $1', [id])).labels;

test('labels are stored once and in order, and change without touching the plan', async () => {
  const { id } = await value(createSchedule(deps, admin, input({ labels: ['b', 'a', 'b'] })));
  expect(await stored(id)).toEqual(['a', 'b']);
  const plan = () => deps.row('SELECT "nextRunAt", "activatedAt" FROM "Schedule" WHERE id = $1', [id]);
  const before = await plan();
  await value(updateSchedule(deps, admin, { id, input: { name: 'renamed' } }));
  expect(await stored(id)).toEqual(['a', 'b']);
  await value(updateSchedule(deps, admin, { id, input: { labels: ['c'] } }));
  expect(await stored(id)).toEqual(['c']);
  await value(updateSchedule(deps, admin, { id, input: { labels: null } }));
  expect(await stored(id)).toEqual([]);
  expect(await plan()).toEqual(before);
  expect(await stored((await value(createSchedule(deps, admin, input({})))).id)).toEqual([]);
});

test('a label that is not valid is named', async () => {
  expect(await paths(createSchedule(deps, admin, input({ labels: ['ok', 'not ok'] })))).toEqual(['labels.1']);
  expect(await paths(createSchedule(deps, admin, input({ labels: 'a' })))).toEqual(['labels']);
});
