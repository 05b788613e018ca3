/**
 * The seeded scheduler of a simulated run. Whatever the simulated processes do to the outside (a statement, a
 * call of an agent, a notification) waits here as a step until the scheduler lets it happen; between two
 * steps nothing moves. So one seed decides the order of everything: which worker's statement comes next,
 * which process dies between two of them, which commit is late, how the clock moves. The database is real: a
 * statement that waits for a lock is noticed and set aside until the lock is free.
 */
import type pg from 'pg';
import { vi } from 'vitest';
import { setVirtualClock } from './virtual-clock.js';
import { weighted } from './weighted.js';

const realSetTimeout = globalThis.setTimeout;
const realSetImmediate = globalThis.setImmediate;
const realDelay = (ms: number) =>
  new Promise<undefined>((resolve) => realSetTimeout(() => resolve(undefined), ms));

/** A simulated process: its steps are taken while it lives and is not stopped. */
export interface Actor {
  name: string;
  alive: boolean;
  /** Stopped (SIGSTOP) until this instant of the virtual clock. */
  stoppedUntil: number;
}

export interface Step {
  actor: Actor;
  /** For the trace. */
  name: string;
  /** How likely it is chosen beside others; default 1. A late commit is a step with a small weight. */
  weight?: number;
  run(): void | Promise<void>;
}

/** One session of the database, as the simulator watches it. */
export interface Session {
  actor: Actor;
  /** Its position among the sessions of its pool, in the order in which they were opened. */
  number: number;
  pid: number;
  inTransaction: boolean;
  /** By the virtual clock: when its last statement ended. */
  idleSince: number;
}

interface Blocked {
  session: Session;
  /** Sessions that held its lock, or were ahead of it, when it began to wait. */
  behind: readonly number[];
  finished: Promise<() => void>;
  /** By the virtual clock: when PostgreSQL would give up waiting. */
  givesUpAt: number;
  giveUp(): void;
}

/** What became of a statement: hands out its result, or the sessions that it waits for. */
type Outcome = { tell: () => void; behind?: undefined } | { tell?: undefined; behind: readonly number[] };

/** As `lock_timeout` of the worker's pool. */
const LOCK_TIMEOUT_MS = 5_000;
/** As `idle_in_transaction_session_timeout` of all our connections. */
const IDLE_IN_TRANSACTION_MS = 30_000;
/** After this long without a result a statement may be waiting for a lock. */
const BLOCKED_AFTER_MS = 4;
const TRACED = 400;

export interface Simulator {
  random(): number;
  /** A whole number in [0, count). */
  below(count: number): number;
  chance(probability: number): boolean;
  /** The clock of the processes. */
  now(): number;
  /** The clock of the database, which may have been stepped. */
  databaseNow(): number;
  add(step: Step): void;
  /**
   * Sends a statement and waits for its result, or until it is seen to wait for a lock; then `resolve` or
   * `reject` come later.
   */
  execute<T>(
    session: Session,
    statement: {
      send(): Promise<T>;
      mayNotify: boolean;
      lockTimeoutMs?: number | undefined;
      /** Awaits its result even if it waits for a lock, because that wait is short. */
      givesUpItself: boolean;
    },
    settle: { resolve(value: T): void; reject(error: unknown): void },
  ): Promise<void>;
  /** Lets one ready step happen. False if none is ready. */
  takeStep(): Promise<boolean>;
  /** Moves the clock of the processes and of the database, and starts what is due by then. */
  advance(ms: number): Promise<void>;
  /** Moves the database's clock forward or back; the processes do not notice. */
  stepDatabaseClock(ms: number): Promise<void>;
  /** Moves the clock to the next timer, at most this far. */
  advanceToTimer(mostMs: number): Promise<void>;
  /**
   * The process is gone: nothing of it happens any more, its sessions end and their transactions roll back.
   */
  kill(actor: Actor): Promise<void>;
  register(session: Session): void;
  unregister(session: Session): void;
  /** Called for each statement outside a transaction, and each commit, that may have sent a notification. */
  onCommitted: () => Promise<void>;
  note(text: string): void;
  /** The last steps, oldest first. */
  trace(): string[];
  /**
   * The steps up to the first lock for which two sessions waited: PostgreSQL alone decides which of them gets
   * it.
   */
  repeatable(): string[];
}

/** @param monitor a connection of a superuser, outside the simulation */
export function createSimulator(random: () => number, monitor: pg.Client): Simulator {
  let ready: (Step & { order: string })[] = [];
  let blocked: Blocked[] = [];
  const sessions = new Set<Session>();
  const lines: string[] = [];
  let contestedAt: number | undefined;
  let databaseAhead = 0;
  const below = (count: number) => Math.floor(random() * count);

  /** Waits until every process waits for a step or a timer. */
  async function idle(): Promise<void> {
    for (let quiet = 0, last = -1, rounds = 0; quiet < 2; ) {
      if (++rounds > 500) throw new Error(`never idle: ${ready.length} ready`);
      await new Promise<void>((resolve) => realSetImmediate(resolve));
      quiet = ready.length === last ? quiet + 1 : 0;
      last = ready.length;
    }
  }

  /** @returns for each of these sessions that waits, the sessions that it waits for */
  async function waitingForLocks(pids: number[]): Promise<Map<number, number[]>> {
    const { rows } = await monitor.query<{ pid: number; behind: number[] }>(
      `SELECT * FROM (SELECT pid, pg_blocking_pids(pid) AS behind FROM unnest($1::int[]) AS backend(pid)) waits
       WHERE cardinality(behind) > 0`,
      [pids],
    );
    return new Map(rows.map(({ pid, behind }) => [pid, behind]));
  }

  /**
   * Waits for the result of a statement, or until it is seen to wait for a lock. How long that takes on a busy
   * machine must not change the order of what happens.
   */
  async function outcome(session: Session, finished: Blocked['finished']): Promise<Outcome> {
    for (;;) {
      const tell = await Promise.race([finished, realDelay(BLOCKED_AFTER_MS)]);
      if (tell) return { tell };
      const behind = (await waitingForLocks([session.pid])).get(session.pid);
      if (behind) return { behind };
    }
  }

  /** Hands out the results of statements whose lock has become free. Some then wait for another lock. */
  async function unblock(): Promise<void> {
    while (blocked.length > 0) {
      const waiting = await waitingForLocks(blocked.map(({ session }) => session.pid));
      const free = blocked.filter(({ session }) => !waiting.has(session.pid));
      if (free.length === 0) return;
      for (const one of free) {
        const { tell } = await outcome(one.session, one.finished);
        if (!tell) continue;
        blocked = blocked.filter((other) => other !== one);
        tell();
        await idle();
      }
    }
  }

  function choose(): Step | undefined {
    const able = ready
      .filter(({ actor }) => actor.alive && actor.stoppedUntil <= Date.now())
      .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
    return weighted(able, ({ weight = 1 }) => weight, random());
  }

  function note(text: string): void {
    lines.push(`${new Date().toISOString().slice(14, 23)} ${text}`);
  }

  async function clockMoved(): Promise<void> {
    const now = Date.now();
    await setVirtualClock(monitor, now + databaseAhead);
    for (const one of blocked.filter(({ givesUpAt }) => givesUpAt <= now)) {
      one.giveUp();
      await monitor.query('SELECT pg_cancel_backend($1)', [one.session.pid]);
      await one.finished;
    }
    const forgotten = [...sessions].filter(
      (session) =>
        session.inTransaction &&
        session.idleSince + IDLE_IN_TRANSACTION_MS <= now &&
        !blocked.some((one) => one.session === session),
    );
    await terminate(forgotten);
    await unblock();
    await idle();
  }

  async function terminate(ended: readonly Session[]): Promise<void> {
    const pids = ended.map(({ pid }) => pid);
    if (pids.length === 0) return;
    await monitor.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS backend(pid)', [pids]);
    const left = 'SELECT FROM pg_stat_activity WHERE pid = ANY ($1::int[])';
    while ((await monitor.query(left, [pids])).rows.length > 0) await realDelay(1);
    for (const session of ended) sessions.delete(session);
  }

  const simulator: Simulator = {
    random,
    below,
    chance: (probability) => random() < probability,
    now: () => Date.now(),
    databaseNow: () => Date.now() + databaseAhead,
    // Which of two processes reached its step first is chance; the order of the choice is not.
    add: (step) => void ready.push(Object.assign(step, { order: `${step.actor.name} ${step.name}` })),
    async execute(
      session,
      { send, mayNotify, lockTimeoutMs = LOCK_TIMEOUT_MS, givesUpItself },
      { resolve, reject },
    ) {
      let gaveUp = false;
      const giveUp = () => {
        gaveUp = true;
      };
      const end = (tell: () => void) => {
        session.idleSince = Date.now();
        return tell;
      };
      const finished = send().then(
        (value) => end(() => resolve(value)),
        (error) => end(() => reject(gaveUp ? lockTimeout() : error)),
      );
      const { tell, behind } = givesUpItself ? { tell: await finished } : await outcome(session, finished);
      if (!tell) {
        note(`${session.actor.name} waits for a lock [${session.number}]`);
        if (blocked.some((other) => isContest(other, { session, behind }))) contestedAt ??= lines.length;
        const givesUpAt = Date.now() + lockTimeoutMs;
        blocked.push({ session, behind, finished, givesUpAt, giveUp });
        return;
      }
      tell();
      await idle();
      await unblock();
      if (mayNotify && !session.inTransaction) await simulator.onCommitted();
    },
    async takeStep() {
      const step = choose();
      if (!step) return false;
      ready = ready.filter((one) => one !== step);
      note(`${step.actor.name}: ${step.name}`);
      await step.run();
      await idle();
      return true;
    },
    async advance(ms) {
      vi.advanceTimersByTime(ms);
      await clockMoved();
    },
    async stepDatabaseClock(ms) {
      note(`the database's clock is set by ${ms} ms`);
      databaseAhead += ms;
      await clockMoved();
    },
    async advanceToTimer(mostMs) {
      const before = Date.now();
      vi.advanceTimersToNextTimer();
      if (Date.now() === before) vi.advanceTimersByTime(Math.max(1, Math.min(100, mostMs)));
      await clockMoved();
    },
    async kill(actor) {
      note(`${actor.name} is killed`);
      actor.alive = false;
      ready = ready.filter((step) => step.actor !== actor);
      blocked = blocked.filter(({ session }) => session.actor !== actor);
      await terminate([...sessions].filter((session) => session.actor === actor));
      await unblock();
      await idle();
    },
    register: (session) => void sessions.add(session),
    unregister: (session) => void sessions.delete(session),
    onCommitted: async () => {},
    note,
    trace: () => lines.slice(-TRACED),
    repeatable: () => lines.slice(0, contestedAt),
  };
  return simulator;
}

/** Whether two sessions wait for the same one, or one behind the other. */
function isContest(
  one: Pick<Blocked, 'session' | 'behind'>,
  other: Pick<Blocked, 'session' | 'behind'>,
): boolean {
  const involved = new Set([one.session.pid, ...one.behind]);
  return [other.session.pid, ...other.behind].some((pid) => involved.has(pid));
}

function lockTimeout(): Error {
  return Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
}
