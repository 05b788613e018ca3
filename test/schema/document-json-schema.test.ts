import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { documentJsonSchema } from '../../src/schema/configuration/document-json-schema.js';

test('configuration.schema.json is what the code accepts (else: npm run codegen)', async () => {
  const published = await readFile('admin/public/configuration.schema.json', 'utf8');
  expect(`${JSON.stringify(documentJsonSchema(), undefined, 2)}\n`).toBe(published);
});

test('it accepts documents with references to secrets, and refuses unknown fields and secrets', () => {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(documentJsonSchema());
  const agent = (token: unknown, more: object = {}) => ({
    kind: 'Agent',
    key: 'a',
    name: 'A',
    endpoint: { type: 'http', url: 'http://a', authentication: { type: 'bearer', token }, timeout: '5s' },
    ...more,
  });
  const documents = [
    [agent({ env: 'TOKEN' }), true],
    [agent({ file: 'token' }), true],
    [agent('plain'), false],
    [agent({ env: 'TOKEN', file: 'token' }), false],
    [agent({ env: 'TOKEN' }, { endpont: {} }), false],
    [
      {
        kind: 'Schedule',
        key: 's',
        name: 'S',
        repeat: 'repeating',
        interval: '1h',
        agentId: 'a',
        params: { b: [1] },
      },
      true,
    ],
    [{ kind: 'Schedule', key: 's', name: 'S', repeat: 'REPEATING' }, false],
    [{ kind: 'NotificationChannel', key: 'c', slack: { url: { env: 'URL' } } }, true],
    ...[
      { retry: { maxRetries: 1, backoff: 'fixed', delay: '1s', jitter: null }, isValid: true },
      { retry: null, isValid: true },
      { retry: { maxRetries: 1, backoff: 'fixed', delay: '1s', jitter: 'some' }, isValid: false },
      { retry: 3, isValid: false },
    ].map(
      ({ retry, isValid }) =>
        [{ kind: 'Pipeline', key: 'p', name: 'P', steps: [], retryConfig: retry }, isValid] as const,
    ),
    [{ kind: 'Nothing', key: 'c' }, false],
    [{ key: 'c' }, false],
  ] as const;
  expect(documents.map(([document]) => validate(document))).toEqual(documents.map(([, valid]) => valid));
});

test('every field has a description', () => {
  const { oneOf } = documentJsonSchema() as {
    oneOf: { title: string; properties: Record<string, { description?: string; const?: string }> }[];
  };
  const silent = oneOf.flatMap(({ title, properties }) =>
    Object.entries(properties).flatMap(([name, { description }]) =>
      description ? [] : [`${title}.${name}`],
    ),
  );
  expect(silent).toEqual([]);
});
