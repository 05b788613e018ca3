/** From `callboard init` to an agent that `callboard agent test` finds good, and one that it does not. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { programsAvailable, startAgent, startTypeScriptAgent } from '../examples/agents.js';
import { closedUrl, serve } from '../http/loopback.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { callboard } from './command-line.js';
import { callboardInProcess } from './in-process.js';

interface Check {
  name: string;
  status: string;
  fix: string | null;
}

const onPython = programsAvailable('test/cli/first-agent', ['python3', '--version']);
const SIGNING_SECRET = `whsec_${randomBytes(32).toString('base64')}`;

/** Writes an agent into a new folder. */
async function init(language: string): Promise<{ cwd: string; file: string }> {
  const cwd = await temporaryDirectory();
  const { code, stdout } = await callboard(['init', '--language', language, '--json'], { cwd });
  expect(code).toBe(0);
  const { file, next } = JSON.parse(stdout);
  expect(next.register).toMatch(/agent register greeter http:\/\/127\.0\.0\.1:8080\/$/);
  return { cwd, file };
}

async function expectGood(url: string): Promise<void> {
  const secret = ['--signing-secret', SIGNING_SECRET, '--params', '{"name":"Ada"}'];
  const { code, stdout } = await callboard(['agent', 'test', url, ...secret, '--strict', '--json']);
  const { status, checks } = JSON.parse(stdout) as { status: string; checks: Check[] };
  expect(checks.filter((check) => check.status === 'failed' || check.status === 'warning')).toEqual([]);
  expect([code, status]).toEqual([0, 'passed']);
}

test('the first agent in TypeScript passes every check', async () => {
  const { cwd, file } = await init('typescript');
  await expectGood(await startAgent(process.execPath, [join(cwd, file)], { SIGNING_SECRET }));
});

test.runIf(onPython)('the first agent in Python passes every check', async () => {
  const { cwd, file } = await init('python');
  await expectGood(await startAgent('python3', [join(cwd, file)], { SIGNING_SECRET }));
});

test.each([
  [{ PORT: '4100' }, 'http://127.0.0.1:4100'],
  [{ PORT: '4100', CALLBOARD_URL: 'https://callboard.example.org' }, 'https://callboard.example.org'],
])('the hint to sign in names the server of %j', async (env, url) => {
  const cwd = await temporaryDirectory();
  const { stdout } = await callboard(['init', '--language', 'python', '--json'], { cwd, env });
  expect(JSON.parse(stdout).next.login).toMatch(new RegExp(` login ${url}$`));
});

test('the template without types equals the one with types', async () => {
  const { outputText } = ts.transpileModule(await readFile('templates/agent.mts', 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const compact = (text: string) => text.replaceAll(/[\s,]/g, '');
  expect(compact(outputText)).toBe(compact(await readFile('templates/agent.mjs', 'utf8')));
});

test('an example agent passes without a signing secret, with a warning', async () => {
  const url = await startTypeScriptAgent('examples/typescript/agent.ts');
  const params = ['--params', '{"tickerId":"AAPL"}'];
  const { code, stdout } = await callboardInProcess(['agent', 'test', url, ...params]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^passed +health /);
  expect(stdout).toMatch(/-> Register a signing secret/);
  expect(stdout).toMatch(/The agent works: \d+ passed, 1 with a warning, 0 failed/);
  expect((await callboardInProcess(['agent', 'test', url, ...params, '--strict'])).code).toBe(1);
});

test('an agent that runs a repeated attempt again fails, and the output says what to fix', async () => {
  let count = 0;
  const { url } = await serve((response) => {
    count += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: 'completed', result: count }));
  });
  const { code, stdout } = await callboardInProcess(['agent', 'test', url]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^failed +duplicate .*\n {2}-> Remember the Idempotency-Key/m);
  expect(stdout).toMatch(/Not ready: /);
});

test('an agent that cannot be reached fails', async () => {
  const { code, stdout } = await callboardInProcess(['agent', 'test', await closedUrl(), '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout).checks.map(({ name }: Check) => name)).toEqual(['health', 'answer']);
});

test('wrong input is refused before anything happens', async () => {
  const cwd = await temporaryDirectory();
  await writeFile(join(cwd, 'agent.py'), 'mine');
  const refused: [number, RegExp, string[]][] = [
    [2, /choose a language: --language typescript or --language python/, ['init']],
    [2, /there is no template for "cobol"/, ['init', '--language', 'cobol']],
    [2, /"a b" is not an ID/, ['init', '--language', 'python', '--id', 'a b']],
    [2, /--port must be a number from 1 to 65535/, ['init', '--language', 'python', '--port', '70000']],
    [6, /agent.py already exists: nothing was written/, ['init', '--language', 'typescript']],
    [2, /the URL nonsense is not an absolute URL/, ['agent', 'test', 'nonsense']],
    [
      2,
      /--slow-params must be a JSON object/,
      ['agent', 'test', 'http://127.0.0.1:1/', '--slow-params', '1'],
    ],
    [
      2,
      /--signing-secret contains 3 bytes/,
      ['agent', 'test', 'http://127.0.0.1:1/', '--signing-secret', 'AAAA'],
    ],
    [
      2,
      /reports cannot be received at 192\.0\.2\.1/,
      ['agent', 'test', 'http://127.0.0.1:1/', '--callback-host', '192.0.2.1'],
    ],
  ];
  for (const [code, message, args] of refused) {
    const result = await callboardInProcess(args, { cwd });
    expect(result.stderr).toMatch(message);
    expect([args, result.code, result.stdout]).toEqual([args, code, '']);
  }
  expect(await readFile(join(cwd, 'agent.py'), 'utf8')).toBe('mine');
});
