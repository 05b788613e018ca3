import { describe, expect, test } from 'vitest';
import { compareFields } from '../../../src/domain/configuration/compare-fields.js';
import { type Current, decideChange } from '../../../src/domain/configuration/decide-change.js';
import { putSecrets, separateSecrets } from '../../../src/domain/configuration/secrets.js';

const summary = (before: object, after: object) =>
  compareFields(before as never, after as never).map(({ path, before: old, after: wanted }) => [
    path.join('.'),
    old,
    wanted,
  ]);

describe('compareFields', () => {
  test('ignores equal values, the order of keys, and null for a missing value', () => {
    const before = {
      name: 'A',
      retryConfig: { maxRetries: 1, delay: '1s', jitter: null },
      description: null,
    };
    expect(summary(before, { retryConfig: { delay: '1s', maxRetries: 1 }, name: 'A' })).toEqual([]);
  });

  test('names the innermost field that differs', () => {
    const before = { endpoint: { url: 'http://a', timeout: '5s' } };
    expect(summary(before, { endpoint: { url: 'http://b', retryConfig: { maxRetries: 1 } } })).toEqual([
      ['endpoint.url', 'http://a', 'http://b'],
      ['endpoint.timeout', '5s', null],
      ['endpoint.retryConfig', null, { maxRetries: 1 }],
    ]);
  });

  test('treats null as a value in params', () => {
    expect(summary({ params: {} }, { params: { a: null } })).toEqual([['params.a', null, null]]);
    expect(summary({}, { params: null })).toEqual([]);
  });

  test('compares steps by their ids, and their order last', () => {
    const [a, b] = [
      { stepId: 'a', agentId: 'x' },
      { stepId: 'b', agentId: 'x' },
    ];
    expect(summary({ steps: [a, b] }, { steps: [b, a] })).toEqual([['steps', ['a', 'b'], ['b', 'a']]]);
    expect(summary({ steps: [a, b] }, { steps: [{ ...a, timeout: '1s' }] })).toEqual([
      ['steps.a.timeout', null, '1s'],
      ['steps.b', b, null],
    ]);
  });

  test('is not confused by names of the prototype', () => {
    expect(summary({ params: {} }, { params: JSON.parse('{"__proto__": 1, "constructor": 2}') })).toEqual([
      ['params.__proto__', null, 1],
      ['params.constructor', null, 2],
    ]);
  });
});

describe('decideChange', () => {
  const current: Current = { fields: { name: 'A' }, managedBy: 'ops', secretAt: () => 's3cret' };
  const decide = (secrets: Record<string, string>, managedBy: string | null, takeOver = false) =>
    decideChange(current, { fields: { name: 'A' }, secrets }, { managedBy, takeOver });

  test('keeps objects that are as described', () => {
    expect(decide({ secret: 's3cret' }, 'ops')).toEqual({ kind: 'keep' });
    expect(decide({}, 'ops')).toEqual({ kind: 'keep' });
  });

  test('reports that a secret differs, but not its value', () => {
    expect(decide({ 'endpoint.token': 'other' }, 'ops')).toEqual({
      kind: 'update',
      changes: [{ path: ['endpoint', 'token'], before: null, after: null, secret: true }],
    });
  });

  test('does not report an object of which only the secret is given beside the secret', () => {
    const slack = { fields: { name: 'A', slack: {} }, secrets: { 'slack.url': 'https://hooks.example/a' } };
    const url = { path: ['slack', 'url'], before: null, after: null, secret: true };
    const created = decideChange(undefined, slack, { managedBy: 'ops', takeOver: false });
    expect(created.kind === 'create' && created.changes.filter(({ path }) => path[0] === 'slack')).toEqual([
      url,
    ]);
    expect(decideChange(current, slack, { managedBy: 'ops', takeOver: false })).toEqual({
      kind: 'update',
      changes: [url],
    });
    const empty = { ...slack, secrets: { 'slackline.url': 'https://hooks.example/a' } };
    expect(decideChange(current, empty, { managedBy: 'ops', takeOver: false })).toMatchObject({
      changes: [{ path: ['slack'], after: {} }, { secret: true }],
    });
  });

  test('leaves what another owner manages, unless adoption is requested', () => {
    expect(decide({}, 'others')).toEqual({ kind: 'foreign', managedBy: 'ops' });
    expect(decide({}, null)).toEqual({ kind: 'foreign', managedBy: 'ops' });
    expect(decide({}, 'others', true)).toMatchObject({
      kind: 'update',
      changes: [{ path: ['managedBy'], before: 'ops', after: 'others' }],
    });
  });
});

test('secrets are removed from the fields and put back into their places', () => {
  const given = {
    endpoint: { url: 'http://a', authentication: { type: 'bearer', token: 't' } },
    signingSecret: null,
  };
  const taken = separateSecrets(given, ['endpoint.authentication.token', 'signingSecret', 'slack.url']);
  expect(taken).toEqual({
    fields: { endpoint: { url: 'http://a', authentication: { type: 'bearer' } } },
    secrets: { 'endpoint.authentication.token': 't' },
  });
  expect(putSecrets(taken.fields, taken.secrets)).toEqual({ endpoint: given.endpoint });
});
