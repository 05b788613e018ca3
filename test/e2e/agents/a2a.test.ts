/** Agents that use A2A: imported by their card, called with JSON-RPC. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callboard } from '../../cli/command-line.js';
import { eventually } from '../../support/engine.js';
import { ImportAgentCardDocument, TriggerAgentDocument } from '../../support/generated/operations.js';
import { type Installation, startInstallation } from '../../support/programs/installation.js';

interface Call {
  params: { message: { messageId: string; parts: unknown[] } };
}

let installation: Installation;
let server: Server;
let url: string;
/** The server's answers to requests for its card, and to calls. */
let card: (response: ServerResponse) => void;
let reply: (call: Call) => object;
let calls: { body: Call; authorization: string | undefined }[] = [];

const goodCard = (more: object = {}) => ({
  protocolVersion: '0.3.0',
  name: 'Recipe Writer',
  description: 'Writes recipes.',
  version: '1.2.0',
  url: `${url}/rpc`,
  skills: [{ id: 'write', name: 'Write', description: 'Writes one recipe.', tags: [] }],
  capabilities: { streaming: false },
  ...more,
});
const sends =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/.well-known/agent-card.json') return card(response);
  if (request.url !== '/rpc') return void response.writeHead(404).end();
  const body = (await json(request)) as Call;
  calls.push({ body, authorization: request.headers.authorization });
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id: body.params.message.messageId, ...reply(body) }));
}

beforeAll(async () => {
  installation = await startInstallation();
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await installation?.close();
  server?.close();
});
beforeEach(() => {
  card = sends(goodCard());
  calls = [];
});

const importCard = async (input: { url?: string; id?: string; token?: string } = {}) =>
  (await installation.admin.ask(ImportAgentCardDocument, { input: { url, ...input } })).importAgentCard;

/** The job of a run, once it has ended for good. */
async function run(agentId: string, params: object) {
  const { triggerAgent } = await installation.admin.ask(TriggerAgentDocument, { agentId, params });
  if (triggerAgent.__typename !== 'ScheduleExecution') throw new Error(JSON.stringify(triggerAgent));
  await eventually(
    installation.db.pool,
    'SELECT FROM "ScheduleExecution" WHERE id = $1 AND "completedAt" IS NOT NULL',
    [triggerAgent.id],
    ({ length }) => length === 1,
  );
  const { rows } = await installation.db.pool.query(
    'SELECT status, result, error FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "isLatest"',
    [triggerAgent.id],
  );
  return rows[0];
}

describe('an imported agent', () => {
  test('runs, and its message is the result of the job', async () => {
    expect(await importCard({ id: 'recipes' })).toEqual({
      __typename: 'Agent',
      id: 'recipes',
      name: 'Recipe Writer',
      version: '1.2.0',
      endpoint: { type: 'A2A', url: `${url}/rpc` },
    });
    reply = () => ({ result: { kind: 'message', parts: [{ kind: 'text', text: 'Boil an egg.' }] } });
    expect(await run('recipes', { prompt: 'Eggs' })).toEqual({
      status: 'completed',
      result: 'Boil an egg.',
      error: null,
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toMatchObject({
      method: 'message/send',
      params: { message: { parts: [{ text: 'Eggs' }, { data: { prompt: 'Eggs' } }] } },
    });
    expect(JSON.stringify(calls)).not.toContain('callbackToken');
  });

  test('fails with the text of its failed task', async () => {
    reply = () => ({
      result: {
        kind: 'task',
        id: 't',
        status: { state: 'failed', message: { parts: [{ text: 'No eggs' }] } },
      },
    });
    expect(await run('recipes', { prompt: 'Eggs' })).toMatchObject({
      status: 'failed',
      error: { code: 'AGENT_FAILED', message: 'No eggs' },
    });
  });

  test('sends the token that its card requires', async () => {
    card = sends(
      goodCard({ securitySchemes: { b: { type: 'http', scheme: 'bearer' } }, security: [{ b: [] }] }),
    );
    expect(await importCard({ id: 'closed' })).toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: ['token'], message: expect.stringContaining('asks for a bearer token') }],
    });
    expect(await importCard({ id: 'closed', token: 'secret-of-the-agent' })).toMatchObject({ id: 'closed' });
    reply = () => ({ result: { parts: [] } });
    expect(await run('closed', {})).toMatchObject({ status: 'completed', result: null });
    expect(calls[0]?.authorization).toBe('Bearer secret-of-the-agent');
  });

  test('is created once', async () => {
    expect(await importCard({ id: 'recipes' })).toMatchObject({ code: 'CONFLICT' });
  });

  test('can be imported from the command line', async () => {
    const env = { CALLBOARD_URL: installation.url, CALLBOARD_TOKEN: installation.token };
    const { code, stdout, stderr } = await callboard(['agent', 'import', url, '--json'], { env });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('recipe-writer');
  });
});

test.each<[string, () => void, string]>([
  ['that is not JSON', () => (card = sends('<html>')), 'does not answer with valid JSON'],
  ['that does not exist', () => (card = sends('', 404)), 'answers 404'],
  [
    'that redirects',
    () => (card = sends('', 302, { location: 'http://169.254.169.254/' })),
    'answers with a redirect',
  ],
  ['that is too large', () => (card = sends(`{"a": "${'x'.repeat(300_000)}"}`)), 'is larger than 256 KiB'],
  ['without a name', () => (card = sends(goodCard({ name: undefined }))), '"card","name"'],
  [
    'with values of other types',
    () => (card = sends(goodCard({ skills: 'many', version: 7 }))),
    '"card","skills"',
  ],
  [
    'without JSON-RPC',
    () => (card = sends(goodCard({ preferredTransport: 'GRPC' }))),
    'has no JSON-RPC interface',
  ],
  [
    'with a script as URL',
    () => (card = sends(goodCard({ url: 'javascript:alert(1)' }))),
    '"card","endpoint"',
  ],
  ['with a private URL', () => (card = sends(goodCard({ url: 'http://10.0.0.1/rpc' }))), '"card","endpoint"'],
  [
    'with an authentication that Callboard does not support',
    () => (card = sends(goodCard({ securitySchemes: { o: { type: 'oauth2' } }, security: [{ o: [] }] }))),
    'Register this agent manually',
  ],
])('a card %s is refused, and no agent is created', async (_, behave, message) => {
  behave();
  const refused = await importCard({ id: 'never' });
  expect(refused).toMatchObject({ code: 'VALIDATION' });
  expect(JSON.stringify(refused)).toContain(message);
  const { rows } = await installation.db.pool.query(`SELECT FROM "AgentRegistry" WHERE id = 'never'`);
  expect(rows).toHaveLength(0);
});

test('a card is only read from addresses that the egress policy allows', async () => {
  for (const url of [
    'http://169.254.169.254/',
    'http://10.1.2.3/',
    'file:///etc/passwd',
    'ftp://example.com/',
  ])
    expect(await importCard({ url })).toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: expect.arrayContaining(['url']) }],
    });
});
