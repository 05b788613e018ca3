import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createChildProcess } from '../../src/dev/child-process.js';
import { findFreePort } from '../../src/runtime/free-port.js';
import { StartupError } from '../../src/runtime/startup-error.js';
import { serve } from '../http/loopback.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'callboard-child-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Answers on $PORT and writes to $LEDGER how it ended. */
const PROGRAM = `
import { createServer } from 'node:http';
const send = (what) => fetch(process.env.LEDGER, { method: 'POST', body: what });
const server = createServer((request, response) => response.writeHead(request.url === '/readyz' ? 200 : 500).end());
server.listen(process.env.PORT, '127.0.0.1');
process.once('SIGTERM', async () => { await send('terminated'); process.exit(0); });
process.once('SIGUSR2', () => process.exit(7));
if (process.env.STUBBORN) process.removeAllListeners('SIGTERM').on('SIGTERM', () => send('ignored'));
await send('pid ' + process.pid);
`;

async function setUp(program: string, env: Record<string, string> = {}) {
  const messages: string[] = [];
  let wake = () => {};
  const ledger = await serve((response, { body }) => {
    messages.push(body.toString());
    response.writeHead(200).end();
    wake();
  });
  const port = await findFreePort();
  const script = join(directory, `program-${port}.mjs`);
  await writeFile(script, program);
  const exits: string[] = [];
  const child = createChildProcess({
    name: 'server',
    script: pathToFileURL(script),
    env: () => ({ ...process.env, ...env, PORT: String(port), LEDGER: ledger.url }),
    readyUrl: () => `http://127.0.0.1:${port}/readyz`,
    onExit: (reason) => {
      exits.push(reason);
      wake();
    },
  });
  const deadline = new AbortController();
  onTestFinished(async () => {
    deadline.abort();
    await child.stop?.(deadline.signal);
  });
  return {
    child,
    messages,
    exits,
    deadline,
    async until(condition: () => boolean) {
      while (!condition()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

describe('one of our programs as a child process', () => {
  test('has started when it is ready, and stops on request', async () => {
    const { child, messages, exits, deadline, until } = await setUp(PROGRAM);
    await child.start?.();
    await until(() => messages.length === 1);
    await child.stop?.(deadline.signal);
    expect(messages[1]).toBe('terminated');
    expect(exits).toEqual([]);
    await child.stop?.(deadline.signal);
  });

  test('has not started if it ends before it is ready', async () => {
    const { child, exits } = await setUp('process.exit(3)');
    const error = await Promise.resolve(child.start?.()).catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect(String((error as Error).message)).toBe('the server did not start (code 3): see its output above');
    expect(exits).toEqual([]);
  });

  test('reports an unexpected end', async () => {
    const { child, messages, exits, until } = await setUp(PROGRAM);
    await child.start?.();
    await until(() => messages.length === 1);
    process.kill(Number(messages[0]?.slice(4)), 'SIGUSR2');
    await until(() => exits.length > 0);
    expect(exits).toEqual(['the server ended unexpectedly (code 7)']);
  });

  test('is killed at the deadline if it does not end', async () => {
    const { child, messages, deadline, until } = await setUp(PROGRAM, { STUBBORN: '1' });
    await child.start?.();
    await until(() => messages.length === 1);
    const stopped = child.stop?.(deadline.signal);
    await until(() => messages.includes('ignored'));
    deadline.abort();
    await stopped;
    const pid = Number(messages[0]?.slice(4));
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  });
});

test('ends with its parent as if it was asked to stop', async () => {
  const messages: string[] = [];
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  let born: (pid: number) => void = () => {};
  const birth = new Promise<number>((resolve) => {
    born = resolve;
  });
  const ledger = await serve((response, { body }) => {
    messages.push(body.toString());
    response.writeHead(200).end();
    if (messages.length === 1) born(Number(body.toString().slice(4)));
    else ended();
  });
  const program = join(directory, 'orphan.mjs');
  await writeFile(program, PROGRAM);
  const parent = join(directory, 'parent.mjs');
  const preload = pathToFileURL('src/dev/follow-parent.mjs').href;
  await writeFile(
    parent,
    `import { spawn } from 'node:child_process';
     spawn(process.execPath, ['--import', ${JSON.stringify(preload)}, ${JSON.stringify(program)}], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true });`,
  );
  const { spawn } = await import('node:child_process');
  const env = { ...process.env, PORT: String(await findFreePort()), LEDGER: ledger.url };
  const child = spawn(process.execPath, [parent], { env, stdio: 'ignore' });
  await birth;
  child.kill('SIGKILL');
  await once(child, 'exit');
  await end;
  expect(messages[1]).toBe('terminated');
});
