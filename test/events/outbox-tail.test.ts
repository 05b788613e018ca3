import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EventStreamError } from '../../src/events/event-stream-error.js';
import { PAGE_SIZE } from '../../src/events/read-outbox.js';
import { createDeferred } from '../support/deferred.js';
import {
  complete,
  entities,
  insertAgents,
  insertAttempts,
  type OutboxFixture,
  openOutbox,
  openTransaction,
  take,
  uniqueName,
} from './outbox-fixture.js';

let outbox: OutboxFixture;

beforeEach(async () => {
  outbox = await openOutbox();
});

afterEach(async () => {
  await outbox.close();
});

async function failure(promise: Promise<unknown>): Promise<EventStreamError> {
  const error = await promise.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EventStreamError);
  return error as EventStreamError;
}

describe('the tail delivers', () => {
  test('a change with all ids of what it concerns', async () => {
    const { db, tail } = outbox;
    const jobs = tail.subscribe({ kind: 'job' });
    await insertAttempts(db.pool, 'x', 1);
    await complete(db.pool, 'x1');
    const [event] = await take(jobs, 1);
    expect({ ...event, cursor: typeof event?.cursor }).toEqual({
      kind: 'job',
      entityId: 'x1',
      previousStatus: 'running',
      status: 'completed',
      supersedes: null,
      at: expect.any(Date),
      jobId: 'xjob1',
      agentId: 'a1',
      scheduleId: null,
      scheduleExecutionId: 'none',
      pipelineId: null,
      pipelineStepId: null,
      contextId: null,
      cursor: 'string',
    });
    expect(Math.abs(Date.now() - (event?.at.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test('only the requested kind, and what the filter accepts', async () => {
    const { db, tail } = outbox;
    const agents = tail.subscribe({ kind: 'agent' });
    const second = tail.subscribe({ kind: 'job', filter: (event) => event.entityId === 'x2' });
    await insertAgents(db.pool, 'a', 1);
    await insertAttempts(db.pool, 'x', 3);
    await complete(db.pool, 'x1', 'x3');
    await complete(db.pool, 'x2');
    await insertAgents(db.pool, 'b', 1);
    expect(entities(await take(second, 1))).toEqual(['x2']);
    expect(entities(await take(agents, 2))).toEqual(['a1', 'b1']);
  });

  test('known kinds, also in a page with a kind that a newer version has written', async () => {
    const { db, tail } = outbox;
    const agents = tail.subscribe({ kind: 'agent' });
    await db.pool.query(`INSERT INTO outbox (kind, "entityId", status) VALUES ('novelty', 'x', 'new')`);
    await insertAgents(db.pool, 'a', 1);
    expect(entities(await take(agents, 1))).toEqual(['a1']);
  });

  test('no events from a time without subscribers', async () => {
    const { db, tail } = outbox;
    for (let round = 1; round <= 3; round += 1) {
      await insertAgents(db.pool, `before${round}-`, 5);
      // Events of the last few milliseconds before may be delivered.
      await db.pool.query(`UPDATE outbox SET at = at - interval '1 minute'`);
      const agents = tail.subscribe({ kind: 'agent' });
      await insertAgents(db.pool, `after${round}-`, 1);
      expect(entities(await take(agents, 1))).toEqual([`after${round}-1`]);
      await agents.return();
    }
  });

  test('events to others when a filter throws, which ends only its own subscription', async () => {
    const { db, tail } = outbox;
    const broken = tail.subscribe({
      kind: 'agent',
      filter: () => {
        throw new Error('a bug');
      },
    });
    const sound = tail.subscribe({ kind: 'agent' });
    await insertAgents(db.pool, 'a', 1);
    expect(entities(await take(sound, 1))).toEqual(['a1']);
    await expect(broken.next()).rejects.toThrow('a bug');
    expect(await broken.next()).toEqual({ done: true, value: undefined });
  });

  test('what an agent writes by SQL', async () => {
    const { db, tail } = outbox;
    const login = uniqueName('agent_login');
    await insertAgents(db.pool, 'a', 1);
    await insertAttempts(db.pool, 'x', 1);
    const jobs = tail.subscribe({ kind: 'job' });
    await db.pool.query('SELECT create_agent_login($1, $2, $3)', [login, 'a-long-password', ['a1']]);
    const url = new URL(db.url);
    url.username = login;
    url.password = 'a-long-password';
    const agent = new pg.Client({ connectionString: url.href });
    await agent.connect();
    try {
      await agent.query(
        `UPDATE "AgentJobExecution" SET status='completed', result=$1::jsonb, "completedAt"=now(), "updatedAt"=now() WHERE id = $2`,
        ['{"ok": true}', 'x1'],
      );
      const [event] = await take(jobs, 1);
      expect(event).toMatchObject({ entityId: 'x1', previousStatus: 'running', status: 'completed' });
    } finally {
      await agent.end();
      await db.pool.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
    }
  });

  test('a bulk update of many pages, which is one insert of a few rows', async () => {
    const { db, tail } = outbox;
    const count = 3 * PAGE_SIZE + 1;
    await insertAttempts(db.pool, 'x', count);
    const jobs = tail.subscribe({ kind: 'job', maxQueued: count });
    await db.pool.query(`
      CREATE TABLE inserts (rows bigint);
      CREATE FUNCTION count_inserts() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO callboard.inserts SELECT count(*) FROM new_rows; RETURN NULL; END $$;
      CREATE TRIGGER count_inserts AFTER INSERT ON outbox REFERENCING NEW TABLE AS new_rows
        FOR EACH STATEMENT EXECUTE FUNCTION count_inserts()`);
    await db.pool.query(`UPDATE "AgentJobExecution" SET status = 'completed' WHERE status = 'running'`);
    const { rows } = await db.pool.query('SELECT rows FROM inserts');
    expect(rows).toEqual([{ rows: 4 }]);
    const events = await take(jobs, count);
    expect(new Set(entities(events)).size).toBe(count);
    for (const { entityId, jobId } of events) expect(jobId).toBe(entityId.replace('x', 'xjob'));
  });

  test('the rest of a row of many events to a subscriber that has read some of them', async () => {
    const { db, tail } = outbox;
    const count = 2 * PAGE_SIZE + 500;
    const start = await tail.currentCursor();
    await insertAgents(db.pool, 'before', 1);
    await insertAttempts(db.pool, 'x', count);
    await db.pool.query(`UPDATE "AgentJobExecution" SET status = 'completed' WHERE status = 'running'`);
    await complete(db.pool, 'x1'); // no event
    const all = await take(tail.subscribe({ kind: 'job', after: start, maxQueued: count }), count);
    for (const read of [1, PAGE_SIZE - 1, PAGE_SIZE, PAGE_SIZE + 1, 1_777, count - 1]) {
      const rest = tail.subscribe({ kind: 'job', after: all[read - 1]?.cursor, maxQueued: count });
      expect(entities(await take(rest, count - read))).toEqual(entities(all.slice(read)));
      await rest.return();
    }
  });
});

describe('transactions', () => {
  test('delay nobody while they are open, and their events are delivered when they commit', async () => {
    const { db, tail } = outbox;
    const agents = tail.subscribe({ kind: 'agent' });
    const late = await openTransaction(db.url);
    await insertAgents(late, 'late', 1);
    await insertAgents(db.pool, 'early', 1);
    const [early] = await take(agents, 1);
    expect(early?.entityId).toBe('early1');
    await late.query('COMMIT');
    await late.end();
    const [committed] = await take(agents, 1);
    expect(committed?.entityId).toBe('late1');
    // Not before what was already delivered, although its position is lower; resuming does not miss or repeat
    // it either.
    const resumed = tail.subscribe({ kind: 'agent', after: early?.cursor });
    const ended = tail.subscribe({ kind: 'agent', after: committed?.cursor });
    await insertAgents(db.pool, 'next', 1);
    expect(entities(await take(resumed, 2))).toEqual(['late1', 'next1']);
    expect(entities(await take(ended, 1))).toEqual(['next1']);
  });

  test('that are large and surround others are delivered once, over several pages', async () => {
    const { db, tail } = outbox;
    const start = await tail.currentCursor();
    const agents = tail.subscribe({ kind: 'agent' });
    const large = await openTransaction(db.url);
    await insertAgents(large, 'x', 1_200);
    await insertAgents(db.pool, 'meanwhile', 5);
    const [between] = (await take(agents, 5)).slice(-1);
    await insertAgents(large, 'y', 1_300);
    await large.query('COMMIT');
    await large.end();
    await insertAgents(db.pool, 'last', 1);
    for (const subscription of [agents, tail.subscribe({ kind: 'agent', after: between?.cursor })]) {
      const events = entities(await take(subscription, 2_501));
      expect(new Set(events).size).toBe(2_501);
      expect(events).not.toContain('meanwhile1');
      expect(events.at(-1)).toBe('last1');
    }
    const all = entities(await take(tail.subscribe({ kind: 'agent', after: start }), 2_506));
    expect(new Set(all).size).toBe(2_506);
  });

  test('that have many pages are read page after page, and no page waits for another notification', async () => {
    const { db, tail } = outbox;
    const agents = tail.subscribe({ kind: 'agent' });
    await insertAgents(db.pool, 'first', 1);
    await take(agents, 1);
    const pages = 12;
    const [events] = await Promise.all([
      take(agents, pages * PAGE_SIZE),
      insertAgents(db.pool, 'many', pages * PAGE_SIZE),
    ]);
    expect(new Set(entities(events)).size).toBe(pages * PAGE_SIZE);
  });

  test('that are rolled back, fully or to a savepoint, are not seen', async () => {
    const { db, tail } = outbox;
    const agents = tail.subscribe({ kind: 'agent' });
    const client = await openTransaction(db.url);
    await insertAgents(client, 'kept', 1);
    await client.query('SAVEPOINT here');
    await insertAgents(client, 'dropped', 1);
    await client.query('ROLLBACK TO here');
    await insertAgents(client, 'also_kept', 1);
    await client.query('COMMIT; BEGIN');
    await insertAgents(client, 'rolled_back', 1);
    await client.query('ROLLBACK');
    await client.end();
    await insertAgents(db.pool, 'last', 1);
    expect(entities(await take(agents, 3))).toEqual(['kept1', 'also_kept1', 'last1']);
  });
});

describe('a subscription resumes', () => {
  test('from each event, within a batch or between two: everything that follows is delivered once', async () => {
    const { db, tail } = outbox;
    const agents = tail.subscribe({ kind: 'agent' });
    await insertAgents(db.pool, 'a', 5);
    await insertAgents(db.pool, 'b', 1);
    await insertAgents(db.pool, 'c', 4);
    const all = await take(agents, 10);
    for (const [index, { cursor }] of all.entries()) {
      const rest = all.slice(index + 1);
      const resumed = tail.subscribe({ kind: 'agent', after: cursor });
      const events = await take(resumed, rest.length);
      expect(entities(events)).toEqual(entities(rest));
      await resumed.return();
    }
  });

  test('at another server, over several pages, while new events arrive', async () => {
    const { db, tail, startTail } = outbox;
    const after = await tail.currentCursor();
    await insertAgents(db.pool, 'first', 2_500);
    const other = await startTail();
    const agents = other.subscribe({ kind: 'agent', after });
    const seen = entities(await take(agents, 1_200));
    await insertAgents(db.pool, 'second', 500);
    seen.push(...entities(await take(agents, 1_800)));
    expect(new Set(seen).size).toBe(3_000);
    expect(seen.at(-1)).toMatch('second');
  });

  test('from a cursor that was read before the data, with what the data does not show', async () => {
    const { db, tail } = outbox;
    await insertAgents(db.pool, 'before', 1);
    const after = await tail.currentCursor();
    await insertAgents(db.pool, 'after', 1);
    const agents = tail.subscribe({ kind: 'agent', after });
    expect(entities(await take(agents, 1))).toEqual(['after1']);
  });

  test('without repeats if the tail is behind the cursor', async () => {
    const { db, tail } = outbox;
    const agents = tail.subscribe({ kind: 'agent' });
    // Committed and read in the time of one statement: the tail cannot have read it when the second one
    // subscribes.
    const client = await db.pool.connect();
    await insertAgents(client, 'before', 1_000);
    const after = await tail.currentCursor();
    client.release();
    const late = tail.subscribe({ kind: 'agent', after });
    await insertAgents(db.pool, 'after', 1);
    expect(entities(await take(late, 1))).toEqual(['after1']);
    expect(entities(await take(agents, 1_001)).at(-1)).toBe('after1');
  });

  test.each(['', 'rubbish', Buffer.from('1|5:4:|5:4:|0').toString('base64url')])(
    'not with an invalid cursor: "%s"',
    async (after) => {
      const subscription = outbox.tail.subscribe({ kind: 'job', after });
      const error = await failure(subscription.next());
      expect(error).toMatchObject({ code: 'BAD_CURSOR', cursor: undefined });
      expect(await subscription.next()).toEqual({ done: true, value: undefined });
    },
  );

  test('not with a cursor of another history of the database, which lies ahead of it', async () => {
    const ahead = '900000000000:900000000000:';
    const after = Buffer.from(`1|${ahead}|${ahead}|0`).toString('base64url');
    const error = await failure(outbox.tail.subscribe({ kind: 'job', after }).next());
    expect(error).toMatchObject({ code: 'CURSOR_EXPIRED', cursor: undefined });
  });
});

describe('a subscription ends', () => {
  test('when it lags, with a cursor after which it has lost nothing', async () => {
    const { db, tail, metrics } = outbox;
    const slow = tail.subscribe({ kind: 'agent', maxQueued: 5 });
    const quick = tail.subscribe({ kind: 'agent' });
    await insertAgents(db.pool, 'a', 3);
    await take(quick, 3);
    expect(entities(await take(slow, 1))).toEqual(['a1']);
    await insertAgents(db.pool, 'b', 10);
    await take(quick, 10);
    const error = await failure(slow.next());
    expect(error).toMatchObject({ code: 'LAGGED', cursor: expect.any(String) });
    expect(await slow.next()).toEqual({ done: true, value: undefined });
    expect(await metrics.getSingleMetricAsString('callboard_event_subscribers')).toContain(
      '{kind="agent"} 1',
    );
    const resumed = tail.subscribe({ kind: 'agent', after: error.cursor, maxQueued: 5 });
    const rest = entities(await take(resumed, 12));
    expect(rest).toEqual(['a2', 'a3', ...Array.from({ length: 10 }, (_, i) => `b${i + 1}`)]);
  });

  test('when it lags before it took anything, with the cursor where it began', async () => {
    const { db, tail } = outbox;
    const slow = tail.subscribe({ kind: 'agent', maxQueued: 1 });
    const quick = tail.subscribe({ kind: 'agent' });
    await insertAgents(db.pool, 'a', 2);
    await take(quick, 2);
    const { cursor } = await failure(slow.next());
    expect(entities(await take(tail.subscribe({ kind: 'agent', after: cursor }), 2))).toEqual(['a1', 'a2']);
  });

  test('when it cannot catch up because the database is down, with its cursor', async () => {
    const { db, tail, breakNextStatement } = outbox;
    const after = await tail.currentCursor();
    await insertAgents(db.pool, 'a', 1);
    breakNextStatement();
    const error = await failure(tail.subscribe({ kind: 'agent', after }).next());
    expect(error).toMatchObject({ code: 'UNAVAILABLE', cursor: after });
    expect(error.message).not.toMatch(/connection|terminated/i);
    expect(entities(await take(tail.subscribe({ kind: 'agent', after }), 1))).toEqual(['a1']);
  });

  test('on return(), which ends a waiting next() at once, and leaves nothing behind', async () => {
    const { db, tail, metrics } = outbox;
    const after = await tail.currentCursor();
    await insertAgents(db.pool, 'a', 3);
    const waiting = tail.subscribe({ kind: 'job', heartbeatMs: 60_000 });
    const catchingUp = tail.subscribe({ kind: 'agent', after });
    const next = waiting.next();
    expect(await waiting.return()).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    await catchingUp.return();
    expect(await catchingUp.next()).toEqual({ done: true, value: undefined });
    const subscribers = await metrics.getSingleMetricAsString('callboard_event_subscribers');
    expect(subscribers).toContain('{kind="job"} 0');
    expect(subscribers).toContain('{kind="agent"} 0');
  });

  test('when a for await loop is left', async () => {
    const { db, tail, metrics } = outbox;
    const agents = tail.subscribe({ kind: 'agent' });
    await insertAgents(db.pool, 'a', 2);
    for await (const item of agents) {
      expect(item).toMatchObject({ entityId: 'a1' });
      break;
    }
    expect(await metrics.getSingleMetricAsString('callboard_event_subscribers')).toContain(
      '{kind="agent"} 0',
    );
  });

  test('when the server shuts down, and another server continues from the cursor', async () => {
    const { db, tail, startTail } = outbox;
    const other = await startTail();
    const idle = tail.subscribe({ kind: 'agent' });
    const busy = tail.subscribe({ kind: 'agent' });
    const waiting = take(idle, 2);
    await insertAgents(db.pool, 'a', 1);
    await take(busy, 1);
    await tail.stop();
    const error = await failure(waiting);
    expect(error.code).toBe('STOPPED');
    await insertAgents(db.pool, 'b', 1);
    expect(entities(await take(other.subscribe({ kind: 'agent', after: error.cursor }), 1))).toEqual(['b1']);
    expect(await failure(tail.subscribe({ kind: 'agent' }).next())).toMatchObject({ code: 'STOPPED' });
  });
});

test('a quiet subscriber gets the position of the tail', async () => {
  const { db, tail } = outbox;
  const jobs = tail.subscribe({ kind: 'job', heartbeatMs: 20 });
  const agents = tail.subscribe({ kind: 'agent' });
  await insertAgents(db.pool, 'a', 1);
  await take(agents, 1);
  const { value } = await jobs.next();
  expect(value).toEqual({ kind: 'heartbeat', cursor: expect.any(String) });
  await insertAgents(db.pool, 'b', 1);
  const resumed = tail.subscribe({ kind: 'agent', after: value?.cursor });
  expect(entities(await take(resumed, 1))).toEqual(['b1']);
});

test('deliveries and their delay are counted', async () => {
  const { db, tail, metrics } = outbox;
  const [one, two] = [tail.subscribe({ kind: 'agent' }), tail.subscribe({ kind: 'agent' })];
  await insertAgents(db.pool, 'a', 3);
  await Promise.all([take(one, 3), take(two, 3)]);
  const text = await metrics.metrics();
  expect(text).toContain('callboard_events_delivered_total{kind="agent"} 6');
  expect(text).toContain('callboard_event_subscribers{kind="agent"} 2');
  expect(text).toMatch(/callboard_event_lag_seconds_count [1-9]/);
});

test('a subscription before the start throws', async () => {
  const { createOutboxTail } = await import('../../src/events/outbox-tail.js');
  const { db, logger } = outbox;
  const listener = { listen: () => createDeferred().promise, close: async () => {} };
  const tail = createOutboxTail({ pool: db.pool, listener, logger });
  expect(() => tail.subscribe({ kind: 'job' })).toThrow('has not been started');
});
