/** The commands for those who use a server, against a server, a worker and an agent. */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createPool } from '../../src/runtime/database/pool.js';
import { createApiToken } from '../../src/services/access/create-api-token.js';
import { createEngineFixture, type EngineFixture } from '../engine/engine-fixture.js';
import { answer, completes } from '../support/agent-server.js';
import { startTestServer, type TestServer } from '../support/graphql-server.js';
import { ROOT } from '../support/programs/build-once.js';
import { buildPrograms } from '../support/programs/build-programs.js';
import { insertSchedule } from '../support/rows.js';
import { startTcpProxy } from '../support/servers/tcp-proxy.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { type CommandResult, callboard } from './command-line.js';
import { callboardInProcess } from './in-process.js';

vi.setConfig({ testTimeout: 120_000 });

let fixture: EngineFixture;
let server: TestServer;
let env: Record<string, string>;
beforeAll(async () => {
  await buildPrograms();
  fixture = await createEngineFixture();
  const serverPool = createPool({
    connectionString: fixture.db.url,
    max: 5,
    applicationName: 'test server',
    writer: 'server',
  });
  server = await startTestServer({
    database: { ...fixture.db, pool: serverPool, drop: () => serverPool.end() },
  });
  env = { CALLBOARD_URL: server.url, CALLBOARD_TOKEN: server.tokens.operator };
  await fixture.start();
});
afterAll(async () => {
  await server?.close();
  await fixture?.stop();
});
beforeEach(() => {
  fixture.agent.behave(completes);
});

const run = (...args: string[]): Promise<CommandResult> => callboard(args, { env });
const refusal = (...args: string[]): Promise<CommandResult> => callboardInProcess(args, { env });
/** The result of a command that succeeds. */
async function json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await callboardInProcess([...args, '--json'], { env });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}
/** A schedule that is not due within the test. */
const schedule = (name: string) =>
  insertSchedule(
    fixture.db.pool,
    { agentId: 'agent', interval: 3_600_000, nextRunAt: new Date(Date.now() + 3_600_000) },
    { name },
  );

test('triggers a run by the name of its schedule, waits for it, lists it and explains it', async () => {
  const id = await schedule('nightly report');
  const ended = await json('trigger', 'nightly report', '--params', '{"ticker":"ABC"}', '--wait');
  expect(ended).toMatchObject({ runStatus: 'SUCCEEDED', jobsCompleted: 1, schedule: { id } });
  expect(fixture.agent.ledger.at(-1)?.body.params).toEqual({ ticker: 'ABC' });

  const [listed] = await json<{ id: string }[]>('runs', id, '--status', 'succeeded');
  expect(listed?.id).toBe(ended.id);
  const [job] = await json<{ jobId: string }[]>('jobs', String(ended.id), '--status', 'completed');
  const { stdout } = await run('jobs', String(ended.id));
  expect(stdout).toMatch(new RegExp(`^${job?.jobId}  completed  agent  \\d+ ms\\n$`));
  expect(await json('why', String(ended.id))).toMatchObject({ kind: 'run', why: expect.stringMatching(/./) });
  expect(await json('why', String(job?.jobId))).toMatchObject({ kind: 'job', why: 'completed' });
  expect(await json('why', 'nightly report')).toMatchObject({
    kind: 'schedule',
    why: expect.stringContaining('Next at'),
  });
  const { stdout: schedules } = await run('schedules', '--search', 'nightly');
  expect(schedules).toContain('nightly report');
});

test('reports a failed run by the exit code, and retries its job', async () => {
  await schedule('failing');
  fixture.agent.behave((_entry, response) => answer(response, 400, { error: 'no such ticker' }));
  const { code, stdout, stderr } = await run('trigger', 'failing', '--wait', '--json');
  const failed = JSON.parse(stdout);
  expect([code, failed.runStatus]).toEqual([1, 'FAILED']);
  expect(JSON.parse(stderr).error.message).toBe('the run ended with the status failed');
  fixture.agent.behave(completes);
  expect(await json('retry', failed.id)).toMatchObject({ id: failed.id });
  expect(await fixture.ended(failed.id)).toBeDefined();
});

test('pauses, resumes and previews a schedule', async () => {
  const id = await schedule('pausing');
  const paused = await json('pause', 'pausing', '--for', '2h', '--note', 'maintenance');
  expect(paused).toMatchObject({ id, pausedUntil: expect.any(String) });
  expect(await json('why', id)).toMatchObject({ why: expect.stringMatching(/paused/i) });
  expect(await json('resume', id)).toMatchObject({ pausedUntil: null });
  const preview = await json<{ occurrences: unknown[] }>('preview', '--cron', '0 9 * * *', '--count', '3');
  expect(preview.occurrences).toHaveLength(3);
  const { stdout } = await run('preview', 'pausing', '--timezone', 'Europe/Berlin');
  expect(stdout).toMatch(/^Time zone: Europe\/Berlin\n/);
  // Clock changes are printed only if they affect the schedule.
  const noteOf = async (cron: string) =>
    (await run('preview', '--cron', cron, '--timezone', 'Europe/Berlin')).stdout.split('\n').slice(6);
  expect(await noteOf('0 9 * * *')).toEqual(['']);
  expect((await noteOf('30 2 * * *'))[0]).toMatch(/^Clock change at 20\d\d-.*Z: /);
});

test.each([
  [['jobs', '--status', 'done'], 2, 'It must be one of pending, running, completed, failed'],
  [['runs', '--status', 'failed', 'done'], 2, 'It must be one of pending, running, succeeded'],
  [['jobs', '00000000-0000-7000-8000-000000000000'], 5, 'there is no run with the ID'],
  [['pause', 'any', '--until', 'yesterday'], 2, '--until: "yesterday" is not a time such as 2030-'],
])('%j is refused with what to do', async (args, code, message) => {
  const refused = await refusal(...args);
  expect(refused).toMatchObject({ code, stdout: '' });
  expect(refused.stderr).toContain(message);
});

test('a token that is limited to a label is enough for its schedules, and for nothing else', async () => {
  const own = await schedule('limited');
  const other = await schedule('other');
  await fixture.db.pool.query(`UPDATE "Schedule" SET labels = '{team-a}' WHERE id = $1`, [own]);
  const made = await createApiToken(
    server.services,
    { id: 'test', name: 'test', role: 'admin' },
    { name: 'limited', role: 'operator', scope: { scheduleLabels: ['team-a'] } },
  );
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  const limited = async (...args: string[]) => {
    const given = { ...env, CALLBOARD_TOKEN: made.value.token };
    const { code, stdout, stderr } = await callboardInProcess([...args, '--json'], { env: given });
    return {
      code,
      stderr,
      result: () =>
        stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
    };
  };
  const [run] = (await limited('trigger', 'limited')).result();
  expect(run).toMatchObject({ trigger: 'MANUAL', schedule: { id: own } });
  expect((await limited('schedules')).result().flat()).toMatchObject([{ id: own }]);
  expect((await limited('runs')).result().flat()).toMatchObject([{ id: run.id }]);
  for (const args of [
    ['jobs'],
    ['why', 'limited'],
    ['why', run.id],
    ['pause', 'limited', '--for', '2h'],
    ['resume', 'limited'],
    ['whoami'],
  ])
    expect(await limited(...args), args.join(' ')).toMatchObject({ code: 0, stderr: '' });
  expect(await limited('trigger', other)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('there is no schedule'),
  });
  for (const args of [['trigger', 'limited', '--wait'], ['tail'], ['trigger', '--pipeline', 'p'], ['export']])
    expect(await limited(...args), args.join(' ')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('limited to schedules labeled'),
    });
});

test('cancels a run', async () => {
  await schedule('slow');
  fixture.agent.behave(() => {});
  const started = await json('trigger', 'slow');
  await json('cancel', String(started.id));
  expect(await fixture.ended(String(started.id))).toMatchObject({ runStatus: 'cancelled' });
});

test('tail prints every change, including those made while the connection was broken', async () => {
  const id = await schedule('watched');
  const proxy = await startTcpProxy(server.url);
  const child = spawn(process.execPath, [join(ROOT, 'dist/callboard.js'), 'tail', 'watched', '--json'], {
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      ...env,
      CALLBOARD_URL: proxy.through(server.url).replace(/\/$/, ''),
    },
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await proxy.close();
  });
  const seen: string[] = [];
  const cursors: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = JSON.parse(line);
    cursors.push(event.cursor);
    if (event.scheduleExecution?.runStatus === 'SUCCEEDED') seen.push(event.scheduleExecutionId);
  });
  // Whether it is connected shows in what it prints.
  const triggered: string[] = [];
  while (seen.length === 0) {
    const { id: runId } = await json<{ id: string }>('trigger', id, '--wait');
    triggered.push(runId);
  }
  proxy.resetAll();
  triggered.push((await json<{ id: string }>('trigger', id, '--wait')).id);
  await vi.waitFor(() => expect(seen).toContain(triggered.at(-1)), { timeout: 60_000, interval: 100 });
  expect(new Set(cursors).size).toBe(cursors.length);
  const connectedFrom = triggered.indexOf(String(seen[0]));
  expect(connectedFrom).toBeGreaterThanOrEqual(0);
  expect(seen).toEqual(expect.arrayContaining(triggered.slice(connectedFrom)));
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('tail prints in plain text what runs and its state', async () => {
  const id = await schedule('plain');
  const child = spawn(process.execPath, [join(ROOT, 'dist/callboard.js'), 'tail', 'plain'], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  while (lines.length === 0) await json('trigger', id, '--wait');
  await expect
    .poll(() => lines.join('\n'))
    .toMatch(/ run \S+ {2}plain {2}succeeded {2}1 of 1 jobs completed {2}Started manually/);
});

test('lets an admin register an agent, once', async () => {
  const register = ['agent', 'register', 'registered', fixture.agent.url, '--name', 'Registered'];
  expect(await run(...register)).toMatchObject({ code: 4 });
  const asAdmin = { env: { ...env, CALLBOARD_TOKEN: server.tokens.admin } };
  const { code, stdout } = await callboard([...register, '--json'], asAdmin);
  expect([code, JSON.parse(stdout)]).toEqual([0, { id: 'registered', name: 'Registered' }]);
  expect(await callboard(register, asAdmin)).toMatchObject({ code: 6, stdout: '' });
  const ended = await json('trigger', '--agent', 'registered', '--wait');
  expect(ended).toMatchObject({ runStatus: 'SUCCEEDED' });
});

test('login stores a profile only if the server accepts the token', async () => {
  const home = await temporaryDirectory();
  const signIn = (token: string) =>
    new Promise<number | null>((resolve) => {
      const child = spawn(
        process.execPath,
        [join(ROOT, 'dist/callboard.js'), 'login', server.url, '--profile', 'test'],
        {
          env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home },
          stdio: ['pipe', 'ignore', 'ignore'],
        },
      );
      child.once('exit', resolve);
      child.stdin.end(`${token}\n`);
    });
  expect(await signIn('wrong')).toBe(4);
  await expect(readFile(join(home, 'callboard/config.json'))).rejects.toThrow('ENOENT');
  expect(await signIn(server.tokens.viewer)).toBe(0);
  const { stdout } = await callboard(['whoami', '--json'], { env: { XDG_CONFIG_HOME: home } });
  expect(JSON.parse(stdout).role).toBe('VIEWER');
});

test('refuses wrong input before anything happens', async () => {
  await schedule('twin');
  await schedule('twin');
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'list.json'), '[1]');
  const refused: [number, RegExp, string[]][] = [
    [5, /there is no schedule with the ID, the key or the name "nobody"/, ['trigger', 'nobody']],
    [2, /several schedules are named "twin"/, ['trigger', 'twin']],
    [2, /give one schedule, or use --agent or --pipeline/, ['trigger']],
    [2, /--params must be a JSON object/, ['trigger', '--agent', 'agent', '--params', '[1]']],
    [
      2,
      /--params must be a JSON object/,
      ['trigger', '--agent', 'agent', '--params', `@${directory}/list.json`],
    ],
    [2, /cannot be read \(ENOENT\)/, ['trigger', '--agent', 'agent', '--params', '@/nowhere']],
    [
      2,
      /--params: The number 12345678901234567890 is too large/,
      ['trigger', '--agent', 'agent', '--params', '{"id":12345678901234567890}'],
    ],
    [2, /--priority must be a whole number/, ['trigger', '--agent', 'agent', '--priority', 'high']],
    [5, /"nobody"/, ['trigger', '--agent', 'nobody']],
    [5, /there is no pipeline with the ID or the key "nobody"/, ['trigger', '--pipeline', 'nobody']],
    [5, /nothing matches "nobody"/, ['why', 'nobody']],
    [5, /there is no run and no job/, ['cancel', 'nobody']],
    [2, /give the end of the pause/, ['pause', 'twin']],
    [2, /--for: .* is not a duration/, ['pause', 'twin', '--for', 'soon']],
    [2, /--first must be a whole number from 1 to 100/, ['runs', '--first', '0']],
    [2, /--first must be a whole number from 1 to 100/, ['schedules', '--first', '101']],
    [2, /--count must be a whole number from 1 to 100/, ['preview', 'twin', '--count', 'all']],
    [2, /--interval: "often" is not a duration/, ['preview', '--interval', 'often']],
    [2, /--delay: "soon" is not a duration/, ['trigger', 'twin', '--delay', 'soon']],
    [2, /--at: "noon" is not a time such as/, ['trigger', 'twin', '--at', 'noon']],
    [2, /give one schedule, or use --cron or --interval/, ['preview']],
    [2, /use a schedule or --run, not both/, ['tail', 'twin', '--run', 'x']],
    [5, /there is no run with the ID "nobody"/, ['tail', '--run', 'nobody']],
  ];
  for (const [code, message, args] of refused) {
    const result = await refusal(...args);
    expect(result.stderr).toMatch(message);
    expect([args, result.code, result.stdout]).toEqual([args, code, '']);
  }
});
