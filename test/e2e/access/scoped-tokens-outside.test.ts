/**
 * What happens outside the scope of an API token changes nothing that the token can see. Everything that it
 * may select is read twice, with what is outside changed in between, and compared.
 */
import { getNamedType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/schema/index.js';
import type { GraphqlClient } from '../../support/graphql-client.js';
import { insertAgent, insertExpanded, insertSchedule } from '../../support/rows.js';
import { type Sample, selectionOf, startSample } from './scoped-tokens-fixture.js';

let sample: Sample;
let clients: readonly GraphqlClient[];
beforeAll(async () => {
  sample = await startSample();
  clients = [
    await sample.client({ agentIds: ['mine'] }),
    await sample.client({ scheduleLabels: ['team-a'] }),
  ];
});
afterAll(() => sample?.server.close());

const LISTS = {
  agents: ['', 'filter: { search: "i" }', 'orderBy: { field: NAME, direction: DESC }'],
  schedules: [
    '',
    'filter: { search: "e" }',
    'filter: { agentId: "theirs" }',
    'filter: { agentId: "mine" }',
    'filter: { flagged: true }',
    'filter: { template: true }',
  ],
  scheduleExecutions: [
    '',
    'filter: { search: "e" }',
    'filter: { pipelineId: "p" }',
    'filter: { agentId: "theirs" }',
    'filter: { runStatus: [FAILED, RUNNING] }',
    'filter: { trigger: [MANUAL] }',
  ],
  jobExecutions: [
    '',
    'filter: { search: "e" }',
    'filter: { pipelineId: "p" }',
    'filter: { agentId: "theirs", latestAttempt: false }',
    'filter: { status: [FAILED, DEAD_LETTER] }',
  ],
} as const;

const ITEMS = {
  agent: 'Agent',
  schedule: 'Schedule',
  scheduleExecution: 'ScheduleExecution',
  jobExecution: 'JobExecution',
} as const;

function documents(ids: Readonly<Record<keyof typeof ITEMS, readonly string[]>>): string[] {
  const lists = Object.entries(LISTS).flatMap(([name, given]) => {
    const field = schema.getQueryType()?.getFields()[name];
    if (!field) throw new Error(name);
    const type = getNamedType(field.type);
    return given.map((args) => `{ ${name}(${['first: 5', args].join(' ')}) {${selectionOf(type, 3)}} }`);
  });
  const items = Object.entries(ITEMS).flatMap(([name, type]) =>
    ids[name as keyof typeof ITEMS].map(
      (id) => `{ ${name}(id: "${id}") {${selectionOf(schema.getType(type) as never, 2)}} }`,
    ),
  );
  return ['{ me { id name role scope { agentIds } } system { version } }', ...lists, ...items];
}

test('changes outside the scope are not seen', async () => {
  const { pool } = sample.server;
  const { runs, schedules } = sample;
  const all = documents({
    agent: ['mine', 'theirs', 'other', 'none'],
    schedule: [...Object.values(schedules), 'none'],
    scheduleExecution: [...Object.values(runs).map(({ id }) => id), 'none'],
    jobExecution: [...Object.values(runs).map(({ attemptId }) => attemptId), 'none'],
  });
  const read = async (client: GraphqlClient) => {
    const answers: { text: string; data: unknown; errors: readonly unknown[] }[] = [];
    for (const text of all) {
      const { data, errors } = await client.send({ toString: () => text } as never, {} as never);
      answers.push({ text, data, errors });
    }
    return answers;
  };
  const before = await Promise.all(clients.map(read));
  expect(before.flat().flatMap(({ errors }) => errors)).toEqual([]);

  // Nobody's scope has these: other agents, schedules, runs with failed jobs, workers, tokens, webhooks.
  await insertAgent(pool, 'other', 'http://127.0.0.1:9/', { name: 'Miner', description: 'theirs too' });
  for (const agentId of ['other', 'theirs']) {
    for (let index = 0; index < 5; index += 1) {
      await insertSchedule(pool, { agentId, interval: 1_000 }, { name: `e${index}`, flag: 'invalid_target' });
      const { id } = await insertExpanded(pool, { agentId, jobs: [{}, {}, {}] });
      await pool.query(
        `UPDATE "AgentJobExecution" SET status = 'running', "startedAt" = now() WHERE "scheduleExecutionId" = $1`,
        [id],
      );
      await pool.query(
        `UPDATE "AgentJobExecution" SET status = 'failed', error = '{"message": "e"}', "completedAt" = now() WHERE "scheduleExecutionId" = $1`,
        [id],
      );
    }
  }
  await pool.query(`UPDATE "Schedule" SET name = 'changed', "runCount" = 9 WHERE id = $1`, [schedules.plain]);
  await pool.query(`DELETE FROM "ScheduleExecution" WHERE id = $1`, [runs.ofPlain.id]);
  await pool.query(
    `UPDATE "AgentRegistry" SET name = 'changed', version = '9', "healthMessage" = 'x' WHERE id = 'theirs'`,
  );
  await sample.token({ agentIds: ['mine'] });
  const { rowCount } = await pool.query('ANALYZE');
  expect(rowCount).toBeNull();

  expect(await Promise.all(clients.map(read))).toEqual(before);
});

test('filters of a nested list do not lead to another object', async () => {
  const { runs, schedules } = sample;
  const [ofAgent, ofLabel] = clients as [GraphqlClient, GraphqlClient];
  const nested = async (client: GraphqlClient, text: string) => {
    const { data, errors } = await client.send({ toString: () => text } as never, {} as never);
    expect(errors, text).toEqual([]);
    return JSON.stringify(data);
  };
  const outside = [runs.ofPlain, runs.theirs, runs.pipeline, runs.ofDeleted].flatMap((run) => [
    run.id,
    run.attemptId,
    run.jobId,
  ]);
  const filters = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([name, value]) => `{ ${name}: ${JSON.stringify(value)} }`);
  const ofRuns = filters([
    ['scheduleId', schedules.plain],
    ['search', runs.theirs.id],
    ['search', schedules.plain],
    ['agentId', 'theirs'],
    ['pipelineId', 'p'],
  ]);
  const ofJobs = filters([
    ['scheduleId', schedules.plain],
    ['scheduleExecutionId', runs.theirs.id],
    ['jobId', runs.theirs.jobId],
    ['search', runs.theirs.attemptId],
    ['search', 'theirs'],
    ['agentId', 'theirs'],
  ]);
  for (const client of [ofAgent, ofLabel]) {
    for (const filter of ofRuns) {
      const text = `{ schedules(first: 5) { edges { node { executions(first: 5, filter: ${filter}) { totalCount edges { node { id jobs(first: 5) { edges { node { id } } } } } } } } } }`;
      const found = await nested(client, text);
      for (const id of outside) expect(found, text).not.toContain(id);
    }
    for (const filter of ofJobs) {
      const text = `{ scheduleExecutions(first: 10) { edges { node { id jobs(first: 5, filter: ${filter}) { totalCount edges { node { id jobId scheduleExecution { id } attempts { id } } } } } } } }`;
      const found = await nested(client, text);
      for (const id of outside) expect(found, text).not.toContain(id);
    }
  }
});
