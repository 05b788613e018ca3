import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { explainSchedules } from '../../../src/services/schedules/plan/explain-schedules.js';
import { readScheduleAlerts } from '../../../src/services/schedules/read-schedule-alerts.js';
import { insertAgent, insertExecution, insertSchedule } from '../../support/rows.js';
import { openServices, type TestServices } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps.close());
beforeAll(() =>
  registerWorker(
    deps.pool,
    { id: 'w', host: 'h', pid: 1, version: '1', concurrency: 1, capabilities: {} },
    3_600_000,
  ),
);
beforeEach(() => deps.pool.query('TRUNCATE "Schedule"'));

const HOUR = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const schedule = (name: string, columns: Record<string, unknown>) =>
  insertSchedule(deps.pool, { agentId: 'agent', interval: HOUR }, { name, ...columns });
const alerts = async () =>
  (await readScheduleAlerts(deps)).map(({ kind, scheduleName }) => [kind, scheduleName]);

test('enabled schedules that do not run are reported, longest first; all others are fine', async () => {
  await schedule('well', { nextRunAt: new Date(Date.now() + HOUR) });
  await schedule('due just now', { nextRunAt: ago(5_000) });
  await schedule('off', { enabled: false, nextRunAt: ago(HOUR) });
  await schedule('off and flagged', { enabled: false, flag: 'invalid_target' });
  await schedule('template', { template: true, updatedAt: ago(HOUR) });
  await schedule('just written', {});
  await schedule('late', { nextRunAt: ago(HOUR) });
  await schedule('later', { nextRunAt: ago(2 * HOUR) });
  await schedule('lost', { updatedAt: ago(3 * HOUR) });
  await schedule('flagged', {
    flag: 'invalid_target',
    nextRunAt: new Date(Date.now() + HOUR),
    updatedAt: ago(1_000),
  });
  expect(await alerts()).toEqual([
    ['no_next_run', 'lost'],
    ['overdue', 'later'],
    ['overdue', 'late'],
    ['flagged', 'flagged'],
  ]);
});

test('a blocked schedule is reported since the first slot that did not run for that reason', async () => {
  const id = await schedule('flagged', { flag: 'invalid_target', nextRunAt: new Date(Date.now() + HOUR) });
  const slotAt = ago(26 * HOUR);
  const skip = async (reason: string) => {
    const execution = await insertExecution(deps.pool, { agentId: 'agent' });
    await deps.pool.query(
      `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = 'schedule', "slotAt" = $3, "lastSlotAt" = now(), "missedCount" = 27, status = 'skipped',
         "runStatus" = NULL, reason = $4 WHERE id = $1`,
      [execution, id, reason === 'misfire' ? ago(27 * HOUR) : slotAt, reason],
    );
  };
  await skip('misfire');
  await skip('invalid_target');
  const [alert] = await readScheduleAlerts(deps);
  expect(alert).toMatchObject({ kind: 'flagged', scheduleId: id });
  expect(alert?.since.getTime()).toBe(slotAt.getTime());
});

test('a blocked schedule names what blocks it: agent, pipeline, step or template', async () => {
  const { pool } = deps;
  await insertAgent(pool, 'fine', 'http://127.0.0.1:9/', { name: 'Fine' });
  await insertAgent(pool, 'off', 'http://127.0.0.1:9/', { name: 'Off', enabled: false });
  await insertAgent(pool, 'held', 'http://127.0.0.1:9/', { name: 'Held' });
  await pool.query(`INSERT INTO "AgentStop" ("agentId", "stoppedBy") VALUES ('held', 'test')`);
  const pipeline = (id: string, enabled: boolean, steps: unknown) =>
    pool.query(`INSERT INTO "Pipeline" (id, name, enabled, steps) VALUES ($1, $2, $3, $4)`, [
      id,
      `Pipeline ${id}`,
      enabled,
      JSON.stringify(steps),
    ]);
  const step = (stepId: string, agentId: string) => ({ stepId, agentId, parallel: true });
  await pipeline('p1', false, [step('a', 'fine')]);
  await pipeline('p2', true, [step('a', 'fine'), step('b', 'off'), step('c', 'gone')]);
  await pipeline('p3', true, [step('a', 'gone')]);
  await pipeline('p4', true, 'nonsense');
  const notTemplate = await schedule('Plain', { agentId: 'fine' });
  const blocked = { flag: 'invalid_target', nextRunAt: new Date(Date.now() + HOUR) };
  const ofPipeline = (pipelineId: string) => ({
    targetType: 'pipeline',
    agentId: null,
    pipelineId,
    ...blocked,
  });
  const slots = 'Slots are recorded but do not run.';
  const cases: [object, string][] = [
    [{ agentId: 'off' }, `Its agent "Off" is disabled. ${slots} Enable it, or choose another one.`],
    [{ agentId: 'held' }, `Its agent "Held" is disabled. ${slots} Enable it, or choose another one.`],
    [{ agentId: 'gone' }, `Its agent "gone" does not exist. ${slots} Choose another one.`],
    [ofPipeline('p0'), `Its pipeline "p0" does not exist. ${slots} Choose another one.`],
    [ofPipeline('p1'), `Its pipeline "Pipeline p1" is disabled. ${slots} Enable it, or choose another one.`],
    [
      ofPipeline('p2'),
      `Step "b" of its pipeline "Pipeline p2" cannot run: agent "Off" is disabled. ${slots} Enable it, or change the step.`,
    ],
    [
      ofPipeline('p3'),
      `Step "a" of its pipeline "Pipeline p3" cannot run: agent "gone" does not exist. ${slots} Register it, or change the step.`,
    ],
    [
      ofPipeline('p4'),
      'Its agent or pipeline is missing or disabled: its slots are recorded but do not run. Enable it, or choose another one.',
    ],
    [
      { agentId: 'fine', templateId: notTemplate },
      `Its template "Plain" is no longer a template. ${slots} Choose another one.`,
    ],
  ];
  const ids: string[] = [];
  for (const [columns] of cases) ids.push(await schedule('blocked', { ...blocked, ...columns }));
  const found = await readScheduleAlerts(deps);
  expect(ids.map((id) => found.find((alert) => alert.scheduleId === id)?.message)).toEqual(
    cases.map(([, message]) => message),
  );
  const [off, , , , , b] = await explainSchedules(pool, ids);
  expect(off).toBe('Its agent "Off" is disabled: its slots are recorded but do not run.');
  expect(b).toBe(
    'Step "b" of its pipeline "Pipeline p2" cannot run: agent "Off" is disabled: its slots are recorded but do not run.',
  );
});

test('the grace period follows the setting', async () => {
  await schedule('late', { nextRunAt: ago(10 * 60_000) });
  expect(await alerts()).toHaveLength(1);
  await deps.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{"scheduler": {"checkInterval": "10m"}}')`,
  );
  expect(await alerts()).toEqual([]);
});
