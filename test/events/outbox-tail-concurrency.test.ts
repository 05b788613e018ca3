import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Subscription } from '../../src/events/event-queue.js';
import type { EventKind, OutboxEvent } from '../../src/events/outbox-event.js';
import { createPool, type Pool, type PoolClient } from '../../src/runtime/database/pool.js';
import {
  complete,
  cutConnections,
  insertAgents,
  insertAttempts,
  type OutboxFixture,
  openOutbox,
  openTransaction,
  take,
} from './outbox-fixture.js';

const WRITERS = 10;
const ROUNDS = 60;
const AGENTS = 8;
/** Each round of a writer: three of the shared agents toggled, four attempts of its own completed. */
const TOGGLES = WRITERS * ROUNDS * 3;
const COMPLETIONS = WRITERS * ROUNDS * 4;

let outbox: OutboxFixture;
let writers: Pool;

beforeEach(async () => {
  outbox = await openOutbox();
  writers = createPool({
    connectionString: outbox.db.url,
    applicationName: 'writers',
    writer: 'engine',
    max: WRITERS,
  });
  await insertAgents(writers, 'a', AGENTS);
  for (let writer = 0; writer < WRITERS; writer += 1) {
    await insertAttempts(writers, `w${writer}-`, ROUNDS * 4);
  }
});

afterEach(async () => {
  await writers.end();
  await outbox.close();
});

/**
 * Transactions that overlap in every way: ids are taken early or late, writers compete for agents, some
 * rounds are first rolled back.
 */
async function write(writer: number): Promise<void> {
  const client = await writers.connect();
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 7 === writer % 7) await writeRound(client, writer, round, 'ROLLBACK');
    await writeRound(client, writer, round, 'COMMIT');
  }
  client.release();
}

async function writeRound(client: PoolClient, writer: number, round: number, end: 'COMMIT' | 'ROLLBACK') {
  const own = (n: number) => `w${writer}-${round * 4 + n}`;
  const first = (writer * 7 + round * 3) % AGENTS;
  const agents = [first, (first + 3) % AGENTS, (first + 5) % AGENTS].map((n) => `a${n + 1}`).sort();
  await client.query('BEGIN');
  if (round % 3 === 0) await client.query('SELECT pg_current_xact_id()');
  await complete(client, own(1), own(2));
  for (const agent of agents) {
    await client.query('UPDATE "AgentRegistry" SET enabled = NOT enabled WHERE id = $1', [agent]);
  }
  await complete(client, own(3), own(4));
  await client.query(end);
}

async function writeAll(): Promise<void> {
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
}

/** No event was missed, repeated or made up, and the changes of each agent are in the order in which they happened. */
function checkAll(toggles: OutboxEvent[], completions: OutboxEvent[]): void {
  expect(new Set(completions.map((event) => event.entityId)).size).toBe(COMPLETIONS);
  checkOrder(toggles);
}

function checkOrder(toggles: OutboxEvent[]): void {
  expect(toggles).toHaveLength(TOGGLES);
  const statuses = new Map<string, string>();
  for (const { entityId, previousStatus, status } of toggles) {
    expect(`${entityId} ${previousStatus}`).toBe(`${entityId} ${statuses.get(entityId) ?? 'enabled'}`);
    statuses.set(entityId, status);
  }
}

/** Reads in short portions, each by a subscription that resumes from the last cursor of the one before. */
async function hop(kind: EventKind, after: string, count: number, stretch: number): Promise<OutboxEvent[]> {
  const events: OutboxEvent[] = [];
  let cursor: string | undefined = after;
  while (events.length < count) {
    const subscription: Subscription = outbox.tail.subscribe({ kind, after: cursor });
    events.push(...(await take(subscription, Math.min(stretch, count - events.length))));
    await subscription.return();
    cursor = events.at(-1)?.cursor;
  }
  return events;
}

/**
 * The first subscriber may receive what happened just before it, if the answer of the database to the first
 * read takes long. This reads past the agents that were inserted before the test.
 */
async function untilCurrent(agents: Subscription): Promise<void> {
  await insertAgents(writers, 'first', 1);
  for (;;) {
    const [event] = await take(agents, 1);
    if (event?.entityId === 'first1') return;
  }
}

async function expectNothingMore(...subscriptions: Subscription[]): Promise<void> {
  await insertAgents(writers, 'last', 1);
  await insertAttempts(writers, 'last', 1);
  await complete(writers, 'last1');
  for (const subscription of subscriptions) {
    expect(await take(subscription, 1)).toMatchObject([{ entityId: 'last1' }]);
  }
}

test('with ten writers and one open transaction, no event is missed or repeated, and the order is kept', async () => {
  const { db, tail } = outbox;
  const open = await openTransaction(db.url);
  await insertAgents(open, 'withheld', 1);
  const start = await tail.currentCursor();
  const [agents, jobs] = [tail.subscribe({ kind: 'agent' }), tail.subscribe({ kind: 'job' })];
  const reading = Promise.all([
    take(agents, TOGGLES),
    take(jobs, COMPLETIONS),
    hop('agent', start, TOGGLES, 37),
    hop('job', start, COMPLETIONS, 211),
  ]);
  await writeAll();
  const [toggles, completions, hoppedToggles, hoppedCompletions] = await reading;
  checkAll(toggles, completions);
  checkAll(hoppedToggles, hoppedCompletions);
  await expectNothingMore(agents, jobs);

  // Everything again, from the database alone.
  const again = tail.subscribe({ kind: 'agent', after: start });
  checkOrder(await take(again, TOGGLES));
  await take(again, 1);
  await open.query('COMMIT');
  await open.end();
  for (const subscription of [agents, again]) {
    expect(await take(subscription, 1)).toMatchObject([{ entityId: 'withheld1' }]);
  }
});

test('with connections cut again and again, LISTEN included, no event is missed or repeated, and the order is kept', async () => {
  const { db, tail } = outbox;
  const [agents, jobs] = [tail.subscribe({ kind: 'agent' }), tail.subscribe({ kind: 'job' })];
  await untilCurrent(agents);
  const reading = Promise.all([take(agents, TOGGLES), take(jobs, COMPLETIONS)]);
  let writing = true;
  const cutting = (async () => {
    let cuts = 0;
    while (writing) {
      cuts += await cutConnections(db.pool);
      await db.pool.query('SELECT pg_sleep(0.02)');
    }
    return cuts;
  })();
  await writeAll();
  writing = false;
  expect(await cutting).toBeGreaterThan(2);
  const [toggles, completions] = await reading;
  checkAll(toggles, completions);
  await expectNothingMore(agents, jobs);
});

test('a tail that is cut between the pages of one batch continues where it was', async () => {
  const { tail, breakNextStatement, logger } = outbox;
  let offered = 0;
  const jobs = tail.subscribe({
    kind: 'job',
    filter() {
      offered += 1;
      if (offered === 10) breakNextStatement(); // the first page is being offered: the next statement asks for the second
      return true;
    },
  });
  await writers.query(`UPDATE "AgentJobExecution" SET status = 'completed'`);
  const events = await take(jobs, COMPLETIONS);
  expect(new Set(events.map((event) => event.entityId)).size).toBe(COMPLETIONS);
  expect(logger.lines).toContainEqual(
    expect.objectContaining({ event: 'loop.failed', loop: 'outbox-tail', failures: 1 }),
  );
  await expectNothingMore(jobs);
});

test('a tail that was cut and has caught up reads on, although it was notified while it was cut', async () => {
  const { tail, breakNextStatement } = outbox;
  await insertAttempts(writers, 'late', 1);
  let offered = 0;
  let writing: Promise<void> | undefined;
  const jobs = tail.subscribe({
    kind: 'job',
    filter() {
      offered += 1;
      if (offered !== 10) return true;
      breakNextStatement();
      writing = complete(writers, 'late1'); // not in the batch that is being read
      return true;
    },
  });
  await writers.query(`UPDATE "AgentJobExecution" SET status = 'completed' WHERE id <> 'late1'`);
  await take(jobs, COMPLETIONS);
  expect(await take(jobs, 1)).toMatchObject([{ entityId: 'late1' }]);
  await writing;
});
