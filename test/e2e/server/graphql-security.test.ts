import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { LIMITS } from '../../../src/domain/limits.js';
import { callbackToken } from '../../../src/http/incoming/callback-token.js';
import { createGraphqlClient, type GraphqlClient } from '../../support/graphql-client.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';

/** The refusal of a number that reading it changes. */
const TOO_LARGE = {
  message: expect.stringContaining('The number 12345678901234567890 is too large to be read exactly'),
  extensions: { code: 'BAD_USER_INPUT' },
};
const EXECUTION = '019aa000-0000-7000-8000-000000000000';

let server: TestServer;
let production: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://callboard.example' });
  production = await startTestServer({ production: true });
});
afterAll(async () => {
  await server?.close();
  await production?.close();
});

const signedIn = () => ({ authorization: `Bearer ${server.tokens.admin}` });
const query = (text: string, client: GraphqlClient = server.viewer, variables: object = {}) =>
  client.send({ toString: () => text } as never, variables as never);

async function post(init: RequestInit & { path?: string }) {
  const response = await fetch(`${server.url}/graphql${init.path ?? ''}`, { method: 'POST', ...init });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) };
}

const MUTATION = 'mutation { createApiToken(input: {name: "forged", role: ADMIN}) { __typename } }';
const tokensNamed = async (name: string) =>
  (await server.pool.query('SELECT count(*) AS n FROM "ApiToken" WHERE name = $1', [name])).rows[0]
    .n as number;

describe('a page of another origin', () => {
  const body = JSON.stringify({ query: MUTATION });
  test.each([
    ['text/plain', { headers: { 'content-type': 'text/plain' }, body }, 415],
    ['no content type', { body: new Blob([body]) }, 403],
    [
      'a form',
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ query: MUTATION }).toString(),
      },
      415,
    ],
    ['application/graphql', { headers: { 'content-type': 'application/graphql' }, body: MUTATION }, 415],
    ['a GET without a special header', { method: 'GET', path: '?query={me{id}}' }, 403],
  ])('is refused: %s', async (_case, init, status) => {
    expect((await post(init as RequestInit)).status).toBe(status);
    expect(await tokensNamed('forged')).toBe(0);
  });

  test('is refused with a form and files', async () => {
    const form = new FormData();
    form.set('operations', body);
    form.set('map', '{}');
    expect((await post({ body: form, headers: signedIn() })).status).toBe(415);
  });

  test('is refused with a mutation by GET, even with a session', async () => {
    const answer = await post({
      method: 'GET',
      path: `?query=${encodeURIComponent(MUTATION)}`,
      headers: signedIn(),
    });
    expect(answer.status).toBe(405);
    expect(await tokensNamed('forged')).toBe(0);
  });

  test('may send a query by GET with a session', async () => {
    const answer = await post({ method: 'GET', path: '?query={me{role}}', headers: signedIn() });
    expect(answer.json()).toEqual({ data: { me: { role: 'ADMIN' } } });
  });

  test('cannot read answers', async () => {
    for (const method of ['OPTIONS', 'POST']) {
      const response = await fetch(`${server.url}/graphql`, {
        method,
        headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{"query":"{me{id}}"}' }),
      });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      await response.text();
    }
  });
});

describe('expensive operations are refused before anything runs', () => {
  const many = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => text(index)).join(' ');
  const nested = (depth: number): string => (depth === 0 ? 'id' : `attempts { ${nested(depth - 1)} }`);
  const fragments = (count: number) =>
    `{ schedules { edges { node { ...f0 } } } } ${many(
      count,
      (index) =>
        `fragment f${index} on Schedule { ${index + 1 < count ? `executions(first: 2) { edges { node { schedule { ...f${index + 1} } } } }` : 'id'} }`,
    )}`;

  test.each([
    ['aliases', `{ ${many(40, (index) => `a${index}: me { id }`)} }`, /aliases/i],
    ['depth', `{ jobExecution(id: "x") { ${nested(30)} } }`, /depth/i],
    ['depth of a value', `{ me(a: ${'['.repeat(3_000)}${']'.repeat(3_000)}) { id } }`, /nested too deeply/],
    ['tokens', `{ ${many(1_500, (index) => `a${index}: me { id }`)} }`, /token/i],
    ['directives', `{ me { ${many(60, () => 'id @include(if: true)')} } }`, /directives/i],
    [
      'cost',
      '{ schedules(first: 100) { edges { node { executions(first: 100) { edges { node { jobs(first: 100) { edges { node { id } } } } } } } } } }',
      /could return \d+ fields/,
    ],
    ['cost through fragments', fragments(3).replaceAll('first: 2', 'first: 100'), /could return|depth/i],
    ['depth through fragments', fragments(12), /depth|could return/i],
    ['a fragment in itself', '{ me { ...a } } fragment a on Viewer { ...a }', /within itself|depth/i],
    [
      'a page of a thousand million',
      '{ agents(first: 1000000000) { edges { node { id } } } }',
      /"first" is 1000000000/,
    ],
  ])('%s', async (_case, text, message) => {
    server.statements.length = 0;
    const { data, errors } = await query(text);
    expect(data ?? null).toBeNull();
    expect(errors[0]?.message).toMatch(message);
    expect(errors[0]?.message).not.toMatch(/^Syntax Error/);
    expect(errors[0]?.extensions?.code).toMatch(/^(TOO_COMPLEX|BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/);
    expect(server.statements).toEqual([]);
    await expect(server.viewer.watch({ toString: () => text } as never, {}).next()).rejects.toThrow(message);
  });

  test('with a page size in a variable', async () => {
    const { errors } = await query('query($n: Int) { agents(first: $n) { totalCount } }', server.viewer, {
      n: 1e6,
    });
    expect(errors[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  });

  test.each([
    ['of another type', 'query($n: Int) { agents(first: $n) { totalCount } }', { n: 'many' }, /Int cannot/],
    [
      'an invalid instant',
      'query($d: DateTime!) { auditEntries(filter: {from: $d}) { totalCount } }',
      { d: 'never' },
      /An instant is a date and a time with a time zone/,
    ],
    [
      'missing',
      'query($d: DateTime!) { auditEntries(filter: {from: $d}) { totalCount } }',
      {},
      /was not provided/,
    ],
  ])('with a variable that is %s', async (_case, text, variables, message) => {
    const { data, errors } = await query(text, server.admin, variables);
    expect(data ?? null).toBeNull();
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(message),
        extensions: { code: 'BAD_USER_INPUT' },
      }),
    ]);
    const watched = server.admin.watch({ toString: () => text } as never, variables as never).next();
    await expect(watched).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('with more fields than an operation may return', async () => {
    // 66 schedules with 100 executions each: 2 + 66 × (3 + 100 × (1 + 2)).
    const page =
      'schedules(first: 66) { edges { node { executions(first: 100) { edges { node { id status } } } } } }';
    const costs = 2 + 66 * (3 + 100 * 3);
    const filled = (fields: number) => many(fields - costs, () => '__typename');
    expect(costs).toBeLessThanOrEqual(LIMITS.operationFields);
    expect((await query(`{ ${page} ${filled(LIMITS.operationFields)} }`)).errors).toEqual([]);
    const { data, errors } = await query(`{ ${page} ${filled(LIMITS.operationFields + 1)} }`);
    expect(data ?? null).toBeNull();
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining(`could return ${LIMITS.operationFields + 1} fields`),
      extensions: { code: 'TOO_COMPLEX' },
    });
  });

  test('with guesses in aliases', async () => {
    const guesses = many(31, (index) => `g${index}: revokeApiToken(id: "${index}") { __typename }`);
    const { errors } = await query(`mutation { ${guesses} }`, server.admin);
    expect(errors[0]?.message).toMatch(/aliases/i);
  });

  test('in a batch', async () => {
    const answer = await post({
      headers: { 'content-type': 'application/json', ...signedIn() },
      body: JSON.stringify([{ query: '{me{id}}' }, { query: '{me{id}}' }]),
    });
    expect(answer.status).toBe(400);
  });

  test.each([
    ['with a token', LIMITS.graphqlBodyBytes, () => signedIn()],
    ['without one', LIMITS.anonymousBodyBytes, () => ({})],
  ])('with a body that is too large, announced or not: %s', async (_who, limit, credential) => {
    const bodyOf = (bytes: number) => JSON.stringify({ query: '{me{id}}' }).padEnd(bytes);
    const headers = { 'content-type': 'application/json', ...credential() };
    expect((await post({ headers, body: bodyOf(limit) })).status).toBe(200);
    expect((await post({ headers, body: bodyOf(limit + 1) })).status).toBe(413);
    const body = new Blob([bodyOf(limit + 1)]).stream();
    expect((await post({ headers, body, duplex: 'half' } as RequestInit)).status).toBe(413);
  });

  test.each([
    [
      'in variables',
      {
        query: 'query ($p: JSON!) { previewExpansion(params: $p) { total } }',
        variables: { p: 'HERE' },
      },
    ],
    ['in the document', { query: '{ previewExpansion(params: { id: [HERE] }) { total } }' }],
  ])('with a number that reading it changes, %s', async (_where, body) => {
    const send = async (number: string) => {
      const text = JSON.stringify(body).replace('"HERE"', `{"id":${number}}`).replace('HERE', number);
      const headers = { 'content-type': 'application/json', ...signedIn() };
      const answer = await post({ headers, body: text });
      return { status: answer.status, ...(await answer.json()) };
    };
    expect(await send('9007199254740991')).toMatchObject({ status: 200, data: expect.anything() });
    const refused = await send('12345678901234567890');
    expect(refused.data ?? null).toBeNull();
    expect(refused.errors[0]).toMatchObject(TOO_LARGE);
  });

  test('with such a number in the variables of a GET request', async () => {
    const get = async (number: string) => {
      const query = encodeURIComponent('query ($p: JSON!) { previewExpansion(params: $p) { total } }');
      const path = `?query=${query}&variables={"p":{"id":${number}}}`;
      return (await post({ method: 'GET', path, headers: signedIn() })).json();
    };
    expect(await get('9007199254740991')).toMatchObject({ data: { previewExpansion: { total: 0 } } });
    expect((await get('12345678901234567890')).errors[0]).toMatchObject(TOO_LARGE);
  });
});

describe('in production', () => {
  test('introspection is off', async () => {
    for (const text of ['{ __schema { types { name } } }', '{ __type(name: "Agent") { name } }']) {
      const { data, errors } = await query(text, production.admin);
      expect(data ?? null).toBeNull();
      expect(errors[0]?.message).toMatch(/introspection/i);
    }
    expect((await query('{ __schema { queryType { name } } }')).errors).toEqual([]);
  });

  test('no field names are suggested', async () => {
    const refusal = await query('{ agentz { totalCount } }', production.admin);
    expect(refusal.errors[0]?.message).not.toMatch(/agents/);
    expect((await query('{ agentz { totalCount } }')).errors[0]?.message).toMatch(/agents/);
  });
});

describe('errors', () => {
  test('reveal nothing internal, but an id under which the log has the details', async () => {
    await server.pool.query('ALTER TABLE "Worker" RENAME TO "Worker_hidden"');
    try {
      const { errors } = await query('{ workers { totalCount } }');
      expect(errors).toHaveLength(1);
      expect(errors[0]?.message).toBe('Something went wrong. Search the log of the server for the errorId.');
      expect(errors[0]?.extensions).toEqual({
        code: 'INTERNAL',
        errorId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      const line = server.logger.lines.find(({ errorId }) => errorId === errors[0]?.extensions?.errorId);
      expect(line).toMatchObject({ event: 'graphql.failed', path: 'workers' });
      expect(JSON.stringify(line)).toMatch(/Worker/);
    } finally {
      await server.pool.query('ALTER TABLE "Worker_hidden" RENAME TO "Worker"');
    }
  });

  test('about a wrong token do not contain it, and are the same for all', async () => {
    for (const authorization of [`Bearer cb_${'x'.repeat(43)}`, `Bearer ${'y'.repeat(10_000)}`]) {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: '{"query":"{me{id}}"}',
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        errors: [
          {
            message: 'This API token is unknown, revoked or expired.',
            extensions: { code: 'UNAUTHENTICATED' },
          },
        ],
      });
    }
    const basic = await post({
      headers: { 'content-type': 'application/json', authorization: 'Basic eDp5' },
      body: '{"query":"{me{id}}"}',
    });
    expect(basic.status).toBe(401);
  });

  test('and logs contain no token or secret', async () => {
    expect(JSON.stringify(server.logger.lines)).not.toContain(server.tokens.admin);
  });
});

describe('a WebSocket', () => {
  const wsUrl = () => `${server.url.replace('http', 'ws')}/graphql`;
  const open = (headers: Record<string, string>, path = wsUrl()) =>
    new WebSocket(path, 'graphql-transport-ws', { headers });

  async function statusOf(socket: WebSocket): Promise<number> {
    return new Promise((resolve) => {
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.once('open', () => {
        resolve(101);
        socket.close();
      });
      socket.on('error', () => {});
    });
  }

  test.each([
    ['of another site', 'https://evil.example', 403],
    ['that is null', 'null', 403],
    ['that only starts alike', 'https://callboard.example.evil.example', 403],
    ['of the public URL', 'https://callboard.example', 101],
  ])('from an origin %s is refused', async (_case, origin, status) => {
    expect(await statusOf(open({ origin }))).toBe(status);
  });

  test('from its own origin, and from programs, is accepted', async () => {
    expect(await statusOf(open({ origin: server.url }))).toBe(101);
    expect(await statusOf(open({}))).toBe(101);
    expect(await statusOf(open({}, wsUrl().replace('/graphql', '/elsewhere')))).toBe(404);
  });

  test.each([
    ['a wrong token', { authorization: 'Bearer wrong' }],
    ['no token', {}],
  ])('with %s is closed with 4403', async (_case, payload) => {
    const socket = open({});
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    const [code] = await once(socket, 'close');
    expect(code).toBe(4403);
  });

  test('that subscribes before it has signed in is closed with 4401', async () => {
    const socket = open({});
    await once(socket, 'open');
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: '{me{id}}' } }));
    expect((await once(socket, 'close'))[0]).toBe(4401);
  });

  test.each([
    ['of the maximum size is read', 0, 'answer'],
    ['that is too large closes it', 1, 1009],
  ])('with a message %s', async (_what, more, expected) => {
    const socket = open({});
    await once(socket, 'open');
    const answered = new Promise((resolve) => {
      socket.once('message', () => resolve('answer'));
      socket.once('close', resolve);
    });
    const message = JSON.stringify({ type: 'ping' });
    socket.send(message.padEnd(LIMITS.websocketMessageBytes + more));
    expect(await answered).toBe(expected);
    socket.close();
  });

  test('refuses an operation with a number that reading it changes, and no other', async () => {
    const socket = open({});
    await once(socket, 'open');
    const send = (message: object, number = '0') =>
      socket.send(JSON.stringify(message).replace('"HERE"', number));
    const subscribe = (id: string, number: string) =>
      send(
        {
          ...{ id, type: 'subscribe' },
          payload: {
            query: 'query ($p: JSON!) { previewExpansion(params: $p) { total } }',
            variables: { p: { id: 'HERE' } },
          },
        },
        number,
      );
    const answers = new Map<string, unknown>();
    const seen = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const { type, id, payload } = JSON.parse(String(data));
        if (type === 'connection_ack') {
          subscribe('rounded', '12345678901234567890');
          subscribe('exact', '9007199254740991');
        }
        if (type === 'next' || type === 'error') answers.set(id, payload);
        if (answers.size === 2) resolve();
      });
    });
    send({ type: 'connection_init', payload: { authorization: `Bearer ${server.tokens.admin}` } });
    await seen;
    socket.close();
    expect(answers.get('rounded')).toMatchObject([TOO_LARGE]);
    expect(answers.get('exact')).toMatchObject({ data: { previewExpansion: { total: 0 } } });
  });

  test('with a refused operation continues with the others', async () => {
    const socket = open({});
    await once(socket, 'open');
    const messages: { id?: string; type: string; payload?: unknown }[] = [];
    const seen = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        messages.push(message);
        if (message.type === 'connection_ack') {
          const send = (id: string, text: string) =>
            socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query: text } }));
          send('bomb', `{ ${Array.from({ length: 40 }, (_, index) => `a${index}: me { id }`).join(' ')} }`);
          send('syntax', '{');
          send('good', '{ me { role } }');
        }
        if (message.id === 'good' && message.type === 'complete') resolve();
      });
    });
    socket.send(
      JSON.stringify({
        type: 'connection_init',
        payload: { authorization: `Bearer ${server.tokens.viewer}` },
      }),
    );
    await seen;
    socket.close();
    expect(messages.map(({ id, type }) => [id, type])).toEqual(
      expect.arrayContaining([
        ['bomb', 'error'],
        ['syntax', 'error'],
        ['good', 'next'],
      ]),
    );
  });

  test('carries a limited number of operations', async () => {
    const socket = open({});
    await once(socket, 'open');
    const refused: string[] = [];
    const errors: unknown[] = [];
    const ended = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        const send = (id: string, text: string) =>
          socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query: text } }));
        if (message.type === 'error') {
          refused.push(message.id);
          errors.push(message.payload[0].extensions.code);
          // There is room again as soon as one has ended; the next answer shows that nothing else was
          // refused.
          if (refused.length > 1) return resolve();
          socket.send(JSON.stringify({ id: '0', type: 'complete' }));
          send('again', '{ me { role } }');
        }
        if (message.id === 'again' && message.type === 'complete') resolve();
        if (message.type !== 'connection_ack') return;
        for (let index = 0; index <= LIMITS.operationsPerSocket; index += 1)
          send(`${index}`, 'subscription { agentChanged { cursor } }');
      });
    });
    socket.send(
      JSON.stringify({
        type: 'connection_init',
        payload: { authorization: `Bearer ${server.tokens.viewer}` },
      }),
    );
    await ended;
    expect(refused).toEqual([`${LIMITS.operationsPerSocket}`]);
    expect(errors).toEqual(['TOO_MANY_SUBSCRIPTIONS']);
    socket.close();
  });
});

describe('HTTP:', () => {
  test('every answer has the security headers', async () => {
    for (const path of ['/graphql', '/healthz', '/nothing']) {
      const { headers } = await fetch(server.url + path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
    }
  });

  test('an unknown path is a 404 in JSON', async () => {
    const response = await fetch(`${server.url}/admin/../etc/passwd?x=<script>`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/application\/json/);
    expect(await response.json()).toEqual({ error: expect.stringContaining('/etc/passwd') });
  });

  test('health, readiness and metrics are served', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok' },
    });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('callboard_event_subscribers');
  });

  test('a callback without a token, with a forged one, too large, or not JSON, is refused', async () => {
    const path = `${server.url}/agent/v1/executions/${EXECUTION}`;
    const status = async (init: RequestInit) => (await fetch(path, { method: 'POST', ...init })).status;
    expect(await status({ body: '{"status":"completed"}' })).toBe(401);
    expect(
      await status({ body: '{"status":"completed"}', headers: { authorization: 'Bearer forged' } }),
    ).toBe(401);
    const authorization = `Bearer ${callbackToken(server.services.secretKey, EXECUTION)}`;
    expect(await status({ body: 'not json', headers: { authorization } })).toBe(400);
    expect(await status({ method: 'GET' })).toBe(405);
    const large = `"${'x'.repeat(LIMITS.reportBodyBytes - 1)}"`;
    expect(await status({ body: large.slice(1), headers: { authorization } })).toBe(400);
    expect(await status({ body: large, headers: { authorization } })).toBe(413);
    expect(await status({ body: large })).toBe(401);
  });

  test('a socket that sends its headers very slowly is closed', async () => {
    // A server of its own: on a busy machine it may close a socket before it has read even quick headers.
    const impatient = await startTestServer({
      timeouts: { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 },
    });
    try {
      const { port } = new URL(impatient.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write('POST /graphql HTTP/1.1\r\nhost: x\r\n');
      const [chunk] = await once(socket, 'data');
      expect(String(chunk)).toMatch(/^HTTP\/1.1 408/);
      socket.destroy();
    } finally {
      await impatient.close();
    }
  });

  test('a client that disconnects during a request affects nobody', async () => {
    const request = httpRequest(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '100000' },
    });
    request.on('error', () => {});
    request.write('{"query":');
    await new Promise((resolve) => setImmediate(resolve));
    request.destroy();
    expect(
      (await query('{ me { role } }', createGraphqlClient(server.url, server.tokens.viewer))).errors,
    ).toEqual([]);
  });
});
