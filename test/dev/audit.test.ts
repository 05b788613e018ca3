/** `npm run audit` against registries that answer in each way. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/programs/build-once.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const advisory = (severity: string) => ({
  undici: [
    { id: 1, url: 'https://advisories.example/1', title: 'A test', severity, vulnerable_versions: '*' },
  ],
});

/** Asks a registry on loopback. @param advisories by package; undefined: the registry does not know the question */
async function audit(advisories: object | undefined) {
  const registry = createServer((request, response) => {
    const isQuestion = request.method === 'POST' && request.url === '/-/npm/v1/security/advisories/bulk';
    if (isQuestion && advisories) response.end(JSON.stringify(advisories));
    else response.writeHead(isQuestion ? 405 : 404).end('{}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void registry.close());
  await new Promise((resolve) => registry.once('listening', resolve));
  const npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  // npm keeps advisories in its cache.
  const env = { ...process.env, npm_config_registry, npm_config_cache: await temporaryDirectory() };
  return promisify(execFile)(process.execPath, [join(ROOT, 'scripts/audit.mjs')], { cwd: ROOT, env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

test('fails for a vulnerability of high severity and names the package', async () => {
  expect(await audit(advisory('high'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^high: undici/m),
  });
});

test.each([
  ['one of low severity', advisory('low')],
  ['none', {}],
])('passes with %s', async (_, advisories) => {
  expect(await audit(advisories)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 known/) });
});

test('a registry that cannot say is no failure', async () => {
  expect(await audit(undefined)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Vulnerabilities were not checked: 405/),
  });
});
