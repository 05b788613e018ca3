import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accepts, answer } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import { eventually } from '../../support/engine.js';
import { byStep, createPipelineFixture, type PipelineFixture, steps } from './pipeline-fixture.js';

const ROUNDS = 100;

let fixture: PipelineFixture;
/** Two agents that write SQL, each on its own connection. */
let writers: pg.Client[];

beforeAll(async () => {
  fixture = await createPipelineFixture();
  writers = [0, 1].map(
    () => new pg.Client({ connectionString: fixture.db.url, options: '-c search_path=callboard,public' }),
  );
  await Promise.all(writers.map((writer) => writer.connect()));
});
afterAll(async () => {
  await Promise.all(writers?.map((writer) => writer.end()) ?? []);
  await fixture?.stop();
});
beforeEach(() => fixture.agent.reset());

const END = `UPDATE "AgentJobExecution" SET status = 'completed', result = '1', "completedAt" = now() WHERE id = $1`;

test('if the last two dependencies end at the same time, exactly one finisher starts the dependent, at once', async () => {
  const { agent, db } = fixture;
  await Promise.all([fixture.start(), fixture.start()]);
  await db.pool.query('CREATE TABLE public."Round" (id int PRIMARY KEY)');
  await db.pool.query('INSERT INTO public."Round" SELECT generate_series(1, $1::int)', [ROUNDS]);
  const starts = Array.from({ length: ROUNDS }, () => createDeferred<number>());
  agent.behave(
    byStep({
      ...{ a: accepts, b: accepts },
      c: (entry, response) => {
        starts[Number(entry.body.params.round) - 1]?.resolve(performance.now());
        answer(response, 200, { status: 'completed' });
      },
    }),
  );
  const params = { round: `db:round:all:id?batchSize=${ROUNDS}` };
  const id = await fixture.run(steps('a', 'b', 'c < a b'), { params });
  const accepted = await eventually<{ id: string; step: string; round: number }>(
    db.pool,
    `SELECT id, "pipelineStepId" AS step, (params ->> 'round')::int AS round FROM "AgentJobExecution"
     WHERE "scheduleExecutionId" = $1 AND "acceptedAt" IS NOT NULL`,
    [id],
    ({ length }) => length === 2 * ROUNDS,
  );
  const waits: number[] = [];
  for (const [index, start] of starts.entries()) {
    const attemptOf = (name: string) =>
      accepted.find(({ step, round }) => step === name && round === index + 1)?.id ?? '';
    await endBoth([attemptOf('a'), attemptOf('b')], index % 2 === 0);
    const from = performance.now();
    waits.push((await start.promise) - from);
  }
  expect((await fixture.over(id)).execution).toMatchObject({
    jobsCreated: 3 * ROUNDS,
    jobsCompleted: 3 * ROUNDS,
  });
  expect(fixture.called(id).filter((step) => step === 'c')).toHaveLength(ROUNDS);
  waits.sort((x, y) => x - y);
  const [p50, p99] = [waits[ROUNDS / 2] ?? 0, waits[ROUNDS - 2] ?? 0];
  console.info(
    `from the commits to the request of the dependent: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
});

/**
 * Two agents end one attempt each: at once, or with both written before either is committed, so that neither
 * sees the other.
 */
async function endBoth(attemptIds: readonly string[], atOnce: boolean): Promise<void> {
  const end = (writer: pg.Client, index: number) => writer.query(END, [attemptIds[index]]);
  if (atOnce) {
    await Promise.all(writers.map(end));
    return;
  }
  for (const [index, writer] of writers.entries()) {
    await writer.query('BEGIN');
    await end(writer, index);
  }
  await Promise.all(writers.map((writer) => writer.query('COMMIT')));
}
