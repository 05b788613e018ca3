/**
 * The first minutes with `npm start`: the sample runs by its schedules, Ctrl-C leaves nothing behind, and the
 * next start continues.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killPrograms, type Program, startProgram } from '../../support/programs/processes.js';

/** The sample runs once a minute; the quick selection does not wait for it. */
const WAIT_FOR_THE_SCHEDULE = process.env.CALLBOARD_FAULTS === 'all';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  await chmod(dataDir, 0o755); // PostgreSQL of root runs as another user
});
afterAll(async () => {
  await killPrograms();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts without settings. Resolves when it says that it is running. */
async function start(): Promise<Program> {
  const unset = { CALLBOARD_SECRET_KEY: undefined, CALLBOARD_EGRESS_ALLOW: undefined };
  const program = await startProgram('dev', { ...unset, CALLBOARD_DATA_DIR: dataDir });
  await program.printed(/Callboard is running[\s\S]*Ctrl-C finishes/);
  return program;
}

/** What the screen shows: the address of the API, and the subscription to paste. */
function shown(program: Program): { url: string; subscription: string } {
  const [, url = ''] = /GraphQL +(http\S+)/.exec(program.output()) ?? [];
  const [, subscription = ''] = /--data '([^']+)'/.exec(program.output()) ?? [];
  return { url, subscription };
}

async function post(program: Program, body: string, accept = 'application/json'): Promise<Response> {
  const token = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept };
  return fetch(shown(program).url, { method: 'POST', headers, body });
}

async function ask<Data>(program: Program, query: string): Promise<Data> {
  const { data, errors } = (await (await post(program, JSON.stringify({ query }))).json()) as {
    data: Data;
    errors?: unknown;
  };
  expect(errors).toBeUndefined();
  return data;
}

/** Reads the subscription until a job of this agent has completed. */
async function readUntilCompleted(response: Response, agentId: string): Promise<void> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const [, data] of events.map((event) => /^data: (\{.*\})$/m.exec(event) ?? [])) {
      const change = data === undefined ? undefined : JSON.parse(data).data?.jobExecutionChanged;
      if (change?.status === 'COMPLETED' && change.jobExecution.agentId === agentId) return;
    }
  }
  throw new Error('the subscription ended');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Ctrl-C drains, exits with 0, and leaves no process behind. */
async function interrupt(program: Program): Promise<void> {
  const { pid: postgres } = await program.logged('postgres.started');
  expect(isAlive(Number(postgres))).toBe(true);
  program.signal('SIGINT');
  // Resolves when its output is closed: server and worker, which share it, have ended too.
  expect(await program.exited).toEqual({ code: 0, signal: null });
  expect(isAlive(Number(postgres))).toBe(false);
  expect(program.lines.filter(({ level }) => level === 'error')).toEqual([]);
}

const COUNTS = '{ schedules { totalCount edges { node { id name } } } scheduleExecutions { totalCount } }';
interface Counts {
  schedules: { totalCount: number; edges: { node: { id: string; name: string } }[] };
  scheduleExecutions: { totalCount: number };
}

test('the sample is loaded, a subscriber sees it run, and a restart keeps everything', {
  timeout: 300_000,
}, async () => {
  const first = await start();
  expect(first.output()).toContain('Sample     loaded');
  const loaded = await ask<Counts>(first, COUNTS);
  expect(loaded.schedules.totalCount).toBe(7);

  // The server has subscribed when it answers, so nothing is missed from now on.
  const watched = await post(first, shown(first).subscription, 'text/event-stream');
  if (!WAIT_FOR_THE_SCHEDULE) {
    const id = loaded.schedules.edges.find(({ node }) => node.name === 'News Every Minute')?.node.id;
    await ask(first, `mutation { triggerSchedule(id: "${id}") { __typename } }`);
  }
  await readUntilCompleted(watched, 'data-collection');
  const ran = await ask<Counts>(first, COUNTS);
  expect(ran.scheduleExecutions.totalCount).toBeGreaterThan(0);
  await interrupt(first);

  const second = await start();
  expect(second.output()).toContain('Sample     present; its agents are running');
  const kept = await ask<Counts>(second, COUNTS);
  expect(kept.schedules.totalCount).toBe(7);
  expect(kept.scheduleExecutions.totalCount).toBeGreaterThanOrEqual(ran.scheduleExecutions.totalCount);

  const refused = await startProgram('dev', { CALLBOARD_DATA_DIR: dataDir });
  expect(await refused.exited).toEqual({ code: 1, signal: null });
  expect(refused.output()).toContain(`is in use by another Callboard (process ${second.pid})`);
  await interrupt(second);
});
