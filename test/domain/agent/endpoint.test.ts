import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEndpoint, resolveCompletion } from '../../../src/domain/agent/endpoint.js';

const url = 'https://agents.example.com/run';
const none = { type: 'none' };

test('the minimum is a URL', () => {
  expect(parseEndpoint({ url })).toEqual({
    kind: 'ok',
    endpoint: {
      type: 'http',
      url,
      method: 'POST',
      authentication: none,
      timeout: null,
      retryConfig: null,
      headers: {},
    },
    issues: [],
  });
});

test('what the API writes is read back unchanged', () => {
  const endpoint = {
    type: 'cloud_function',
    url,
    method: 'PUT',
    authentication: { type: 'api-key', header: 'X-Key' },
    timeout: 1_000,
    retryConfig: { maxRetries: 1, backoff: 'linear', delay: 5, maxDelay: 10, jitter: 'full' },
    headers: { 'X-Team': 'news' },
  };
  expect(parseEndpoint(endpoint)).toEqual({ kind: 'ok', endpoint, issues: [] });
});

test.each([
  ['HTTP', 'http'],
  ['N8N', 'n8n'],
  ['cloud-function', 'cloud_function'],
  ['CloudFunction', 'cloud_function'],
  ['Webhook', 'webhook'],
])('the type can be written in several ways: %s', (written, type) => {
  expect(parseEndpoint({ type: written, url })).toMatchObject({ kind: 'ok', endpoint: { type } });
});

test.each([
  ['API_KEY', 'api-key'],
  ['apiKey', 'api-key'],
  ['Bearer', 'bearer'],
  ['BASIC', 'basic'],
])('the authentication can be written in several ways: %s', (written, type) => {
  expect(parseEndpoint({ url, authentication: { type: written } })).toMatchObject({
    kind: 'ok',
    endpoint: { authentication: { type } },
  });
});

test('methods, durations and retry policies can be written in several ways', () => {
  const parsed = parseEndpoint({
    url,
    method: 'put',
    timeout: '30s',
    retryConfig: { maxRetries: 2, backoff: { type: 'Exponential', delay: '5s' } },
  });
  expect(parsed).toMatchObject({
    kind: 'ok',
    endpoint: {
      method: 'PUT',
      timeout: 30_000,
      retryConfig: { maxRetries: 2, backoff: 'exponential', delay: 5_000 },
    },
    issues: [],
  });
});

test('one unusable field does not affect the others', () => {
  const parsed = parseEndpoint({
    url,
    type: 'carrier-pigeon',
    method: 'BREW',
    timeout: 'soon',
    headers: { 'X-A': 1, 'X-B': 'b' },
    owner: 'x',
  });
  expect(parsed).toMatchObject({
    kind: 'ok',
    endpoint: { type: 'http', method: 'POST', timeout: null, headers: { 'X-B': 'b' } },
  });
  expect(parsed.issues.map(({ path }) => path.join('.')).sort()).toEqual([
    'headers.X-A',
    'method',
    'timeout',
    'type',
  ]);
});

test('without a URL there is no endpoint', () => {
  for (const stored of [null, undefined, [], 'https://x', 7, {}, { url: 7 }, { type: 'http' }]) {
    expect(parseEndpoint(stored).kind).toBe('error');
  }
});

test('any value that an agent writes is read or refused, without an exception', () => {
  const part = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()));
  const stored = fc.record(
    {
      url: fc.constant(url),
      type: part,
      method: part,
      authentication: part,
      timeout: part,
      retryConfig: part,
      headers: part,
    },
    { requiredKeys: ['url'] },
  );
  fc.assert(
    fc.property(stored, (endpoint) => {
      expect(parseEndpoint(endpoint)).toMatchObject({ kind: 'ok', endpoint: { url } });
    }),
  );
});

test('completion is as registered, or follows from the type', () => {
  expect(resolveCompletion('http', null)).toBe('auto');
  expect(resolveCompletion('cloud_function', null)).toBe('auto');
  expect(resolveCompletion('n8n', null)).toBe('report');
  expect(resolveCompletion('webhook', null)).toBe('report');
  expect(resolveCompletion('webhook', 'auto')).toBe('auto');
  expect(resolveCompletion('http', 'report')).toBe('report');
  expect(resolveCompletion('http', 'nonsense')).toBe('auto');
});
