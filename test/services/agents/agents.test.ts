import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAgentConfig } from '../../../src/services/agents/agent-config.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { checkAgentHealth } from '../../../src/services/agents/check-agent-health.js';
import { deleteAgent } from '../../../src/services/agents/delete-agent.js';
import { deployAgentVersion } from '../../../src/services/agents/deploy-agent-version.js';
import { registerAgent } from '../../../src/services/agents/register-agent.js';
import { rollbackAgentVersion } from '../../../src/services/agents/rollback-agent-version.js';
import { updateAgent } from '../../../src/services/agents/update-agent.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { orRefusal } from '../../../src/services/system/unwritable.js';
import { serve } from '../../http/loopback.js';
import { holding, untilLockAwaited } from '../../support/lock-waits.js';
import {
  admin,
  anAgent,
  issues,
  openServices,
  paths,
  type TestServices,
  value,
  whileLocked,
} from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps.close());

const TOKEN = 'a-bearer-token-nobody-knows-9876';
const SIGNING = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const bearer = {
  type: 'http',
  url: 'https://agents.example.com/run',
  authentication: { type: 'bearer', token: TOKEN },
};
const stored = (id: string) => deps.row(`SELECT * FROM "AgentRegistry" WHERE id = $1`, [id]);

test('a registered agent is stored in the documented form, with its secrets encrypted', async () => {
  const result = await registerAgent(deps, admin, {
    id: 'summarize',
    name: 'Summarize',
    description: 'Two\nlines',
    version: '1.2.3',
    endpoint: {
      ...bearer,
      type: 'cloud_function',
      method: 'PUT',
      timeout: '30s',
      retryConfig: { maxRetries: 2, backoff: 'fixed', delay: '1s' },
      headers: { 'X-Team': 'news' },
    },
    inputSchema: { type: 'object', properties: { ticker: { type: 'string' } } },
    healthCheck: { endpoint: '/up', interval: 60 },
    metadata: { owner: 'news' },
    completion: 'report',
    attemptTimeout: '2h',
    heartbeatTimeout: 60_000,
    maxConcurrency: 4,
    signingSecret: SIGNING,
    cancelUrl: 'https://agents.example.com/cancel',
  });
  expect(result).toEqual({ kind: 'ok', value: { id: 'summarize', repeated: false } });
  const row = await stored('summarize');
  expect(row).toMatchObject({
    endpoint: {
      type: 'cloud_function',
      url: bearer.url,
      method: 'PUT',
      authentication: { type: 'bearer' },
      timeout: 30_000,
      retryConfig: { maxRetries: 2, backoff: 'fixed', delay: 1_000 },
      headers: { 'X-Team': 'news' },
    },
    enabled: true,
    attemptTimeout: 7_200_000,
    heartbeatTimeout: 60_000,
    maxConcurrency: 4,
    completion: 'report',
    credentialHint: '…9876',
    createdBy: admin.id,
  });
  expect(JSON.stringify(row)).not.toContain(TOKEN);
  expect(JSON.stringify(row)).not.toContain(SIGNING);
  expect(JSON.stringify(deps.logger.lines)).not.toContain(TOKEN);

  const found = await createAgentDirectory(deps).agent('summarize');
  expect(found).toMatchObject({
    kind: 'found',
    agent: {
      call: {
        authentication: { type: 'bearer', secret: TOKEN },
        signingSecret: SIGNING,
        completion: 'report',
      },
    },
  });
});

test('an agent registered without a kind of endpoint is called by plain HTTP', async () => {
  const endpoint = { url: bearer.url };
  await value(registerAgent(deps, admin, { id: 'plain', name: 'Plain', version: '1', endpoint }));
  expect(await stored('plain')).toMatchObject({ endpoint: { type: 'http', url: bearer.url } });
});

test('an id that is taken is a conflict, and changes nothing', async () => {
  const id = await anAgent(deps);
  const again = await registerAgent(deps, admin, { id, name: 'Other', version: '2', endpoint: bearer });
  expect(again).toMatchObject({ kind: 'conflict' });
  expect(await stored(id)).toMatchObject({ name: id, credential: null });
});

test('all problems of a registration are reported at once, and nothing is stored', async () => {
  const refusals = await issues(
    registerAgent(deps, admin, {
      id: 'bad agent',
      name: '',
      version: '1',
      endpoint: { type: 'ftp', url: 'https://a.example.com', timeout: 'soon' },
      maxConcurrency: 0,
      attemptTimout: '1h',
    }),
  );
  expect(refusals.map((text) => text.slice(0, text.indexOf(':')))).toEqual(
    expect.arrayContaining([
      'id',
      'name',
      'endpoint.type',
      'endpoint.timeout',
      'maxConcurrency',
      'attemptTimout',
    ]),
  );
  expect(refusals.join()).toContain('Did you mean "attemptTimeout"?');
});

test.each<[string, Record<string, unknown>, string]>([
  ['the name of a setting', { id: 'scheduler' }, 'id'],
  [
    'a metadata address',
    { endpoint: { type: 'http', url: 'http://169.254.169.254/latest' } },
    'endpoint.url',
  ],
  ['a private address', { endpoint: { type: 'http', url: 'http://10.0.0.7/run' } }, 'endpoint.url'],
  [
    'a credential in the URL',
    { endpoint: { type: 'http', url: 'https://me:pw@a.example.com/' } },
    'endpoint.url',
  ],
  ['a reserved header', { endpoint: { ...bearer, headers: { Host: 'x' } } }, 'endpoint.headers.Host'],
  [
    'a credential in a header',
    { endpoint: { ...bearer, headers: { 'X-Api-Key': 'x' } } },
    'endpoint.headers.X-Api-Key',
  ],
  [
    'a header with a line break',
    { endpoint: { ...bearer, headers: { 'X-A': 'b\r\nX-C: d' } } },
    'endpoint.headers.X-A',
  ],
  [
    'bearer without a token',
    { endpoint: { ...bearer, authentication: { type: 'bearer' } } },
    'endpoint.authentication.token',
  ],
  [
    'basic without a user',
    { endpoint: { ...bearer, authentication: { type: 'basic', password: 'x' } } },
    'endpoint.authentication.username',
  ],
  [
    'a field of another type',
    { endpoint: { ...bearer, authentication: { type: 'bearer', token: 'x', password: 'y' } } },
    'endpoint.authentication.password',
  ],
  ['an internal cancel URL', { cancelUrl: 'http://[::ffff:10.0.0.1]/' }, 'cancelUrl'],
  [
    'an internal health endpoint',
    { healthCheck: { endpoint: 'http://192.168.0.1/' } },
    'healthCheck.endpoint',
  ],
  ['an invalid signing secret', { signingSecret: 'hello' }, 'signingSecret'],
  ['an invalid schema', { inputSchema: { type: 'strin' } }, 'inputSchema'],
  [
    'a schema with an external reference',
    { outputSchema: { $ref: 'https://schemas.example.com/x' } },
    'outputSchema',
  ],
  ['text that cannot be stored', { metadata: { note: 'a\0b' } }, 'metadata'],
])('refused: %s', async (_what, fields, path) => {
  const input = {
    id: 'never',
    name: 'Never',
    version: '1',
    endpoint: { type: 'http', url: 'https://a.example.com/' },
    ...fields,
  };
  expect(await paths(registerAgent(deps, admin, input))).toEqual([path]);
  expect(await deps.rows(`SELECT FROM "AgentRegistry" WHERE id = 'never'`)).toEqual([]);
});

test('an update changes only what is given; null clears', async () => {
  const id = await anAgent(deps, {
    endpoint: { ...bearer, timeout: 5_000 },
    description: 'Old',
    maxConcurrency: 3,
  });
  const before = await stored(id);
  await value(updateAgent(deps, admin, { id, input: { description: null, endpoint: { timeout: '9s' } } }));
  const after = await stored(id);
  expect(after).toMatchObject({
    description: null,
    maxConcurrency: 3,
    credential: before.credential,
    endpoint: { url: bearer.url, timeout: 9_000, authentication: { type: 'bearer' } },
  });
});

test('an update of credentials: absent keeps, null removes, another origin clears and says so', async () => {
  const id = await anAgent(deps, { endpoint: bearer, signingSecret: SIGNING });
  const move = (url: string, more = {}) =>
    value(updateAgent(deps, admin, { id, input: { endpoint: { url, ...more } } }));

  expect(await move('https://agents.example.com/other')).toMatchObject({
    credentialCleared: false,
    signingSecretCleared: false,
  });
  expect((await stored(id)).credential).not.toBeNull();

  expect(await move('https://elsewhere.example.com/run')).toEqual({
    id,
    credentialCleared: true,
    signingSecretCleared: true,
  });
  expect(await stored(id)).toMatchObject({ credential: null, credentialHint: null, signingSecret: null });

  const withToken = { authentication: { type: 'bearer', token: TOKEN } };
  expect(await move('https://third.example.com/run', withToken)).toMatchObject({ credentialCleared: false });
  expect((await stored(id)).credential).not.toBeNull();

  const removal = await value(
    updateAgent(deps, admin, {
      id,
      input: { endpoint: { authentication: { type: 'bearer', token: null } } },
    }),
  );
  expect(removal.credentialCleared).toBe(false);
  expect(await stored(id)).toMatchObject({
    credential: null,
    endpoint: { authentication: { type: 'bearer' } },
  });

  const bare = updateAgent(deps, admin, {
    id,
    input: { endpoint: { authentication: { type: 'api-key', header: 'X-Key' } } },
  });
  expect(await paths(bare)).toEqual(['endpoint.authentication.token']);
});

test('disabling or deleting an agent blocks its enabled schedules; enabling it unblocks them', async () => {
  const id = await anAgent(deps);
  const { id: scheduleId } = await value(
    createSchedule(deps, admin, {
      name: 'Hourly',
      repeat: 'repeating',
      interval: '1h',
      targetType: 'agent',
      agentId: id,
    }),
  );
  const flag = async () => (await deps.row(`SELECT flag FROM "Schedule" WHERE id = $1`, [scheduleId])).flag;
  await value(updateAgent(deps, admin, { id, input: { enabled: false } }));
  expect(await flag()).toBe('invalid_target');
  await value(updateAgent(deps, admin, { id, input: { enabled: true } }));
  expect(await flag()).toBeNull();

  await value(deployAgentVersion(deps, admin, { agentId: id, version: '2.0.0', environment: 'production' }));
  expect(await value(deleteAgent(deps, admin, { id }))).toEqual({ id, flaggedSchedules: 1 });
  expect(await flag()).toBe('invalid_target');
  expect(await deps.rows(`SELECT FROM "AgentVersionDeployment" WHERE "agentId" = $1`, [id])).toEqual([]);

  await value(registerAgent(deps, admin, { id, name: id, version: '1', endpoint: bearer }));
  expect(await flag()).toBeNull();
});

test('changes of an agent whose row its own login has locked are refused, and say why', async () => {
  const agentId = await anAgent(deps);
  const lock = `SELECT FROM "AgentRegistry" WHERE id = '${agentId}' FOR UPDATE`;
  const refused = await whileLocked(deps, lock, (impatient) =>
    Promise.all([
      orRefusal<unknown>(setAgentConfig(impatient, admin, { agentId, value: { a: 1 } })),
      orRefusal<unknown>(
        deployAgentVersion(impatient, admin, { agentId, version: '2', environment: 'production' }),
      ),
      orRefusal<unknown>(updateAgent(impatient, admin, { id: agentId, input: { name: 'Other' } })),
      orRefusal<unknown>(deleteAgent(impatient, admin, { id: agentId })),
    ]),
  );
  const conflict = { kind: 'conflict', message: expect.stringContaining('locked by another transaction') };
  expect(refused).toEqual([conflict, conflict, conflict, conflict]);
});

test('a change whose wait for a lock PostgreSQL reports as cancelled is refused in the same way', async () => {
  const agentId = await anAgent(deps);
  const lock = `SELECT FROM "AgentRegistry" WHERE id = '${agentId}' FOR UPDATE`;
  const refused = await holding(deps.database.url, lock, async () => {
    const change = orRefusal(updateAgent(deps, admin, { id: agentId, input: { name: 'Other' } }));
    await untilLockAwaited(deps.pool);
    await deps.pool.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return change;
  });
  expect(refused).toMatchObject({ kind: 'conflict' });
});

test('an unknown agent is not found', async () => {
  for (const refused of [
    updateAgent(deps, admin, { id: 'nobody', input: { name: 'x' } }),
    deleteAgent(deps, admin, { id: 'nobody' }),
    checkAgentHealth(deps, admin, { id: 'nobody' }),
    deployAgentVersion(deps, admin, { agentId: 'nobody', version: '1', environment: 'production' }),
    rollbackAgentVersion(deps, admin, { agentId: 'nobody', environment: 'production' }),
  ]) {
    expect(await refused).toEqual({ kind: 'not_found', message: 'There is no agent with the ID "nobody".' });
  }
});

test('health is checked at the registered address, with the credential, and stored', async () => {
  const server = await serve((response, { url }) => {
    response.writeHead(url === '/up' ? 200 : 404, { 'content-type': 'application/json' });
    response.end('{"status":"degraded","version":"9.9.9","message":"slow today"}');
  });
  const id = await anAgent(deps, {
    endpoint: { ...bearer, url: server.url },
    healthCheck: { endpoint: '/up' },
  });
  const { health } = await value(checkAgentHealth(deps, admin, { id }));
  expect(health).toMatchObject({ status: 'degraded', version: '9.9.9' });
  expect(server.received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  expect(await stored(id)).toMatchObject({
    healthStatus: 'degraded',
    healthVersion: '9.9.9',
    healthMessage: 'slow today',
    healthCheckedAt: expect.any(Date),
  });
});

test('a secret sealed with another key is reported, not used', async () => {
  const id = await anAgent(deps, { endpoint: bearer });
  await deps.pool.query(
    `UPDATE "AgentRegistry" SET credential = 'v1.bm90IHNlYWxlZCB3aXRoIHRoaXMga2V5LCBvciBhdCBhbGw' WHERE id = $1`,
    [id],
  );
  const refused = await checkAgentHealth(deps, admin, { id });
  expect(refused).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('CALLBOARD_SECRET_KEY'),
  });
});

test('versions can be deployed, deployed again, and rolled back to the first and no further', async () => {
  const agentId = await anAgent(deps);
  const deploy = (version: string, environment = 'production') =>
    value(deployAgentVersion(deps, admin, { agentId, version, environment }));
  const rollback = () => rollbackAgentVersion(deps, admin, { agentId, environment: 'production' });
  const inForce = async () => {
    const found = await createAgentDirectory(deps).agent(agentId);
    return found.kind === 'found' ? found.agent.version : found.kind;
  };
  expect(await inForce()).toBe('1.0.0');
  await deploy('1.1.0');
  await deploy('1.2.0');
  await deploy('1.2.0');
  await deploy('0.1.0', 'staging');
  expect(await inForce()).toBe('1.2.0');
  expect(await value(rollback())).toMatchObject({ agentId, environment: 'production', version: '1.1.0' });
  expect(await inForce()).toBe('1.1.0');
  expect(await rollback()).toMatchObject({ kind: 'conflict' });
  expect(
    await deps.rows(`SELECT FROM "AgentVersionDeployment" WHERE "agentId" = $1`, [agentId]),
  ).toHaveLength(2);
});

test('of versions deployed at once, one is active and all others can be restored', async () => {
  const agentId = await anAgent(deps);
  const versions = ['2.0.0', '2.1.0', '2.2.0', '2.3.0'];
  await Promise.all(
    versions.map((version) =>
      value(deployAgentVersion(deps, admin, { agentId, version, environment: 'production' })),
    ),
  );
  const row = await deps.row<{ version: string; previousVersions: string[] }>(
    `SELECT version, "previousVersions" FROM "AgentVersionDeployment" WHERE "agentId" = $1`,
    [agentId],
  );
  expect([...row.previousVersions, row.version].sort()).toEqual(versions);
});

test('only the latest fifty versions can be restored', async () => {
  const agentId = await anAgent(deps);
  for (let n = 0; n <= 55; n++)
    await value(deployAgentVersion(deps, admin, { agentId, version: `${n}`, environment: 'development' }));
  const { previousVersions } = await deps.row<{ previousVersions: string[] }>(
    `SELECT "previousVersions" FROM "AgentVersionDeployment" WHERE "agentId" = $1`,
    [agentId],
  );
  expect(previousVersions).toHaveLength(50);
  expect(previousVersions.at(-1)).toBe('54');
});
