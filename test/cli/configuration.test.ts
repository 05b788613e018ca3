/** `callboard export`, `diff` and `apply`, between two servers. */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import {
  SAMPLE_AGENT_IDS,
  SAMPLE_PIPELINE,
  sampleAgent,
  sampleSchedules,
} from '../../src/sample/sample-workspace.js';
import { registerAgent } from '../../src/services/agents/register-agent.js';
import { createPipeline } from '../../src/services/pipelines/create-pipeline.js';
import { createSchedule } from '../../src/services/schedules/create-schedule.js';
import { admin, value } from '../services/support.js';
import { startTestServer, type TestServer } from '../support/graphql-server.js';
import { ROOT } from '../support/programs/build-once.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { callboard } from './command-line.js';
import { callboardInProcess } from './in-process.js';

vi.setConfig({ testTimeout: 120_000 });

let full: TestServer;
let empty: TestServer;
let cwd: string;
beforeAll(async () => {
  [full, empty] = await Promise.all([startTestServer(), startTestServer()]);
  for (const { pool } of [full, empty])
    await pool.query('CREATE TABLE public.ticker (id text PRIMARY KEY, newsletter boolean, enabled boolean)');
  const { services } = full;
  for (const id of SAMPLE_AGENT_IDS)
    await value(registerAgent(services, admin, sampleAgent(id, 'http://127.0.0.1:4010')));
  const { id } = await value(createPipeline(services, admin, SAMPLE_PIPELINE));
  for (const schedule of sampleSchedules(new Date(), id))
    await value(createSchedule(services, admin, schedule));
});
afterAll(() => Promise.all([full?.close(), empty?.close()]));
beforeEach(async () => {
  cwd = await temporaryDirectory();
});

const optionsOf = (server: TestServer, env: Record<string, string>) => ({
  cwd,
  env: { CALLBOARD_URL: server.url, CALLBOARD_TOKEN: server.tokens.admin, ...env },
});
const run = (server: TestServer, args: string[], env: Record<string, string> = {}) =>
  callboard(args, optionsOf(server, env));
const runInProcess = (server: TestServer, args: string[], env: Record<string, string> = {}) =>
  callboardInProcess(args, optionsOf(server, env));
const write = (name: string, text: string) => writeFile(join(cwd, name), text);

test('the sample can be exported and applied to an empty server, and is then the same on both', async () => {
  const exported = await run(full, ['export', '-o', 'conf']);
  expect(exported.code, exported.stderr).toBe(0);
  const files = (await readdir(join(cwd, 'conf'), { recursive: true })).filter((name) =>
    name.endsWith('.yaml'),
  );
  expect(files.length).toBe(4 + 1 + 7);
  expect(await readFile(join(cwd, 'conf/schedules/daily-newsletter.yaml'), 'utf8')).toBe(
    `# yaml-language-server: $schema=${full.url}/admin/configuration.schema.json
kind: Schedule
key: daily-newsletter
name: Daily Newsletter for All Tickers
description: Runs the pipeline at 8 AM for each ticker that has a newsletter, five at a time.
repeat: repeating
cronExpression: 0 8 * * *
params:
  tickerId: db:ticker:all:id?newsletter=true&batchSize=5&staggerDelay=2000
pipelineKey: newsletter
`,
  );
  expect((await runInProcess(full, ['diff', 'conf'])).stdout).toBe('No changes; 12 unchanged.\n');

  const missing = await runInProcess(empty, ['diff', 'conf', '--managed-by', 'ops']);
  expect([missing.code, missing.stdout.split('\n').at(-2)]).toEqual([20, '12 to be created; 0 unchanged.']);
  const unasked = await run(empty, ['apply', 'conf', '--managed-by', 'ops']);
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('add --yes')]);
  const applied = await run(empty, ['apply', 'conf', '--managed-by', 'ops', '--yes', '--json']);
  expect(applied.code, applied.stderr).toBe(0);
  expect(JSON.parse(applied.stdout)).toMatchObject({ unchanged: 0, dryRun: false });
  expect(await runInProcess(empty, ['diff', 'conf', '--managed-by', 'ops'])).toMatchObject({
    code: 0,
    stdout: 'No changes; 12 unchanged.\n',
  });
  const [there, here] = await Promise.all([
    run(full, ['export']),
    run(empty, ['export', '--managed-by', 'ops']),
  ]);
  expect(here.stdout.replace(empty.url, full.url)).toBe(there.stdout);

  const one = await runInProcess(full, ['export', '--kind', 'pipeline']);
  expect(parseAllDocuments(one.stdout).map((document) => document.toJS().key)).toEqual(['newsletter']);
});

test('values that YAML or JavaScript could change stay as they are written', async () => {
  await write(
    'odd.yaml',
    `kind: Agent
key: odd
name: "Odd ñ 日本 e\u0301"
description: no
endpoint: { type: http, url: "HTTP://LocalHost:4010/run", timeout: 1500 }
metadata: { a: no, b: 1e3, c: 12:30, d: ~, e: [0.1, -0, 1e21, 5e-324], f: 2030-01-01, 1: x, "": y, __proto__: { z: null } }
---
kind: Schedule
key: odd
name: "Odd \u202e"
repeat: repeating
cronExpression: "*/5   * * * MON-FRI"
timezone: europe/berlin
startAt: 2040-01-01T01:00:00.123456+01:00
agentId: odd
params: { a: null, b: { c: null }, d: no, e: [], f: {}, g: 12345678901234567000, h: " \\n", i: "a\\n \\n\\n" }
`,
  );
  const applied = await runInProcess(empty, ['apply', 'odd.yaml', '--managed-by', 'odd', '--yes']);
  expect([applied.code, applied.stderr]).toEqual([0, '']);
  expect(applied.stdout).toContain(
    'metadata: {"1":"x","a":"no","b":1000,"c":"12:30","d":null,"e":[0.1,0,1e+21,5e-324],"f":"2030-01-01","":"y","__proto__":{"z":null}}',
  );
  expect(applied.stdout).toContain('name: "Odd \\u202e"');
  const owned = ['--managed-by', 'odd'];
  expect((await runInProcess(empty, ['diff', 'odd.yaml', ...owned])).stdout).toBe(
    'No changes; 2 unchanged.\n',
  );
  expect((await runInProcess(empty, ['export', ...owned, '-o', 'odd'])).code).toBe(0);
  expect((await runInProcess(empty, ['diff', 'odd', ...owned])).stdout).toBe('No changes; 2 unchanged.\n');
});

test('changes are shown by field, applied, and pruned', async () => {
  const agent =
    'kind: Agent\nkey: extra\nname: Extra\nendpoint: { type: http, url: http://127.0.0.1:4010/run }\n';
  const schedule =
    'kind: Schedule\nkey: extra\nname: Extra\nrepeat: repeating\ninterval: 1h\nagentId: extra\n';
  await write('all.yaml', `${schedule}---\n# a comment only\n---\n${agent}`);
  const owned = ['--managed-by', 'extra', '--yes'];
  expect((await runInProcess(empty, ['apply', 'all.yaml', ...owned])).code).toBe(0);
  await write('all.yaml', `${schedule.replace('1h', '2h')}---\n${agent}`);
  expect((await runInProcess(empty, ['diff', 'all.yaml', '--managed-by', 'extra'])).stdout).toBe(
    '~ Schedule extra "Extra"\n    interval: "1h" → "2h"\n\n1 to be changed; 1 unchanged.\n',
  );
  await write('all.yaml', agent);
  expect((await runInProcess(empty, ['apply', 'all.yaml', ...owned, '--prune'])).stdout).toBe(
    '- Schedule extra "Extra"\n\n1 deleted; 1 unchanged.\n',
  );
  await write('all.yaml', '# nothing\n');
  expect(await runInProcess(empty, ['apply', 'all.yaml', ...owned, '--prune'])).toMatchObject({
    code: 2,
    stderr: 'there is no document in all.yaml\n',
  });
});

test('secrets come from variables and files, never from the document', async () => {
  await mkdir(join(cwd, 'secrets'));
  await write('secrets/token', 'the-token\n');
  const agent = (token: string) =>
    `kind: Agent\nkey: secretive\nname: Secretive\nendpoint:\n  type: http\n  url: http://127.0.0.1:4010/run\n  authentication: { type: bearer, token: ${token} }\n`;
  await write('agent.yaml', agent('{ file: secrets/token }'));
  expect(await runInProcess(empty, ['apply', 'agent.yaml', '--yes'])).toMatchObject({ code: 0 });
  await writeFile(join(cwd, 'secrets/latin1'), Buffer.from('caf\u00e9', 'latin1'));
  await write('agent.yaml', agent('{ file: secrets/latin1 }'));
  expect(await runInProcess(empty, ['apply', 'agent.yaml', '--yes'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/secrets\/latin1 is not UTF-8\n$/),
  });
  await write('agent.yaml', agent('{ env: TOKEN }'));
  const apply = ['apply', 'agent.yaml', '--yes'];
  expect((await runInProcess(empty, apply, { TOKEN: 'the-token' })).stdout).toBe(
    'No changes; 1 unchanged.\n',
  );
  expect(await runInProcess(empty, apply)).toMatchObject({
    code: 2,
    stderr: 'agent.yaml:7:35: endpoint.authentication.token: the variable TOKEN is not set\n',
  });
  expect(await runInProcess(empty, ['diff', 'agent.yaml'])).toMatchObject({ code: 0 });
  const { code, stdout } = await runInProcess(empty, apply, { TOKEN: 'second-token' });
  expect([code, stdout]).toEqual([
    0,
    '~ Agent secretive "Secretive"\n    endpoint.authentication.token: (secret)\n\n1 changed; 0 unchanged.\n',
  ]);
  await write('agent.yaml', agent('plain-text'));
  const plain = await runInProcess(empty, apply);
  expect([plain.code, plain.stderr]).toEqual([
    2,
    expect.stringContaining('a configuration file must not contain a secret'),
  ]);
  expect(plain.stderr).not.toContain('plain-text');
  const exported = await runInProcess(empty, ['export', '--kind', 'Agent']);
  expect(exported.stdout).toContain('# Not exported, because it is secret: endpoint.authentication.token.');
  expect(exported.stdout).not.toMatch(/(second|the)-token/);
});

test('the example is accepted', async () => {
  const secrets = {
    COLLECTOR_TOKEN: 'a-token',
    PUSH_SECRET: '0123456789abcdef',
    SLACK_URL: 'https://hooks.slack.com/a',
  };
  const { code, stdout, stderr } = await runInProcess(
    empty,
    ['diff', join(ROOT, 'examples/configuration/callboard')],
    secrets,
  );
  expect([code, stderr, stdout.split('\n').at(-2)]).toEqual([20, '', '6 to be created; 0 unchanged.']);
});

test('errors name the line of each problem', async () => {
  await write(
    'bad.yaml',
    'kind: Schedule\nkey: bad\nname: Bad\nrepeat: sometimes\nagentId: x\ncronExpresion: "* * * * *"\n',
  );
  await write('missing.yaml', 'kind: Webhook\nkey: bad\nname: Bad\nscheduleKey: none\n');
  expect(await runInProcess(empty, ['diff', 'missing.yaml', 'bad.yaml'])).toMatchObject({
    code: 6,
    stderr:
      'bad.yaml:4:1: repeat: must be one of once, repeating\nbad.yaml:6:1: cronExpresion: There is no setting "cronExpresion" here. Did you mean "cronExpression"?\n',
  });
  expect(await runInProcess(empty, ['apply', 'missing.yaml', '--yes'])).toMatchObject({
    code: 6,
    stderr: 'missing.yaml:4:1: scheduleKey: There is no schedule with the key "none"\n',
  });
  const broken = {
    'kind: [Agent\nkey: x': 2,
    'kind: Agent\nkey: &a [*a]': 2,
    'key: x\nkey: y': 2,
    [`a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefg'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join(', ')}]`)
      .join('\n')}`]: 2,
    [`kind: Agent\nkey: x\ndescription: ${'x'.repeat(1_100_000)}`]: 2,
  };
  for (const [text, code] of Object.entries(broken)) {
    await write('broken.yaml', text);
    const result = await runInProcess(empty, ['diff', 'broken.yaml']);
    expect(result.code, result.stderr).toBe(code);
    expect(result.stderr).not.toContain('    at ');
  }
  const unclear = {
    '{ a: .inf }': 'JSON cannot represent the number .inf exactly',
    '{ a: 1e400 }': 'JSON cannot represent the number 1e400 exactly',
    '{ a: 12345678901234567890 }': 'JSON cannot represent the number 12345678901234567890 exactly',
    '{ a: !vault x }': 'Unresolved tag: !vault',
    '{ a: !!binary aGk= }': 'Unresolved tag: tag:yaml.org,2002:binary',
    '{ [a]: b }': 'With stringKeys, all keys must be strings',
  };
  for (const [metadata, message] of Object.entries(unclear)) {
    await write('unclear.yaml', `kind: Agent\nmetadata: ${metadata}\n`);
    const { code, stderr } = await runInProcess(empty, ['diff', 'unclear.yaml']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^unclear\.yaml:2:1\d: /)]);
    expect(stderr).toContain(message);
  }
  await writeFile(join(cwd, 'latin1.yaml'), Buffer.from('kind: Agent\nname: caf\u00e9\n', 'latin1'));
  expect(await runInProcess(empty, ['diff', 'latin1.yaml'])).toMatchObject({
    code: 2,
    stderr: 'latin1.yaml is not UTF-8\n',
  });
  expect(
    (await runInProcess(full, ['apply', 'missing.yaml', '--yes'], { CALLBOARD_TOKEN: full.tokens.operator }))
      .code,
  ).toBe(4);
});

test('an export that fails while it writes leaves the file as it was', async () => {
  await write('all.yaml', 'the last export\n');
  // Files may have at most one block, so that the system stops the write in the middle.
  const limited = await callboard(['export', '-o', 'all.yaml'], { ...optionsOf(full, {}), fileBlocks: 1 });
  expect(limited).toEqual({
    code: 1,
    stdout: '',
    stderr: 'all.yaml cannot be written (EFBIG): choose another file or folder with -o\n',
  });
  expect(await readdir(cwd)).toEqual(['all.yaml']);
  expect(await readFile(join(cwd, 'all.yaml'), 'utf8')).toBe('the last export\n');
});

test.runIf(process.platform === 'linux')(
  'an export that cannot be written ends, and says what to do',
  async () => {
    await symlink('/dev/full', join(cwd, 'full.yaml'));
    await mkdir(join(cwd, 'folder.yaml'));
    await write('file', '');
    const refused = async (output: string) => {
      const { code, stdout, stderr } = await run(full, ['export', '--kind', 'pipeline', '-o', output]);
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    };
    const choose = 'choose another file or folder with -o\n';
    expect(await refused('/proc/x')).toBe(
      `/proc/x/pipelines/newsletter.yaml cannot be written (ENOENT): ${choose}`,
    );
    expect(await refused('/proc/x.yaml')).toBe(`/proc/x.yaml cannot be written (ENOENT): ${choose}`);
    expect(await refused('folder.yaml')).toBe(`folder.yaml cannot be written (EISDIR): ${choose}`);
    expect(await refused('file')).toBe(
      `file/pipelines/newsletter.yaml cannot be written (ENOTDIR): ${choose}`,
    );
    expect(await refused('full.yaml')).toBe(
      `full.yaml cannot be written because the disk is full: free some space, or ${choose}`,
    );
  },
);
