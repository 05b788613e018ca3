/** What API tokens with a scope can reach, against the whole server. */
import * as fc from 'fast-check';
import { type GraphQLNamedType, getNamedType, isObjectType, isUnionType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRunInScope, isScheduleInScope, type Scope } from '../../../src/domain/access/scope.js';
import { isFieldAllowed } from '../../../src/schema/access/scope-allowance.js';
import { schema } from '../../../src/schema/index.js';
import type { Answer, GraphqlClient } from '../../support/graphql-client.js';
import { createGraphqlClient, StreamError } from '../../support/graphql-client.js';
import { smallestOperation } from '../../support/smallest-operation.js';
import { type Sample, selectionOf, startSample } from './scoped-tokens-fixture.js';

/** The root fields that were decided, each with a test below. Every other field has to be refused. */
const ALLOWED: Record<string, readonly string[]> = {
  Query: [
    ...[
      'me',
      'system',
      'agent',
      'agents',
      'schedule',
      'schedules',
      'scheduleExecution',
      'scheduleExecutions',
    ],
    ...['jobExecution', 'jobExecutions'],
  ],
  Mutation: [
    ...['triggerAgent', 'triggerSchedule', 'pauseSchedule', 'resumeSchedule', 'proposeHint', 'clearHints'],
    ...['cancelScheduleExecution', 'retryFailedJobs', 'cancelJob', 'retryJob'],
  ],
  Subscription: [],
};

const SOON = new Date(Date.now() + 3_600_000).toISOString();

let sample: Sample;
/** Of the agent `mine`, and of the label `team-a`. */
let ofAgent: GraphqlClient;
let ofLabel: GraphqlClient;
beforeAll(async () => {
  sample = await startSample();
  ofAgent = await sample.client({ agentIds: ['mine'] });
  ofLabel = await sample.client({ scheduleLabels: ['team-a'] });
});
afterAll(() => sample?.server.close());

type Data = Record<string, never>;
const send = (client: GraphqlClient, text: string, variables: object = {}): Promise<Answer<Data>> =>
  client.send({ toString: () => text } as never, variables as never);
const codes = ({ errors }: Answer<unknown>) => errors.map(({ extensions }) => extensions?.code);
async function ask(client: GraphqlClient, text: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await send(client, text, variables);
  expect(errors).toEqual([]);
  return data as Data;
}

const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
const cases = roots.flatMap((root) =>
  Object.values(root?.getFields() ?? {}).map((field) => [root?.name ?? '', field.name, field] as const),
);

describe('root fields', () => {
  test('those that are allowed exist', () => {
    for (const [root, names] of Object.entries(ALLOWED))
      for (const name of names) expect(cases.some(([of, field]) => of === root && field === name)).toBe(true);
  });

  test.each(cases)('%s.%s', async (root, name, field) => {
    const text = smallestOperation(root, field);
    for (const client of [ofAgent, ofLabel]) {
      if (root === 'Subscription') {
        for (const how of ['watch', 'listen'] as const) {
          const stream = client[how]({ toString: () => text } as never, {});
          const ended = await stream.next().catch((error: StreamError) => error);
          expect(ended).toBeInstanceOf(StreamError);
          expect((ended as StreamError).code).toBe('FORBIDDEN');
          stream.close();
        }
        continue;
      }
      const answer = await send(client, text);
      if (ALLOWED[root]?.includes(name)) expect(codes(answer)).not.toContain('FORBIDDEN');
      else {
        expect(codes(answer)).toEqual(['FORBIDDEN']);
        expect(answer.data ?? null).toBeNull();
      }
    }
  });

  test('the refusal says what the token is limited to and may use', async () => {
    const { errors } = await send(ofAgent, '{ webhooks { totalCount } }');
    expect(errors[0]?.message).toMatch(
      /^This API token is limited to the agent "mine" and may not use Query\.webhooks\. It may use me, system, agent, .*, triggerAgent/,
    );
    const viewer = await sample.client({ agentIds: ['mine'] }, 'viewer');
    const refused = await send(viewer, '{ overview { __typename } }');
    expect(refused.errors[0]?.message).not.toContain('triggerAgent');
  });

  test('a viewer changes nothing', async () => {
    const viewer = await sample.client({ agentIds: ['mine'], scheduleLabels: ['team-a'] }, 'viewer');
    for (const name of ALLOWED.Mutation ?? []) {
      const field = schema.getMutationType()?.getFields()[name];
      if (!field) throw new Error(name);
      expect(codes(await send(viewer, smallestOperation('Mutation', field))), name).toEqual(['FORBIDDEN']);
    }
    const document = `mutation { triggerAgent(agentId: "mine") { __typename } }`;
    expect(codes(await send(viewer, document))).toEqual(['FORBIDDEN']);
  });
});

describe('nested fields', () => {
  /** The types that can be reached through allowed fields. A type that is not here leads out of the scope. */
  const REACHABLE = [
    ...['Agent', 'AgentConnection', 'AgentEdge', 'ConflictError', 'ErrorGroup', 'ExecutionError'],
    ...['Heartbeat', 'JobCount', 'JobError', 'JobExecution', 'JobExecutionConnection', 'JobExecutionEdge'],
    ...[
      'JobPages',
      'JobWaiting',
      'Mutation',
      'NotFoundError',
      'PageInfo',
      'Query',
      'RetryConfig',
      'Schedule',
    ],
    ...['ScheduleConnection', 'ScheduleEdge', 'ScheduleExecution', 'ScheduleExecutionConnection'],
    ...[
      'ScheduleExecutionEdge',
      'ScheduleHint',
      'ScheduleOutcome',
      'System',
      'TokenScope',
      'ValidationError',
    ],
    ...['ValidationIssue', 'Viewer'],
  ];

  test('lead to the known types only', () => {
    const found = new Set<string>();
    const pending: GraphQLNamedType[] = roots.flatMap((root) => (root ? [root] : []));
    for (let type = pending.pop(); type; type = pending.pop()) {
      if (isUnionType(type)) pending.push(...type.getTypes());
      if (!isObjectType(type) || found.has(type.name)) continue;
      const { name } = type;
      const fields = Object.values(type.getFields()).filter((field) => isFieldAllowed(name, field.name));
      if (fields.length === 0) continue;
      found.add(name);
      pending.push(...fields.map((field) => getNamedType(field.type)));
    }
    expect([...found].sort()).toEqual(REACHABLE.toSorted());
  });

  const paths = {
    Agent: (field: string) => `{ agents { edges { node { ${field} } } } }`,
    Schedule: (field: string) => `{ schedules { edges { node { ${field} } } } }`,
    ScheduleExecution: (field: string) => `{ scheduleExecutions { edges { node { ${field} } } } }`,
    JobExecution: (field: string) => `{ jobExecutions { edges { node { ${field} } } } }`,
  };
  test.each(Object.entries(paths))('of %s are refused or answered', async (type, document) => {
    const known = schema.getType(type);
    if (!isObjectType(known)) throw new Error(type);
    for (const field of Object.values(known.getFields())) {
      const text = document(smallestOperation('', field).replace(/^\s*\{|\}$/g, ''));
      const expected = isFieldAllowed(type, field.name) ? [] : ['FORBIDDEN'];
      expect(codes(await send(ofLabel, text)), text).toEqual(expected);
      expect(codes(await send(ofAgent, text)), text).toEqual(expected);
    }
  });

  test('what leads out of the scope is refused', async () => {
    for (const name of ['pipeline', 'templateSchedule', 'createdByName', 'decision'])
      expect(isFieldAllowed('Schedule', name), name).toBe(false);
    expect(codes(await send(ofAgent, '{ system { version } }'))).toEqual([]);
    expect(codes(await send(ofAgent, '{ system { publicUrl } }'))).toEqual(['FORBIDDEN']);
    for (const name of ['stats', 'runningJobs', 'throttledJobs', 'endpoint', 'signingSecret', 'deployments'])
      expect(isFieldAllowed('Agent', name), name).toBe(false);
  });

  test('aliases and fragments do not help, nor an operation that would not run', async () => {
    const documents = [
      '{ agents: webhooks { totalCount } }',
      '{ ...F } fragment F on Query { webhooks { totalCount } }',
      '{ ... on Query { webhooks { totalCount } } }',
      '{ me { id } } query Other { webhooks { totalCount } }'.replace('{ me', 'query Me { me'),
      '{ webhooks @include(if: false) { totalCount } me { id } }',
      `{ agents { edges { node { ...A } } } } fragment A on Agent { ...B } fragment B on Agent { createdByName }`,
      `{ agents { edges { node { ... on Node { ... on Agent { stats { __typename } } } } } } }`,
      `mutation { a: triggerAgent(agentId: "mine") { ... on ScheduleExecution { pipeline { id } } } }`,
      `mutation { triggerAgent(agentId: "mine") { __typename } b: deleteAgent(id: "mine") { __typename } }`,
    ];
    const count = async () => (await sample.server.pool.query('SELECT FROM "ScheduleExecution"')).rowCount;
    const before = await count();
    for (const query of documents) {
      const response = await fetch(`${sample.server.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${(await sample.token({ agentIds: ['mine'] })).token}`,
        },
        body: JSON.stringify({ query, ...(query.includes('query Me') && { operationName: 'Me' }) }),
      });
      const { data, errors } = (await response.json()) as Answer<unknown>;
      expect([errors[0]?.extensions?.code, data ?? null], query).toEqual(['FORBIDDEN', null]);
    }
    // Refused as a whole: what stood before the refused field did not run either.
    expect(await count()).toBe(before);
  });

  test('a document that another token has used is checked again', async () => {
    const document = '{ agents { edges { node { id createdByName } } } }';
    for (let round = 0; round < 3; round += 1) {
      expect(codes(await send(sample.server.viewer, document))).toEqual([]);
      expect(codes(await send(ofAgent, document))).toEqual(['FORBIDDEN']);
    }
  });

  test('an agent or schedule outside the scope reads as deleted', async () => {
    const nested =
      '{ scheduleExecutions { edges { node { id agent { id } schedule { id agent { id } } } } } }';
    const rows = (data: Data) =>
      (data as unknown as { scheduleExecutions: { edges: { node: { id: string } }[] } }).scheduleExecutions
        .edges;
    const { runs, schedules } = sample;
    const byAgent = rows(await ask(ofAgent, nested)).map(({ node }) => node);
    expect(byAgent).toContainEqual({ id: runs.ofMine.id, agent: { id: 'mine' }, schedule: null });
    const byLabel = rows(await ask(ofLabel, nested)).map(({ node }) => node);
    expect(byLabel).toContainEqual({
      id: runs.ofLabeled.id,
      agent: null,
      schedule: { id: schedules.labeled, agent: null },
    });
    const jobs = await ask(ofLabel, '{ jobExecutions { edges { node { agentId agent { id } } } } }');
    expect(JSON.stringify(jobs)).not.toContain('"agent":{');
  });
});

/** IDs of the rows in a list, and what it counts. */
async function list(client: GraphqlClient, name: string, args = '') {
  const text = `{ ${name}${args} { totalCount totalCountPrecision searchedBack edges { node { id } } } }`;
  const found = (await ask(client, text))[name] as unknown as {
    totalCount: number;
    totalCountPrecision: string;
    searchedBack: string | null;
    edges: { node: { id: string } }[];
  };
  expect(found.totalCountPrecision).toBe('EXACT');
  expect(found.totalCount).toBe(found.edges.length);
  return found.edges.map(({ node }) => node.id).sort();
}

describe('lists and counts', () => {
  test('show what is in scope', async () => {
    const { runs, schedules } = sample;
    expect(await list(ofAgent, 'agents')).toEqual(['mine']);
    expect(await list(ofAgent, 'schedules')).toEqual([]);
    expect(await list(ofLabel, 'agents')).toEqual([]);
    expect(await list(ofLabel, 'schedules')).toEqual([schedules.labeled, schedules.twice].sort());
    const byLabel = [runs.ofLabeled, runs.pipelineOfTwice];
    const byAgent = [runs.ofMine, runs.mine];
    for (const [client, within] of [
      [ofLabel, byLabel],
      [ofAgent, byAgent],
      [await sample.client({ agentIds: ['mine'], scheduleLabels: ['team-a'] }), [...byLabel, ...byAgent]],
    ] as const) {
      const ids = await list(client, 'scheduleExecutions');
      expect(ids).toEqual(expect.arrayContaining(within.map(({ id }) => id)));
      for (const run of Object.values(runs))
        expect(ids.includes(run.id)).toBe((within as readonly unknown[]).includes(run));
      const jobs = await list(client, 'jobExecutions');
      for (const run of Object.values(runs))
        expect(jobs.includes(run.attemptId)).toBe((within as readonly unknown[]).includes(run));
    }
  });

  test('a filter narrows the scope, never widens it', async () => {
    const { runs, schedules } = sample;
    const none = [
      ['agents', '(filter: { search: "theirs" })'],
      ['schedules', `(filter: { key: "plain" })`],
      ['schedules', `(filter: { labels: ["team-c"] })`],
      ['schedules', `(filter: { search: "${schedules.plain}" })`],
      ['schedules', `(filter: { agentId: "mine" })`],
      ['scheduleExecutions', `(filter: { scheduleId: "${schedules.plain}" })`],
      ['scheduleExecutions', `(filter: { search: "${runs.theirs.id}" })`],
      ['scheduleExecutions', `(filter: { scheduleId: "deleted" })`],
      ['jobExecutions', `(filter: { jobId: "${runs.theirs.jobId}" })`],
      ['jobExecutions', `(filter: { scheduleExecutionId: "${runs.pipeline.id}" })`],
      ['jobExecutions', `(filter: { pipelineId: "p", agentId: "mine" })`],
    ] as const;
    for (const [name, args] of none) expect(await list(ofLabel, name, args), name + args).toEqual([]);
    expect(await list(ofLabel, 'schedules', '(filter: { labels: ["team-b", "team-c"] })')).toEqual([
      schedules.twice,
    ]);
    expect(await list(ofLabel, 'jobExecutions', '(filter: { agentId: "theirs", search: "theirs" })')).toEqual(
      [runs.ofLabeled.attemptId, runs.pipelineOfTwice.attemptId].sort(),
    );
  });

  test('agree with the rule, for any scope', async () => {
    const names = (...all: string[]) => fc.subarray(all);
    const scopes = fc
      .record({ agentIds: names('mine', 'theirs'), scheduleLabels: names('team-a', 'team-b', 'team-c', 'x') })
      .filter(({ agentIds, scheduleLabels }) => agentIds.length + scheduleLabels.length > 0);
    await fc.assert(
      fc.asyncProperty(scopes, async (scope: Scope) => {
        const client = await sample.client(scope);
        const labelsOf = (id: string | null) => (id === null ? null : (sample.labels.get(id) ?? null));
        const runs = Object.values(sample.runs).filter(({ agentId, scheduleId }) =>
          isRunInScope(scope, { agentId, scheduleLabels: labelsOf(scheduleId) }),
        );
        const known = new Set(Object.values(sample.runs).flatMap(({ id, attemptId }) => [id, attemptId]));
        const listed = async (name: string) => (await list(client, name)).filter((id) => known.has(id));
        expect(await listed('scheduleExecutions')).toEqual(runs.map(({ id }) => id).sort());
        expect(await listed('jobExecutions')).toEqual(runs.map(({ attemptId }) => attemptId).sort());
        expect(await list(client, 'schedules')).toEqual(
          Object.values(sample.schedules)
            .filter((id) => isScheduleInScope(scope, labelsOf(id)))
            .sort(),
        );
        expect(await list(client, 'agents')).toEqual([...scope.agentIds].sort());
        for (const run of Object.values(sample.runs)) {
          const { found, job } = await ask(
            client,
            `{ found: scheduleExecution(id: "${run.id}") { id } job: jobExecution(id: "${run.attemptId}") { id } }`,
          );
          const isWithin = runs.includes(run);
          expect([found, job]).toEqual(isWithin ? [{ id: run.id }, { id: run.attemptId }] : [null, null]);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('single objects', () => {
  test('outside the scope they do not exist', async () => {
    const { runs, schedules } = sample;
    const hidden = (client: GraphqlClient, field: string) =>
      expect(ask(client, `{ it: ${field} { id } }`)).resolves.toEqual({ it: null });
    await hidden(ofAgent, 'agent(id: "theirs")');
    await hidden(ofAgent, 'agent(id: "nobody")');
    await hidden(ofAgent, `schedule(id: "${schedules.ofMine}")`);
    await hidden(ofAgent, `scheduleExecution(id: "${runs.pipeline.id}")`);
    await hidden(ofLabel, 'agent(id: "mine")');
    await hidden(ofLabel, 'schedule(key: "plain")');
    await hidden(ofLabel, `schedule(id: "${schedules.plain}")`);
    await hidden(ofLabel, `scheduleExecution(id: "${runs.ofDeleted.id}")`);
    await hidden(ofLabel, `jobExecution(id: "${runs.ofPlain.attemptId}")`);
    for (const names of ['', '(id: null)', `(id: "${schedules.plain}", key: "labeled")`]) {
      const given = `{ schedule${names} { id } }`;
      const answer = await send(ofLabel, given);
      expect([codes(answer), answer.data], given).toEqual([['BAD_USER_INPUT'], { schedule: null }]);
      expect((await send(sample.server.viewer, given)).errors, given).toEqual(answer.errors);
    }
    expect(await ask(ofLabel, '{ schedule(key: "labeled") { id labels } }')).toEqual({
      schedule: { id: schedules.labeled, labels: ['team-a'] },
    });
    expect(await ask(ofAgent, '{ agent(id: "mine") { id } }')).toEqual({ agent: { id: 'mine' } });
  });

  test('changes of what is outside are answered like changes of what does not exist, and do nothing', async () => {
    const { runs, schedules, server } = sample;
    const hint = '{ interval: "1h", ttl: "1h", reason: "x" }';
    const mutations: [id: string, mutation: (id: string) => string][] = [
      ['theirs', (id) => `triggerAgent(agentId: "${id}")`],
      ['theirs', (id) => `triggerAgent(agentId: "${id}", params: { a: "db:x:all:y" })`],
      [schedules.plain, (id) => `triggerSchedule(id: "${id}")`],
      [schedules.plain, (id) => `triggerSchedule(id: "${id}", runAt: "2001-01-01T00:00:00Z")`],
      [schedules.plain, (id) => `pauseSchedule(id: "${id}", until: "${SOON}")`],
      [schedules.plain, (id) => `resumeSchedule(id: "${id}")`],
      [schedules.plain, (id) => `proposeHint(scheduleId: "${id}", input: ${hint})`],
      [schedules.plain, (id) => `clearHints(scheduleId: "${id}")`],
      [runs.ofPlain.id, (id) => `cancelScheduleExecution(id: "${id}")`],
      [runs.ofPlain.id, (id) => `retryFailedJobs(scheduleExecutionId: "${id}")`],
      [runs.ofPlain.jobId, (id) => `cancelJob(jobId: "${id}")`],
      [runs.ofPlain.jobId, (id) => `retryJob(jobId: "${id}")`],
    ];
    const state = async () => {
      const tables = ['Schedule', 'ScheduleExecution', 'AgentJobExecution', 'AuditEntry', 'IdempotencyKey'];
      const rows = tables.map((table) => `(SELECT json_agg(t ORDER BY t::text) FROM "${table}" t)`);
      return (
        await server.pool.query(`SELECT ${rows.map((sql) => `${sql}::text`).join(" || ',' || ")} AS all`)
      ).rows;
    };
    // Records the use of both tokens before the rows are read.
    await Promise.all([ask(ofAgent, '{ me { id } }'), ask(ofLabel, '{ me { id } }')]);
    const before = await state();
    for (const client of [ofAgent, ofLabel]) {
      for (const [id, mutation] of mutations) {
        const text = (target: string) =>
          `mutation { it: ${mutation(target)} { __typename ... on Error { code message } } }`;
        const [foreign, missing] = [await ask(client, text(id)), await ask(client, text('nothing'))];
        expect(foreign).toEqual(JSON.parse(JSON.stringify(missing).replaceAll('nothing', id)));
        expect(foreign, mutation(id)).toMatchObject({
          it: { __typename: 'NotFoundError', code: 'NOT_FOUND' },
        });
        // A token without a scope gets the same answer for an object that does not exist.
        if (!mutation(id).includes('2001') && !mutation(id).includes('db:'))
          expect(await ask(server.operator, text('nothing')), mutation(id)).toEqual(missing);
      }
    }
    expect(await state()).toEqual(before);
  });

  test('an ID that cannot be stored is refused like that of a token without a scope', async () => {
    const ask = (client: GraphqlClient, field: string) =>
      send(
        client,
        `mutation { it: ${field} { __typename ... on ValidationError { issues { path message } } } }`,
      );
    for (const field of [
      'pauseSchedule(id: "\\u0000", until: "2100-01-01T00:00:00Z")',
      'resumeSchedule(id: "\\u0000")',
      'cancelScheduleExecution(id: "\\u0000")',
      'cancelJob(jobId: "\\u0000")',
      'triggerAgent(agentId: "\\u0000")',
    ]) {
      const { data, errors } = await ask(ofLabel, field);
      expect([data, errors], field).toMatchObject([{ it: { __typename: 'ValidationError' } }, []]);
      expect(data, field).toEqual((await ask(sample.server.operator, field)).data);
    }
  });

  test('what is in scope can be used', async () => {
    const { runs, schedules } = sample;
    const change = async (client: GraphqlClient, mutation: string, type: string) => {
      const result = await ask(
        client,
        `mutation { it: ${mutation} { __typename ... on Node { id } ... on Error { message } } }`,
      );
      expect(result, mutation).toMatchObject({ it: { __typename: type } });
      return (result.it as unknown as { id: string }).id;
    };
    const called = await change(
      ofAgent,
      'triggerAgent(agentId: "mine", params: { a: 1 })',
      'ScheduleExecution',
    );
    expect(await list(ofAgent, 'scheduleExecutions')).toContain(called);
    await change(ofAgent, `cancelScheduleExecution(id: "${called}")`, 'ScheduleExecution');
    const run = await change(ofLabel, `triggerSchedule(id: "${schedules.labeled}")`, 'ScheduleExecution');
    expect(await list(ofLabel, 'scheduleExecutions')).toContain(run);
    expect(await list(ofAgent, 'scheduleExecutions')).not.toContain(run);
    const id = schedules.labeled;
    await change(ofLabel, `pauseSchedule(id: "${id}", until: "${SOON}")`, 'Schedule');
    await change(ofLabel, `resumeSchedule(id: "${id}")`, 'Schedule');
    await change(
      ofLabel,
      `proposeHint(scheduleId: "${id}", input: { interval: "1h", ttl: "1h", reason: "x" })`,
      'Schedule',
    );
    await change(ofLabel, `clearHints(scheduleId: "${id}")`, 'Schedule');
    await change(ofLabel, `cancelJob(jobId: "${runs.pipelineOfTwice.jobId}")`, 'JobExecution');
    await change(ofLabel, `retryJob(jobId: "${runs.ofLabeled.jobId}")`, 'ConflictError');
    await change(ofAgent, `retryFailedJobs(scheduleExecutionId: "${runs.mine.id}")`, 'ConflictError');
  });

  test('a label that is removed takes the schedule and its runs out of the scope', async () => {
    const { server, schedules, runs } = sample;
    const client = await sample.client({ scheduleLabels: ['team-b'] });
    expect(await list(client, 'scheduleExecutions')).toEqual([runs.pipelineOfTwice.id]);
    const label = (labels: string) =>
      ask(
        server.admin,
        `mutation { updateSchedule(id: "${schedules.twice}", input: { labels: ${labels} }) { __typename ... on Schedule { labels } } }`,
      );
    await label('["team-a"]');
    expect(await list(client, 'schedules')).toEqual([]);
    expect(await list(client, 'scheduleExecutions')).toEqual([]);
    expect(await label('["team-b", "team-a", "team-b"]')).toMatchObject({
      updateSchedule: { labels: ['team-a', 'team-b'] },
    });
    expect(await list(client, 'schedules')).toEqual([schedules.twice]);
  });
});

test('params of a token with a scope name no data source', async () => {
  const { schedules, server } = sample;
  const text = (mutation: string) =>
    `mutation { it: ${mutation} { __typename ... on Error { message } ... on ValidationError { issues { path } } } }`;
  const agent = (params: string) => text(`triggerAgent(agentId: "mine", params: ${params})`);
  const schedule = (params: string) => text(`triggerSchedule(id: "${schedules.labeled}", params: ${params})`);
  for (const [client, make] of [
    [ofAgent, agent],
    [ofLabel, schedule],
  ] as const) {
    expect(await ask(client, make('{ a: { b: ["x", "db:AgentRegistry:all:id"] } }'))).toMatchObject({
      it: { __typename: 'ValidationError', issues: [{ path: ['params', 'a', 'b', '1'] }] },
    });
    expect(await ask(client, make('{ a: "db:broken" }'))).toMatchObject({
      it: { __typename: 'ValidationError', issues: [{ path: ['params', 'a'] }] },
    });
  }
  const literal = (await send(
    ofAgent,
    'mutation ($p: JSON) { it: triggerAgent(agentId: "mine", params: $p) { __typename } }',
    { p: { a: { $literal: 'db:AgentRegistry:all:id' } } },
  )) as Answer<unknown>;
  expect(literal.data).toEqual({ it: { __typename: 'ScheduleExecution' } });
  // For a token without a scope, the error describes the problem of the source instead.
  const { it } = await ask(server.operator, agent('{ a: "db:broken" }'));
  expect(JSON.stringify(it)).not.toContain('scope');
});

describe('other ways in', () => {
  test('WebSocket: what is allowed is answered, and confined', async () => {
    const stream = ofAgent.watch(
      { toString: () => '{ agents { totalCount edges { node { id } } } }' } as never,
      {},
    );
    expect(await stream.next()).toEqual({ agents: { totalCount: 1, edges: [{ node: { id: 'mine' } }] } });
    stream.close();
    const refused = ofAgent.watch({ toString: () => '{ webhooks { totalCount } }' } as never, {});
    await expect(refused.next()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    refused.close();
  });

  test('GET: the same', async () => {
    const { token } = await sample.token({ agentIds: ['mine'] });
    const get = async (query: string) => {
      const url = `${sample.server.url}/graphql?query=${encodeURIComponent(query)}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      return (await response.json()) as Answer<unknown>;
    };
    expect((await get('{ agents { edges { node { id } } } }')).data).toEqual({
      agents: { edges: [{ node: { id: 'mine' } }] },
    });
    expect((await get('{ webhooks { totalCount } }')).errors[0]?.extensions?.code).toBe('FORBIDDEN');
  });

  test('a browser cannot sign in, and the tools for language models are closed', async () => {
    const { url } = sample.server;
    const { token } = await sample.token({ agentIds: ['mine'] });
    const signIn = await fetch(`${url}/admin/session`, {
      method: 'POST',
      headers: { origin: 'http://callboard.test', 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect([signIn.status, signIn.headers.get('set-cookie')]).toEqual([403, null]);
    expect(await signIn.json()).toEqual({ error: expect.stringContaining('cannot sign in to the admin') });
    const tools = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(tools.status).toBe(403);
    expect(await tools.json()).toEqual({ error: expect.stringContaining('limited to the agent "mine"') });
  });

  test('an admin creates, sees and revokes it; it sees itself', async () => {
    const { admin, url, pool } = sample.server;
    const scope = { agentIds: ['mine'], scheduleLabels: ['team-a'] };
    const created = await ask(
      admin,
      'mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) { ... on CreatedApiToken { token apiToken { id role scope { agentIds scheduleLabels } } } } }',
      { input: { name: 'listed', role: 'VIEWER', scope } },
    );
    const { token, apiToken } = created.createApiToken as unknown as {
      token: string;
      apiToken: { id: string };
    };
    expect(apiToken).toMatchObject({ role: 'VIEWER', scope });
    const listed = await ask(
      admin,
      '{ apiTokens(filter: { search: "listed" }) { edges { node { name scope { agentIds scheduleLabels } } } } }',
    );
    expect(listed).toEqual({ apiTokens: { edges: [{ node: { name: 'listed', scope } }] } });
    const client = createGraphqlClient(url, token);
    const me = '{ me { name role scope { agentIds scheduleLabels } } }';
    expect(await ask(client, me)).toEqual({ me: { name: 'listed', role: 'VIEWER', scope } });
    expect(await ask(admin, me)).toMatchObject({ me: { scope: null } });
    const audited = await pool.query(
      `SELECT action, after::text AS after FROM "AuditEntry" WHERE "entityType" = 'ApiToken' AND "entityId" = $1`,
      [apiToken.id],
    );
    expect(audited.rows).toMatchObject([
      { action: 'createApiToken', after: expect.stringContaining('team-a') },
    ]);
    await ask(admin, `mutation { revokeApiToken(id: "${apiToken.id}") { __typename } }`);
    expect(codes(await send(client, me))).toEqual(['UNAUTHENTICATED']);
  });
});

test('all that is allowed, asked for together, shows no text of what is outside', async () => {
  const { pool } = sample.server;
  const { schedules, runs } = sample;
  const secret = 'of-somebody-else';
  const outside = [runs.ofPlain, runs.theirs, runs.pipeline, runs.ofDeleted].map(({ id }) => id);
  await pool.query(
    `UPDATE "AgentRegistry" SET name = $1, description = $1, "healthMessage" = $1, version = $1 WHERE id = 'theirs'`,
    [secret],
  );
  await pool.query(
    `UPDATE "Schedule" SET name = $2, description = $2, "pauseNote" = $2, params = jsonb_build_object('a', $2::text), "createdBy" = $2, "hintBy" = $2 WHERE id = ANY ($1)`,
    [[schedules.plain, schedules.ofMine], secret],
  );
  await pool.query(
    `UPDATE "AgentJobExecution" SET params = jsonb_build_object('a', $2::text), result = jsonb_build_object('a', $2::text), "responseBody" = $2 WHERE "scheduleExecutionId" = ANY ($1)`,
    [outside, secret],
  );
  await pool.query(`UPDATE "ScheduleExecution" SET "createdBy" = $1`, [secret]);
  const lists = ['agents', 'schedules', 'scheduleExecutions', 'jobExecutions'];
  for (const name of lists) {
    const field = schema.getQueryType()?.getFields()[name];
    if (!field) throw new Error(name);
    const text = `{ ${name}(first: 12) {${selectionOf(getNamedType(field.type), 3)}} }`;
    for (const client of [ofAgent, ofLabel]) {
      const answer = await send(client, text);
      expect(JSON.stringify(answer.errors), text).toBe('[]');
      expect(JSON.stringify(answer.data)).not.toContain(secret);
    }
  }
});
