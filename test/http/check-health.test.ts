import { describe, expect, it } from 'vitest';
import type { Authentication } from '../../src/domain/agent/authentication.js';
import { checkHealth, healthUrl } from '../../src/http/agents/check-health.js';
import { closedUrl, openClient, serve, serveRaw } from './loopback.js';

const authentication: Authentication = { type: 'bearer', secret: 'agent-token' };

describe('healthUrl', () => {
  it.each([
    ['https://a.example/run', undefined, 'https://a.example/health'],
    ['https://a.example', null, 'https://a.example/health'],
    ['https://a.example/agents/run?x=1', {}, 'https://a.example/agents/health'],
    ['https://a.example/agents/run/', { endpoint: '' }, 'https://a.example/agents/run/health'],
    ['https://a.example/agents/run', { endpoint: '/healthz' }, 'https://a.example/healthz'],
    ['https://a.example/agents/run', { endpoint: 'https://b.example/up' }, 'https://b.example/up'],
    ['https://a.example/run', { endpoint: 'http://[' }, undefined],
    ['nonsense', undefined, undefined],
  ])('%s with %j → %s', (endpoint, healthCheck, expected) => {
    expect(healthUrl(endpoint, healthCheck)).toBe(expected);
  });
});

describe('checkHealth', () => {
  it.each([
    [200, '{"status":"healthy","version":"1.2.0"}', { status: 'healthy', version: '1.2.0' }],
    [
      200,
      '{"status":"degraded","message":"queue is long"}',
      { status: 'degraded', message: 'queue is long' },
    ],
    [200, '{"status":"unhealthy"}', { status: 'unhealthy' }],
    [200, '{"status":"ok","version":7}', { status: 'healthy' }],
    [200, 'OK', { status: 'healthy' }],
    [204, '', { status: 'healthy' }],
    [503, '{"status":"healthy","message":"starting"}', { status: 'unhealthy', message: 'starting' }],
    [404, 'nope', { status: 'unhealthy', message: 'The health endpoint answered 404' }],
    [302, '', { status: 'unhealthy', message: 'The health endpoint answered 302' }],
  ])('%i %s', async (status, body, expected) => {
    const agent = await serve((response) => response.writeHead(status).end(body));
    const health = await checkHealth(openClient(), { url: agent.url, authentication });
    expect(health).toEqual(expected);
    expect(agent.received[0]).toMatchObject({ method: 'GET', url: '/health' });
  });

  it('sends credentials and custom headers to the agent’s own origin only', async () => {
    const agent = await serve((response) => response.end());
    const other = await serve((response) => response.end());
    const target = { url: agent.url, authentication, headers: { 'x-private': 'p' } };
    const client = openClient();
    await checkHealth(client, { ...target, healthCheck: { endpoint: '/healthz' } });
    await checkHealth(client, { ...target, healthCheck: { endpoint: `${other.origin}/health` } });
    expect(agent.received[0]?.headers).toMatchObject({
      authorization: 'Bearer agent-token',
      'x-private': 'p',
    });
    expect(other.received[0]?.headers).not.toHaveProperty('authorization');
    expect(other.received[0]?.headers).not.toHaveProperty('x-private');
  });

  it('is unhealthy, with a reason, if the check is impossible', async () => {
    const client = openClient();
    const ask = (url: string, timeoutMs = 5_000) => checkHealth(client, { url, authentication }, timeoutMs);
    expect(await ask(await closedUrl())).toMatchObject({
      status: 'unhealthy',
      message: expect.stringContaining('refused'),
    });
    expect(await ask(await serveRaw(() => {}), 50)).toMatchObject({
      message: 'No complete response within 50ms',
    });
    expect(await ask('http://169.254.169.254/run')).toMatchObject({
      message: expect.stringContaining('never allowed'),
    });
    expect(await ask('nonsense')).toMatchObject({
      status: 'unhealthy',
      message: 'The health endpoint is not a URL',
    });
  });

  it('does not repeat a secret that the endpoint echoes', async () => {
    const agent = await serve((response, { headers }) =>
      response.end(JSON.stringify({ message: headers.authorization })),
    );
    const health = await checkHealth(openClient(), { url: agent.url, authentication });
    expect(health.message).toBe('Bearer [redacted]');
  });
});
