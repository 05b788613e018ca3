/** Agents, schedules, runs and jobs inside and outside the scopes of some API tokens. */
import { type GraphQLNamedType, getNamedType, isCompositeType, isObjectType, isUnionType } from 'graphql';
import type { Scope } from '../../../src/domain/access/scope.js';
import { isFieldAllowed } from '../../../src/schema/access/scope-allowance.js';
import { createApiToken } from '../../../src/services/access/create-api-token.js';
import { createGraphqlClient, type GraphqlClient } from '../../support/graphql-client.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExpanded, insertSchedule } from '../../support/rows.js';

/** A run with one job. */
export interface SampleRun {
  id: string;
  attemptId: string;
  jobId: string;
  /** As the rule of the scope sees it. */
  agentId: string | null;
  scheduleId: string | null;
}

export interface Sample {
  server: TestServer;
  /** By name. */
  schedules: Record<'labeled' | 'twice' | 'plain' | 'ofMine', string>;
  /** Labels by ID of the schedule. */
  labels: ReadonlyMap<string, readonly string[]>;
  runs: Record<
    'ofLabeled' | 'pipelineOfTwice' | 'ofPlain' | 'ofMine' | 'mine' | 'theirs' | 'pipeline' | 'ofDeleted',
    SampleRun
  >;
  /** A token with this scope. */
  token(scope: Partial<Scope>, role?: 'viewer' | 'operator'): Promise<{ id: string; token: string }>;
  client(scope: Partial<Scope>, role?: 'viewer' | 'operator'): Promise<GraphqlClient>;
}

export async function startSample(): Promise<Sample> {
  const server = await startTestServer({ heartbeatMs: 10 });
  const { pool } = server;
  for (const id of ['mine', 'theirs']) await insertAgent(pool, id, 'http://127.0.0.1:9/');
  const schedule = (name: string, agentId: string, labels: readonly string[]) =>
    insertSchedule(
      pool,
      { agentId, interval: 3_600_000, nextRunAt: new Date(Date.now() + 3_600_000) },
      { name, key: name, labels: `{${labels.join(',')}}` },
    );
  const given = { labeled: ['team-a'], twice: ['team-a', 'team-b'], plain: ['team-c'], ofMine: [] };
  const schedules = {
    labeled: await schedule('labeled', 'theirs', given.labeled),
    twice: await schedule('twice', 'theirs', given.twice),
    plain: await schedule('plain', 'theirs', given.plain),
    ofMine: await schedule('of-mine', 'mine', given.ofMine),
  };
  async function run(called: string, scheduleId: string | null, isPipeline = false): Promise<SampleRun> {
    const { id, attemptIds } = await insertExpanded(pool, { agentId: called, jobs: [{}] });
    await pool.query(
      `UPDATE "ScheduleExecution" SET "scheduleId" = $2, "agentId" = $3, "pipelineId" = $4, "targetType" = $5 WHERE id = $1`,
      isPipeline ? [id, scheduleId, null, 'p', 'pipeline'] : [id, scheduleId, called, null, 'agent'],
    );
    const { rows } = await pool.query<{ id: string; jobId: string }>(
      `UPDATE "AgentJobExecution" SET "scheduleId" = $2, "pipelineId" = $3 WHERE id = ANY ($1) RETURNING id, "jobId"`,
      [attemptIds, scheduleId, isPipeline ? 'p' : null],
    );
    const [job] = rows;
    if (!job) throw new Error('the run has no job');
    return { id, attemptId: job.id, jobId: job.jobId, agentId: isPipeline ? null : called, scheduleId };
  }
  const token = async (scope: Partial<Scope>, role = 'operator') => {
    const made = await createApiToken(
      server.services,
      { id: 'test', name: 'test', role: 'admin' },
      { name: 'scoped', role, scope },
    );
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    return made.value;
  };
  return {
    server,
    schedules,
    labels: new Map(
      Object.entries(schedules).map(([name, id]) => [id, given[name as keyof typeof schedules]]),
    ),
    runs: {
      ofLabeled: await run('theirs', schedules.labeled),
      pipelineOfTwice: await run('theirs', schedules.twice, true),
      ofPlain: await run('theirs', schedules.plain),
      ofMine: await run('mine', schedules.ofMine),
      mine: await run('mine', null),
      theirs: await run('theirs', null),
      pipeline: await run('mine', null, true),
      ofDeleted: await run('theirs', 'deleted'),
    },
    token,
    async client(scope, role) {
      return createGraphqlClient(server.url, (await token(scope, role)).token);
    },
  };
}

/** Selects every allowed field of the type, through objects up to this depth. */
export function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (isUnionType(type))
    return type
      .getTypes()
      .map((member) => `... on ${member.name} {${selectionOf(member, depth)}}`)
      .join(' ');
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).flatMap(({ name, type: of }) => {
    if (!isFieldAllowed(type.name, name)) return [];
    const inner = getNamedType(of);
    if (!isCompositeType(inner)) return [name];
    const below = depth > 0 ? selectionOf(inner, depth - 1) : '';
    return below === '' ? [] : [`${name} {${below}}`];
  });
  return ['__typename', ...fields].join(' ');
}
