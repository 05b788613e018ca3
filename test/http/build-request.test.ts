import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { validateAuthentication } from '../../src/domain/agent/authentication.js';
import { LIMITS } from '../../src/domain/limits.js';
import { validateSigningSecret } from '../../src/domain/stored-secret.js';
import { buildRequest } from '../../src/http/agents/build-request.js';
import type { Invocation } from '../../src/http/agents/invocation.js';
import { invocationOf } from './loopback.js';

const now = new Date('2026-11-20T09:00:00.500Z');
const signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

function built(invocation: Invocation) {
  const request = buildRequest(invocation, now);
  if (request.kind !== 'ok') throw new Error(request.message);
  const { url, headers, body } = request;
  return { url, headers: new Headers(headers), names: Object.keys(headers), body: body ?? '' };
}

describe('buildRequest', () => {
  it('sends the headers of the protocol', () => {
    const { headers } = built(invocationOf({}));
    expect(Object.fromEntries(headers)).toEqual({
      accept: 'application/json',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'callboard',
      'content-type': 'application/json',
      'x-job-id': '019a0000-0000-7000-8000-000000000001',
      'x-execution-id': '019a0000-0000-7000-8abc-00000000000e',
      'idempotency-key': '019a0000-0000-7000-8abc-00000000000e',
      'x-trace-id': '0af7651916cd43dd8448eb211c80319c',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-8abc00000000000e-01',
    });
  });

  it('sends the smallest body without absent fields', () => {
    expect(JSON.parse(built(invocationOf({})).body)).toEqual({
      jobId: '019a0000-0000-7000-8000-000000000001',
      executionId: '019a0000-0000-7000-8abc-00000000000e',
      agentId: 'summarize',
      agentVersion: '1.2.0',
      params: { ticker: 'ACME' },
      metadata: {
        priority: 0,
        retryCount: 0,
        traceId: '0af7651916cd43dd8448eb211c80319c',
        deadline: '2026-11-20T10:00:00.000Z',
      },
      callback: {
        url: 'http://127.0.0.1:4000/agent/v1/executions/x',
        token: 'callback-token-of-this-attempt',
      },
    });
  });

  it('sends the full body, and nothing about the agent that the agent need not know', () => {
    const metadata = {
      ...invocationOf({}).metadata,
      scheduleId: 's',
      scheduleExecutionId: 'se',
      pipelineId: 'p',
      pipelineStepId: 'ps',
      contextId: 'c',
      turn: 1,
    };
    const upstream = { fetch: { status: 'completed', result: { rows: 3 } } };
    const invocation = invocationOf(
      { authentication: { type: 'bearer', secret: 'secret-token' }, signingSecret, headers: { 'x-a': 'b' } },
      { config: { model: 'm' }, metadata, upstream },
    );
    const { body } = built(invocation);
    expect(JSON.parse(body)).toMatchObject({ config: { model: 'm' }, metadata, upstream });
    expect(body).not.toContain('secret-token');
    expect(body).not.toContain('whsec_');
  });

  it.each([
    [{ type: 'bearer', secret: 't0ken' }, 'authorization', 'Bearer t0ken'],
    [{ type: 'api-key', secret: 'k3y' }, 'x-api-key', 'k3y'],
    [{ type: 'api-key', secret: 'k3y', header: 'X-N8N-Key' }, 'x-n8n-key', 'k3y'],
    [{ type: 'api-key', secret: 'Key k3y', header: 'Authorization' }, 'authorization', 'Key k3y'],
    [
      { type: 'basic', username: 'jürgen', secret: 'p:w' },
      'authorization',
      `Basic ${Buffer.from('jürgen:p:w').toString('base64')}`,
    ],
  ] as const)('authenticates with %j', (authentication, name, value) => {
    expect(built(invocationOf({ authentication })).headers.get(name)).toBe(value);
  });

  it('sends no header twice and lets no custom header replace ours', () => {
    const { headers, names } = built(
      invocationOf({
        headers: { 'USER-AGENT': 'mine', accept: 'text/plain', 'x-api-key': 'custom' },
        authentication: { type: 'api-key', secret: 'k3y' },
      }),
    );
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(headers.get('user-agent')).toBe('mine');
    expect(headers.get('x-api-key')).toBe('k3y');
  });

  it('omits traceparent if the trace id is invalid, and creates a span for any execution id', () => {
    const metadata = { ...invocationOf({}).metadata, traceId: 'not-a-trace' };
    const { headers } = built(invocationOf({}, { metadata }));
    expect(headers.get('traceparent')).toBeNull();
    expect(headers.get('x-trace-id')).toBe('not-a-trace');
    expect(built(invocationOf({}, { executionId: 'e1' })).headers.get('traceparent')).toMatch(
      /^00-\w{32}-[0-9a-f]{16}-01$/,
    );
  });

  it('is the same for a redelivery', () => {
    const first = buildRequest(invocationOf({ signingSecret }), now);
    expect(buildRequest(invocationOf({ signingSecret }, { redelivery: true }), now)).toEqual(first);
  });

  it.each([
    [{ headers: { 'X-Job-Id': 'forged' } }, 'headers.X-Job-Id'],
    [{ headers: { 'x-a': 'a\r\nb' } }, 'headers.x-a'],
    [{ authentication: { type: 'bearer', secret: 'se\ncret' } }, 'authentication.secret'],
    [{ authentication: { type: 'api-key', secret: 'secret', header: 'Host' } }, 'authentication.header'],
    [{ authentication: { type: 'basic', username: 'a:b', secret: 'secret' } }, 'authentication.username'],
    [{ signingSecret: 'whsec_no base64' }, 'signingSecret'],
  ] as const)('refuses %j as written by SQL, naming %s and no secret', (agent, field) => {
    const request = buildRequest(invocationOf(agent as Partial<Invocation['agent']>), now);
    expect(request).toMatchObject({ kind: 'invalid', message: expect.stringContaining(field) });
    expect(JSON.stringify(request)).not.toMatch(/secret"|cret"|no base64/);
  });
});

describe('validation of credentials', () => {
  it('accepts what can be sent', () => {
    expect(validateAuthentication({ type: 'none' })).toEqual([]);
    expect(validateAuthentication({ type: 'basic', username: '', secret: 'x' })).toEqual([]);
    expect(validateSigningSecret(signingSecret)).toEqual([]);
    expect(validateSigningSecret(Buffer.alloc(24, 1).toString('base64'))).toEqual([]);
  });

  it.each(['', 'whsec_', 'whsec_c2hvcnQ=', 'not base64!', Buffer.alloc(65).toString('base64')])(
    'refuses the signing secret %j',
    (secret) => expect(validateSigningSecret(secret, ['signingSecret'])).toHaveLength(1),
  );

  it('refuses an empty secret', () => {
    expect(validateAuthentication({ type: 'bearer', secret: '' })).toHaveLength(1);
  });

  describe('with GET', () => {
    const get = (params: unknown, agent: Partial<Invocation['agent']> = {}) =>
      invocationOf({ method: 'GET', url: 'https://agents.example.com/run?fixed=1', ...agent }, { params });

    it('carries params in the query string and metadata in headers, without a body', () => {
      const { url, headers, body } = built(
        get({
          text: 'a b&c=ü',
          n: 7,
          on: true,
          none: null,
          list: [1, 'x'],
          object: { a: { b: 1 } },
          fixed: '2',
        }),
      );
      const { searchParams, origin, pathname } = new URL(url);
      expect(origin + pathname).toBe('https://agents.example.com/run');
      expect([...searchParams]).toEqual([
        ['fixed', '1'],
        ['text', 'a b&c=ü'],
        ['n', '7'],
        ['on', 'true'],
        ['none', 'null'],
        ['list', '[1,"x"]'],
        ['object', '{"a":{"b":1}}'],
        ['fixed', '2'],
      ]);
      expect(body).toBe('');
      expect(headers.get('content-type')).toBeNull();
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-job-id': '019a0000-0000-7000-8000-000000000001',
        'x-agent-id': 'summarize',
        'x-agent-version': '1.2.0',
        'x-priority': '0',
        'x-retry-count': '0',
        'x-deadline': '2026-11-20T10:00:00.000Z',
        'x-callback-url': 'http://127.0.0.1:4000/agent/v1/executions/x',
        'x-callback-token': 'callback-token-of-this-attempt',
      });
    });

    it('percent-encodes what a header cannot carry', () => {
      const { headers } = built(get({}, { version: '1.0 β\r\nX-Evil: 1' }));
      expect(headers.get('x-agent-version')).toBe('1.0%20%CE%B2%0D%0AX-Evil%3A%201');
      expect(headers.get('x-evil')).toBeNull();
    });

    it('signs the query string', () => {
      const { url, headers } = built(get({ a: 1 }, { signingSecret }));
      const verify = () =>
        new Webhook(signingSecret).sign(headers.get('webhook-id') ?? '', now, new URL(url).search.slice(1));
      expect(headers.get('webhook-signature')).toBe(verify());
    });

    it('refuses a query string that is too long, naming the limit', () => {
      const fits = LIMITS.agentQueryCharacters - 'fixed=1&a='.length;
      expect(built(get({ a: 'x'.repeat(fits) })).url.length).toBeGreaterThan(LIMITS.agentQueryCharacters);
      const request = buildRequest(get({ a: 'x'.repeat(fits + 1) }), now);
      expect(request).toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining('8,193 characters'),
      });
    });
  });
});
