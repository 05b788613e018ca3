import { randomBytes } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { completes, startAgentServer } from '../support/agent-server.js';
import { createEmptyDatabase } from '../support/database.js';
import { type Program, startProgram } from '../support/programs/processes.js';

/**
 * Shows that the installation in a folder works: it migrates an empty database, starts a server and a worker,
 * and runs a schedule.
 * @param upgrade what happens to the database before the programs start
 */
export async function runsSchedules(
  home: string,
  upgrade: (databaseUrl: string) => Promise<unknown> = async () => {},
): Promise<void> {
  const [database, agent] = await Promise.all([createEmptyDatabase(), startAgentServer()]);
  onTestFinished(async () => {
    await agent.close();
    await database.drop();
  });
  agent.behave(completes);
  const token = `cb_${randomBytes(16).toString('hex')}`;
  const settings = { DATABASE_URL: database.url, CALLBOARD_ADMIN_TOKEN: token, NODE_ENV: 'production' };
  const migrate = await startProgram('migrate', settings, home);
  expect(await migrate.exited, migrate.output()).toMatchObject({ code: 0 });
  await upgrade(database.url);
  const programs = await Promise.all([
    startProgram('server', settings, home),
    startProgram('worker', settings, home),
  ]);
  onTestFinished(async () => {
    await Promise.all(programs.map((program) => program.kill()));
  });
  const [server, worker] = programs;
  await worker.logged('worker.ready');
  const ask = await clientOf(server, token);
  const registered = await ask(
    `mutation ($url: String!) { registerAgent(input: { id: "hello", name: "Hello", version: "1.0.0", endpoint: { type: HTTP, url: $url } }) { __typename } }`,
    { url: agent.url },
  );
  expect(registered).toEqual({ registerAgent: { __typename: 'Agent' } });
  const created = await ask(
    `mutation { createSchedule(input: { name: "Every second", repeat: REPEATING, interval: "1s", targetType: AGENT, agentId: "hello", params: {} }) { __typename } }`,
  );
  expect(created).toEqual({ createSchedule: { __typename: 'Schedule' } });
  await agent.calls(2);
  for (const program of programs) {
    program.signal('SIGTERM');
    expect(await program.exited, program.output()).toMatchObject({ code: 0 });
  }
}

async function clientOf(server: Program, token: string) {
  const { port } = await server.logged('server.ready');
  return async (query: string, variables = {}): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    return data;
  };
}
