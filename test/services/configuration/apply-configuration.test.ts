import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { isDatabaseAway } from '../../../src/runtime/database/database-error.js';
import {
  type ApplyRequest,
  applyConfiguration,
} from '../../../src/services/configuration/apply-configuration.js';
import { exportConfiguration } from '../../../src/services/configuration/export-configuration.js';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { admin, anAgent, issues, openServices, type TestServices, value } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps.close());

const agent = (key: string, more: object = {}) => ({
  kind: 'Agent',
  key,
  name: key,
  endpoint: { type: 'http', url: 'https://agents.example.com/run' },
  ...more,
});
const pipeline = (key: string, agentId: string, more: object = {}) => ({
  kind: 'Pipeline',
  key,
  name: key,
  steps: [{ stepId: 'only', agentId, parallel: true }],
  ...more,
});
const schedule = (key: string, more: object) => ({
  kind: 'Schedule',
  key,
  name: key,
  repeat: 'repeating',
  interval: '1h',
  ...more,
});
const webhook = (key: string, more: object) => ({ kind: 'Webhook', key, name: key, ...more });
const channel = (key: string, more: object = {}) => ({
  kind: 'NotificationChannel',
  key,
  webhook: { url: 'https://hooks.example.com/a', secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3' },
  ...more,
});

const apply = (documents: readonly unknown[], options: Omit<ApplyRequest, 'documents'> = {}) =>
  applyConfiguration(deps, admin, { documents, ...options });
const done = async (...given: Parameters<typeof apply>) =>
  (await value(apply(...given))).changes.map(({ action, kind, key }) => `${action} ${kind} ${key}`);
const count = async (prefix: string) => {
  const tables = ['AgentRegistry', 'Pipeline', 'Schedule', 'Webhook'];
  const union = tables.map((table) => `SELECT name FROM "${table}"`).join(' UNION ALL ');
  return (
    await deps.row<{ n: number }>(`SELECT count(*)::int AS n FROM (${union}) x WHERE name LIKE $1`, [
      `${prefix}%`,
    ])
  ).n;
};

/** One document of each kind, the last one referenced first. */
const everything = (prefix: string) => [
  webhook(`${prefix}-hook`, { scheduleKey: `${prefix}-nightly`, secret: 'a-secret-of-sixteen' }),
  schedule(`${prefix}-nightly`, { templateKey: `${prefix}-template`, params: { b: null }, jitter: '90s' }),
  schedule(`${prefix}-template`, {
    template: true,
    interval: undefined,
    pipelineKey: `${prefix}-pipeline`,
    params: { a: 1 },
    labels: ['team-a', 'nightly', 'team-a'],
    startAt: '2040-01-01T01:00:00+01:00',
  }),
  pipeline(`${prefix}-pipeline`, `${prefix}-agent`, {
    retryConfig: { maxRetries: 1, backoff: 'fixed', delay: '5s' },
  }),
  agent(`${prefix}-agent`, {
    endpoint: {
      type: 'http',
      url: 'https://agents.example.com/run',
      authentication: { type: 'bearer', token: 'the-token' },
      headers: { 'x-team': 'ops' },
      timeout: '30s',
    },
    rateLimit: { limit: 5, per: '1m' },
    inputSchema: { type: 'object' },
    requirements: { region: 'eu' },
  }),
  channel(`${prefix}-channel`),
];

describe('apply', () => {
  test('creates all kinds in the order of their references, and changes nothing a second time', async () => {
    expect(await done(everything('all'), { managedBy: 'ops' })).toEqual([
      'create NotificationChannel all-channel',
      'create Agent all-agent',
      'create Pipeline all-pipeline',
      'create Schedule all-template',
      'create Schedule all-nightly',
      'create Webhook all-hook',
    ]);
    expect(await value(apply(everything('all'), { managedBy: 'ops' }))).toEqual({
      changes: [],
      unchanged: 6,
      dryRun: false,
    });
    const { entries } = await deps.row<{ entries: string[] }>(
      `SELECT array_agg(action || ' ' || "entityType" ORDER BY id) AS entries FROM "AuditEntry"
       WHERE "entityId" IN (SELECT id FROM "Schedule" WHERE key LIKE 'all-%')`,
    );
    expect(entries).toEqual(['insert Schedule', 'insert Schedule']);
  });

  test('changes nothing for an export, which contains no secret', async () => {
    await value(apply(everything('export'), { managedBy: 'exporter' }));
    const kinds = ['NotificationChannel', 'Agent', 'Pipeline', 'Schedule', 'Webhook'] as const;
    const pages = await Promise.all(
      kinds.map((kind) => exportConfiguration(deps, { kind, managedBy: 'exporter' })),
    );
    const documents = pages.flatMap((page) => page.documents);
    expect(await done(documents, { managedBy: 'exporter' })).toEqual([]);
    expect(JSON.stringify(documents)).not.toMatch(/the-token|a-secret-of-sixteen|whsec_|v1\./);
    expect(documents.find(({ key }) => key === 'export-nightly')).toEqual({
      kind: 'Schedule',
      key: 'export-nightly',
      name: 'export-nightly',
      repeat: 'repeating',
      interval: '1h',
      jitter: '90s',
      params: { b: null },
      templateKey: 'export-template',
    });
  });

  test('changes what differs, and says how', async () => {
    await value(apply(everything('edit'), { managedBy: 'ops' }));
    const documents = everything('edit').map((document) =>
      document.kind === 'Schedule' && document.key === 'edit-nightly'
        ? schedule('edit-nightly', { agentId: 'edit-agent', interval: '2h' })
        : document.kind === 'Agent'
          ? agent('edit-agent', {
              endpoint: {
                type: 'http',
                url: 'https://agents.example.com/run',
                authentication: { type: 'bearer', token: 'another' },
              },
            })
          : document,
    );
    const { changes } = await value(apply(documents, { managedBy: 'ops' }));
    const fields = changes.flatMap((change) => change.fields.map((field) => ({ key: change.key, ...field })));
    expect(
      fields.map(({ key, path, before, after, secret }) => [
        key,
        path.join('.'),
        secret ? 'secret' : [before, after],
      ]),
    ).toEqual([
      ['edit-agent', 'endpoint.timeout', ['30s', null]],
      ['edit-agent', 'endpoint.headers', [{ 'x-team': 'ops' }, null]],
      ['edit-agent', 'inputSchema', [{ type: 'object' }, null]],
      ['edit-agent', 'rateLimit', [{ limit: 5, per: '1m' }, null]],
      ['edit-agent', 'requirements', [{ region: 'eu' }, null]],
      ['edit-agent', 'endpoint.authentication.token', 'secret'],
      ['edit-nightly', 'interval', ['1h', '2h']],
      ['edit-nightly', 'jitter', ['90s', null]],
      ['edit-nightly', 'params', [{ b: null }, null]],
      ['edit-nightly', 'templateKey', ['edit-template', null]],
      ['edit-nightly', 'agentId', [null, 'edit-agent']],
    ]);
    expect(await done(documents, { managedBy: 'ops' })).toEqual([]);
    // Without a secret in the document, the stored one stays.
    const silent = documents.map((document) =>
      document.kind === 'Agent'
        ? agent('edit-agent', {
            endpoint: {
              type: 'http',
              url: 'https://agents.example.com/run',
              authentication: { type: 'bearer' },
            },
          })
        : document,
    );
    expect(await done(silent, { managedBy: 'ops' })).toEqual([]);
  });

  test('leaves it to operators whether something is enabled, unless a document says so', async () => {
    await value(apply([agent('switched')]));
    await deps.pool.query(
      `UPDATE "AgentRegistry" SET enabled = false, version = '2.0.0' WHERE id = 'switched'`,
    );
    expect(await done([agent('switched')])).toEqual([]);
    expect(await done([agent('switched', { enabled: true })])).toEqual(['update Agent switched']);
    expect(await deps.row(`SELECT enabled, version FROM "AgentRegistry" WHERE id = 'switched'`)).toEqual({
      enabled: true,
      version: '2.0.0',
    });
  });

  test('requires a secret that a move to another host would lose', async () => {
    await value(apply(everything('move')));
    const moved = {
      type: 'http',
      url: 'https://elsewhere.example.com/run',
      authentication: { type: 'bearer' },
    };
    expect(await issues(apply([agent('move-agent', { endpoint: moved })]))).toEqual([
      'documents.0.endpoint.authentication.token: is required, because the stored one was meant for another host',
    ]);
    const authentication = { type: 'bearer', token: 'the-token' };
    expect(await done([agent('move-agent', { endpoint: { ...moved, authentication } })])).toEqual([
      'update Agent move-agent',
    ]);
  });
});

test('leaves long values out of what it returns', async () => {
  await value(apply([agent('long')]));
  const text = 'x'.repeat(LIMITS.listedValueBytes);
  const metadata = { notes: text };
  const { changes } = await value(apply([agent('long', { metadata })]));
  expect(changes[0]?.fields).toEqual([
    { path: ['metadata'], before: null, after: { truncated: true, bytes: text.length + 12 }, secret: false },
  ]);
  expect(await done([agent('long', { metadata })])).toEqual([]);
});

describe('a refusal', () => {
  test('names every unknown field, wrong value and repeated document with its place', async () => {
    const bad = apply([
      schedule('bad-a', { agentId: 'x', cronExpresion: '* * * * *', startAt: 'tomorrow' }),
      { kind: 'Schdule', key: 'bad-b' },
      pipeline('bad-c', 'x', { steps: [{ stepId: 'a', agentId: 'x', parallel: true, timout: 5 }] }),
      agent('bad-d'),
      agent('bad-d'),
      agent('bad-e', {
        endpoint: {
          type: 'http',
          url: 'https://x.example.com',
          authentication: { type: 'bearer', token: { env: 'T' } },
        },
      }),
      schedule('bad-f', {}),
      webhook('bad-g', { agentId: 'x', pipelineKey: 'y' }),
      'text',
    ]);
    expect(await issues(bad)).toEqual([
      'documents.0.startAt: must be a date and time such as 2030-01-01T08:00:00Z',
      'documents.0.cronExpresion: There is no setting "cronExpresion" here. Did you mean "cronExpression"?',
      'documents.1.kind: must be one of NotificationChannel, Agent, Pipeline, Schedule, Webhook. Did you mean "Schedule"?',
      'documents.2.steps.0.timout: Step "a": There is no setting "timout" here. Did you mean "timeout"?',
      'documents.4.key: Agent bad-d is in these documents twice: remove one',
      expect.stringMatching(/^documents\.5\.endpoint\.authentication\.token: /),
      'documents.6: names no target: give agentId, pipelineKey or templateKey',
      'documents.7.pipelineKey: names more than one target: give only one of agentId, pipelineKey, scheduleKey',
      'documents.8: must be an object with kind and key',
    ]);
    expect(await count('bad-')).toBe(0);
  });

  test('of the last document rolls everything back, including changes and deletions before it', async () => {
    await value(apply([agent('whole-old'), agent('whole-kept')], { managedBy: 'whole' }));
    const before = await deps.row('SELECT count(*)::int AS n, max(id) AS last FROM "AuditEntry"');
    const documents = [
      agent('whole-kept', { description: 'changed' }),
      ...everything('whole-new'),
      webhook('whole-last', { scheduleKey: 'no-such-schedule' }),
    ];
    expect(await issues(apply(documents, { managedBy: 'whole', prune: true }))).toEqual([
      'documents.7.scheduleKey: There is no schedule with the key "no-such-schedule"',
    ]);
    expect(await count('whole-new')).toBe(0);
    expect(await deps.row(`SELECT description FROM "AgentRegistry" WHERE id = 'whole-kept'`)).toEqual({
      description: null,
    });
    expect(await deps.row('SELECT count(*)::int AS n, max(id) AS last FROM "AuditEntry"')).toEqual(before);
    expect(deps.logger.lines.filter(({ event }) => event === 'schedule.created').length).toBe(
      (await deps.rows(`SELECT FROM "Schedule"`)).length,
    );
  });

  test('by a crash at the last document leaves nothing, and the next apply does all of it', async () => {
    await deps.pool.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
      CREATE TRIGGER die AFTER INSERT ON "Webhook" FOR EACH ROW EXECUTE FUNCTION die()`);
    await expect(apply(everything('crash'), { managedBy: 'crash' })).rejects.toSatisfy(isDatabaseAway);
    expect(await count('crash-')).toBe(0);
    await deps.pool.query('DROP TRIGGER die ON "Webhook"; DROP FUNCTION die()');
    expect(await done(everything('crash'), { managedBy: 'crash' })).toHaveLength(6);
  });

  test('covers a data source that does not exist, for all schedules at once', async () => {
    const wrong = [1, 2, 3].map((n) =>
      schedule(`source-${n}`, { agentId: 'source-agent', params: { t: `db:nowhere${n}:all:id` } }),
    );
    expect(
      (await issues(apply([agent('source-agent'), ...wrong]))).map((text) => text.split(':')[0]),
    ).toEqual(['documents.1.params.t', 'documents.2.params.t', 'documents.3.params.t']);
    expect(await count('source-')).toBe(0);
  });

  test('covers documents that are nested too deeply', async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    const documents = [
      agent('deep-agent'),
      agent('deep-a', { metadata: { deep } }),
      schedule('deep-b', { agentId: 'deep-agent', params: { deep } }),
      pipeline('deep-c', 'deep-agent', {
        steps: [{ stepId: 'a', agentId: 'deep-agent', parallel: true, params: { deep } }],
      }),
    ];
    expect(await issues(apply(documents))).toHaveLength(3);
    expect(await count('deep-')).toBe(0);
  });

  test('covers more documents than the limit', async () => {
    const documents = Array.from({ length: LIMITS.configurationDocuments + 1 }, (_, n) => agent(`many-${n}`));
    expect(await issues(apply(documents))).toEqual([
      'documents: has 1,001 documents; the limit is 1,000. Apply them in parts, each with its own managedBy',
    ]);
  });
});

describe('ownership', () => {
  test('is reported by a dry run, which changes nothing', async () => {
    const plan = await value(apply(everything('dry'), { managedBy: 'dry', dryRun: true }));
    expect(plan.changes.map(({ id }) => id)).toEqual([null, 'dry-agent', null, null, null, null]);
    expect(plan.dryRun).toBe(true);
    expect(await count('dry-')).toBe(0);
    const { channels } = await deps.row<{ channels: object }>(
      `SELECT value -> 'channels' AS channels FROM "AgentConfig" WHERE key = 'notifications'`,
    );
    expect(Object.keys(channels)).not.toContain('dry-channel');
  });

  test('lets prune delete what the same owner manages and no document names, and nothing else', async () => {
    await value(apply(everything('mine'), { managedBy: 'mine' }));
    await value(apply(everything('theirs'), { managedBy: 'theirs' }));
    const unmanaged = await anAgent(deps);
    expect(await done([], { managedBy: 'mine', prune: true, dryRun: true })).toHaveLength(6);
    expect(await done([agent('mine-agent')], { managedBy: 'mine', prune: true })).toEqual([
      'update Agent mine-agent',
      'delete Webhook mine-hook',
      'delete Schedule mine-nightly',
      'delete Schedule mine-template',
      'delete Pipeline mine-pipeline',
      'delete NotificationChannel mine-channel',
    ]);
    expect(await count('theirs-')).toBe(5);
    expect(await deps.rows('SELECT FROM "AgentRegistry" WHERE id = $1', [unmanaged])).toHaveLength(1);
    expect(await issues(apply([], { prune: true }))).toEqual([
      'managedBy: is required to prune: only objects that it manages are deleted',
    ]);
  });

  test('protects what another owner manages, unless adoption is requested', async () => {
    await value(apply([agent('owned')]));
    expect(await done([agent('owned')], { managedBy: 'one' })).toEqual(['update Agent owned']);
    expect(await issues(apply([agent('owned')], { managedBy: 'two' }))).toEqual([
      'documents.0.key: is managed by "one": apply it with the same managedBy, remove the document here, or take the object over',
    ]);
    expect(await done([agent('owned')], { managedBy: 'two', takeOver: true })).toEqual([
      'update Agent owned',
    ]);
    expect(await deps.row(`SELECT "managedBy" FROM "AgentRegistry" WHERE id = 'owned'`)).toEqual({
      managedBy: 'two',
    });
  });

  test('is safe for two at once: one creates, the other finds it done', async () => {
    const results = await Promise.all([1, 2].map(() => done(everything('twice'), { managedBy: 'twice' })));
    expect(results.map((changes) => changes.length).sort()).toEqual([0, 6]);
  });
});

test('exports in pages limited by configurationAnswerBytes, and counts objects without a key', async () => {
  const { configurationAnswerBytes } = LIMITS;
  const agentId = await anAgent(deps);
  const big = Object.fromEntries(Array.from({ length: 3 }, (_, n) => [`p${n}`, 'x'.repeat(80_000)]));
  const steps = [0, 1, 2, 3].map((n) => ({ stepId: `s${n}`, agentId, parallel: true, params: big }));
  const keys = [0, 1, 2, 3, 4, 5].map((n) => `page-${n}`);
  for (const key of keys) await value(createPipeline(deps, admin, { key, name: key, steps }));
  await deps.pool.query(`UPDATE "Pipeline" SET "managedBy" = 'pages' WHERE key LIKE 'page-%'`);
  await value(
    createSchedule(deps, admin, {
      name: 'keyless',
      repeat: 'repeating',
      interval: '1h',
      targetType: 'agent',
      agentId,
    }),
  );
  const found: unknown[] = [];
  let pages = 0;
  for (let after: string | null | undefined; after !== null; pages += 1) {
    const page = await exportConfiguration(deps, { kind: 'Pipeline', managedBy: 'pages', after });
    expect(JSON.stringify(page.documents).length).toBeLessThan(configurationAnswerBytes);
    found.push(...page.documents.map(({ key }) => key));
    after = page.nextAfter;
  }
  expect(found).toEqual(keys);
  expect(pages).toBeGreaterThan(2);
  expect((await exportConfiguration(deps, { kind: 'Schedule' })).withoutKey).toBe(1);
});
