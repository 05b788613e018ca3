/** Machine codes as enums, typed decisions, and every object by its ID. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { THROTTLED_REASONS } from '../../../src/domain/job/states.js';
import { SKIP_REASONS } from '../../../src/domain/run/reasons.js';
import { RUN_SOURCES } from '../../../src/domain/schedule/governor/decision.js';
import { schema } from '../../../src/schema/index.js';
import {
  AuditCodesDocument,
  CreateScheduleDocument,
  FindNodeDocument,
  type NodeType,
  RunCodesDocument,
  ScheduleCodesDocument,
} from '../../support/generated/operations.js';
import { createGraphqlClient } from '../../support/graphql-client.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExecution, insertSchedule } from '../../support/rows.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await insertAgent(server.pool, 'alpha', 'http://127.0.0.1:9/run');
});
afterAll(() => server?.close());

/** Runs of one agent, one for each reason. */
async function insertRuns(agentId: string, reasons: readonly string[]): Promise<void> {
  await insertAgent(server.pool, agentId, 'http://127.0.0.1:9/run');
  for (const reason of reasons) {
    const id = await insertExecution(server.pool, { agentId });
    await server.pool.query(
      `UPDATE "ScheduleExecution" SET status = 'skipped', "runStatus" = NULL, reason = $2 WHERE id = $1`,
      [id, reason],
    );
  }
}

async function runs(filter: object) {
  const { scheduleExecutions } = await server.viewer.ask(RunCodesDocument, { filter });
  return scheduleExecutions.edges.map(({ node }) => node);
}

const codesOf = (nodes: readonly { reasonCode: string | null }[]) => nodes.map((node) => node.reasonCode);
const valuesOf = (name: string) =>
  (schema.getType(name) as unknown as { getValues(): { name: string; value: string }[] }).getValues();

describe('the reasons of runs', () => {
  const unknown = 'reason_of_a_newer_version';

  test('are enum values, and one of a newer version causes no failure', async () => {
    await insertRuns('reasons', [...SKIP_REASONS, unknown]);
    const found = await runs({ agentId: 'reasons' });
    expect(codesOf(found)).toEqual([...SKIP_REASONS.map((reason) => reason.toUpperCase()), 'OTHER']);
    expect(found.map(({ reason }) => reason)).toEqual([...SKIP_REASONS, unknown]);
  });

  test('filter runs, together with other conditions', async () => {
    await insertRuns('selected', ['overlap', 'misfire', unknown]);
    const select = async (filter: object) => codesOf(await runs({ agentId: 'selected', ...filter }));
    expect(await select({ reasonCode: ['OVERLAP'] })).toEqual(['OVERLAP']);
    expect(await select({ reasonCode: ['OVERLAP', 'MISFIRE'] })).toEqual(['OVERLAP', 'MISFIRE']);
    expect(await select({ reasonCode: ['OTHER'] })).toEqual(['OTHER']);
    expect(await select({ reasonCode: ['MISFIRE', 'OTHER'] })).toEqual(['MISFIRE', 'OTHER']);
    expect(await select({ reasonCode: ['MISFIRE', 'OVERLAP'], reason: ['overlap'] })).toEqual(['OVERLAP']);
    expect(await select({ reasonCode: ['PAUSED'] })).toEqual([]);
    await insertExecution(server.pool, { agentId: 'selected' });
    const every = valuesOf('RunReason').map(({ name }) => name);
    expect(await select({ reasonCode: every })).toEqual(['OVERLAP', 'MISFIRE', 'OTHER']);
  });

  test('are refused as a filter if they are unknown', async () => {
    const { errors } = await server.viewer.send(RunCodesDocument, {
      filter: { reasonCode: ['LATE'] } as never,
    });
    expect(errors[0]?.message).toContain('Value "LATE" does not exist in "RunReason" enum.');
  });
});

test('jobs say why they wait as an enum value', async () => {
  await insertAgent(server.pool, 'waits', 'http://127.0.0.1:9/run');
  const id = await insertExecution(server.pool, { agentId: 'waits' });
  for (const [index, reason] of [...THROTTLED_REASONS, 'reason_of_a_newer_version'].entries())
    await server.pool.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", reason, params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
       VALUES ('waits-' || $2, 'waits-' || $2, 'waits', $1, $3, '{}', 1000, '{}', 0, 'trace')`,
      [id, index, reason],
    );
  const [run] = await runs({ agentId: 'waits' });
  expect(run?.jobs.edges.map(({ node }) => node.reasonCode)).toEqual([
    'NO_MATCHING_WORKER',
    'CIRCUIT_OPEN',
    'RATE_LIMITED',
    'OTHER',
  ]);
});

describe('decisions', () => {
  test('of a schedule are typed, and agree with the preview', async () => {
    const { createSchedule } = await server.admin.ask(CreateScheduleDocument, {
      input: {
        name: 'typed',
        repeat: 'REPEATING',
        cronExpression: '0 2 * * *',
        timezone: 'UTC',
        targetType: 'AGENT',
        agentId: 'alpha',
      },
    });
    if (createSchedule.__typename !== 'Schedule') throw new Error(JSON.stringify(createSchedule));
    const { schedule, previewSchedule } = await server.viewer.ask(ScheduleCodesDocument, {
      id: createSchedule.id,
    });
    expect(schedule).toMatchObject({ blockedReason: null, nextSlotSource: 'BASELINE_CRON' });
    expect(schedule?.nextSlotDecision).toMatchObject({
      source: 'BASELINE_CRON',
      candidates: [{ source: 'BASELINE_CRON', reason: 'cron 0 2 * * * in UTC', chosen: true, ignored: null }],
      clamps: [],
      backoff: null,
      hint: null,
      pause: null,
      problem: null,
    });
    const [occurrence] = previewSchedule.occurrences;
    expect(occurrence).toMatchObject({ slotSource: 'BASELINE_CRON', source: 'baseline-cron' });
    expect(occurrence?.slotDecision?.chosenAt).toBe(schedule?.nextSlotDecision?.chosenAt);
  });

  test('that were written by SQL or a newer version return what can be read', async () => {
    const id = await insertSchedule(
      server.pool,
      { agentId: 'alpha', interval: 60_000 },
      {
        flag: 'flag_of_a_newer_version',
        nextRunSource: 'source-of-a-newer-version',
        decision: {
          chosen: 'tomorrow',
          source: 'source-of-a-newer-version',
          candidates: [{ source: 'ai-oneshot', at: 'never', reason: 'a hint' }, 'text'],
          backoff: { failures: 'many' },
        },
      },
    );
    const { schedule } = await server.viewer.ask(ScheduleCodesDocument, { id });
    expect(schedule).toMatchObject({ blockedReason: 'OTHER', nextSlotSource: 'OTHER' });
    expect(schedule?.nextSlotDecision).toMatchObject({
      chosenAt: null,
      source: 'OTHER',
      candidates: [{ source: 'AI_ONESHOT', at: null, reason: 'a hint', chosen: false }],
      backoff: null,
    });
  });

  test('that contain nothing are null', async () => {
    const id = await insertSchedule(server.pool, { agentId: 'alpha', interval: 60_000 }, { decision: [7] });
    const { schedule } = await server.viewer.ask(ScheduleCodesDocument, { id });
    expect(schedule?.nextSlotDecision).toBeNull();
  });
});

test('every source has an enum value', () => {
  expect(valuesOf('RunSource').map(({ value }) => value)).toEqual(
    expect.arrayContaining([...RUN_SOURCES, 'other']),
  );
});

test('audit entries name the type of their resource, and are found by it', async () => {
  const entries = async (filter: object) => {
    const { auditEntries } = await server.admin.ask(AuditCodesDocument, { filter });
    return auditEntries.edges.map(({ node }) => node);
  };
  const agents = await entries({ resourceType: 'AGENT', entityId: 'alpha' });
  expect(agents).toMatchObject([{ resourceType: 'AGENT', entityType: 'Agent', entityId: 'alpha' }]);
  expect(await entries({ resourceType: 'SCHEDULE', entityId: 'alpha' })).toEqual([]);
  await server.pool.query(`SELECT append_audit('shipped', 'Rocket', 'saturn', NULL, NULL)`);
  expect(await entries({ resourceType: 'OTHER' })).toMatchObject([
    { resourceType: 'OTHER', entityType: 'Rocket', entityId: 'saturn' },
  ]);
});

describe('node', () => {
  const find = async (type: string | null, id: string) =>
    (await server.viewer.ask(FindNodeDocument, { type: type as NodeType | null, id })).node;

  test('finds an object by type and ID, with the fields of its type', async () => {
    const scheduleId = await insertSchedule(server.pool, { agentId: 'alpha', interval: 60_000 });
    const runId = await insertExecution(server.pool, { agentId: 'alpha' });
    expect(await find('SCHEDULE', scheduleId)).toMatchObject({
      __typename: 'Schedule',
      id: scheduleId,
      name: 'test',
    });
    expect(await find('SCHEDULE_EXECUTION', runId)).toMatchObject({
      __typename: 'ScheduleExecution',
      id: runId,
      trigger: 'MANUAL',
      jobs: { totalCount: 0 },
    });
    expect(await find('AGENT', 'alpha')).toEqual({
      __typename: 'Agent',
      id: 'alpha',
      name: 'alpha',
      endpoint: { url: 'http://127.0.0.1:9/run' },
    });
  });

  test('finds an object of any type by its ID alone', async () => {
    const scheduleId = await insertSchedule(server.pool, { agentId: 'alpha', interval: 60_000 });
    const runId = await insertExecution(server.pool, { agentId: 'alpha' });
    expect(await find(null, scheduleId)).toMatchObject({ __typename: 'Schedule', name: 'test' });
    expect(await find(null, runId)).toMatchObject({ __typename: 'ScheduleExecution', trigger: 'MANUAL' });
    expect(await find(null, 'alpha')).toMatchObject({ __typename: 'Agent', name: 'alpha' });
    expect(await find(null, 'nothing')).toBeNull();
  });

  test('finds the agent, not the worker, with the same ID, and the worker by its type', async () => {
    await insertAgent(server.pool, 'same', 'http://127.0.0.1:9/run');
    const worker = { id: 'same', host: 'test', pid: 1, version: '1', concurrency: 1, capabilities: {} };
    await registerWorker(server.pool, worker, 60_000);
    expect(await find(null, 'same')).toMatchObject({ __typename: 'Agent' });
    expect(await find('WORKER', 'same')).toMatchObject({ __typename: 'Worker' });
  });

  test.each(valuesOf('NodeType').map(({ name }) => name))('is null for %s if there is none', async (type) => {
    expect(await find(type, 'nothing')).toBeNull();
  });

  test('does not find an object of another type', async () => {
    expect(await find('SCHEDULE', 'alpha')).toBeNull();
  });

  test('supports all types that implement Node', () => {
    const node = schema.getType('Node') as never;
    const covered = valuesOf('NodeType').map(({ name }) => name.replaceAll('_', '').toLowerCase());
    const implementing = schema.getPossibleTypes(node).map(({ name }) => name.toLowerCase());
    expect(implementing.sort()).toEqual(covered.sort());
  });

  test('is refused without a token', async () => {
    const { errors } = await createGraphqlClient(server.url).send(FindNodeDocument, {
      type: 'AGENT',
      id: 'alpha',
    });
    expect(errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });
});
