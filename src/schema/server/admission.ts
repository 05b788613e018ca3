/**
 * Limits how many operations run at once and how many bytes they hold. Operations of one API token
 * share both limits, so that one client cannot use up the share of others.
 */
import { LIMITS } from '../../domain/limits.js';
import { ByteBudget } from '../../runtime/limits/byte-budget.js';
import { createFairSemaphore } from '../../runtime/limits/fair-semaphore.js';
import { codedError } from '../types/coded-error.js';

/** An operation that may run. */
export interface Admitted {
  /** The API token that the operation counts against, or the address of a request without one. */
  key: string;
  budget: ByteBudget;
  /**
   * Runs work that keeps the place and the bytes until it has ended, even if the client disconnects
   * before.
   */
  during<T>(work: () => T | Promise<T>): Promise<T>;
  /**
   * To be called when the answer has been received or a subscription has begun. Frees the place and
   * the bytes once no work is running. Idempotent.
   */
  leave(): void;
}

/** @param leavePlace frees the place; must be idempotent */
export function createAdmitted(key: string, budget: ByteBudget, leavePlace: () => void): Admitted {
  let running = 0;
  let left = false;
  const makeRoom = () => {
    if (!left || running > 0) return;
    budget.release();
    leavePlace();
  };
  return {
    key,
    budget,
    async during(work) {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        makeRoom();
      }
    },
    leave() {
      left = true;
      makeRoom();
    },
  };
}

export interface Admission {
  /**
   * Waits for a place.
   * @throws GraphQLError `TOO_MANY_REQUESTS`
   */
  enter(key: string): Promise<Admitted>;
  /**
   * Bytes for one event of a subscription, which needs no place. `release` them when the event has
   * been sent.
   */
  eventBudget(key: string): ByteBudget;
  /**
   * Counts a subscription. Call the returned function when it has ended; it is idempotent.
   * @throws GraphQLError `TOO_MANY_SUBSCRIPTIONS`
   */
  subscribe(key: string): () => void;
}

export function createAdmission(): Admission {
  const places = createFairSemaphore({
    max: LIMITS.operations,
    maxPerKey: LIMITS.operationsPerToken,
    maxWaitingPerKey: LIMITS.waitingOperationsPerToken,
    waitMs: LIMITS.operationWaitMs,
  });
  const subscriptions = createFairSemaphore({
    max: LIMITS.subscriptions,
    maxPerKey: LIMITS.subscriptionsPerToken,
  });
  const server = new ByteBudget(LIMITS.serverBytes);
  /** An entry lives as long as an operation or event refers to it. */
  const tokens = new Map<string, WeakRef<ByteBudget>>();
  const forgotten = new FinalizationRegistry((key: string) => {
    if (!tokens.get(key)?.deref()) tokens.delete(key);
  });

  function tokenBudget(key: string): ByteBudget {
    const known = tokens.get(key)?.deref();
    if (known) return known;
    const budget = new ByteBudget(LIMITS.tokenBytes, server);
    tokens.set(key, new WeakRef(budget));
    forgotten.register(budget, key);
    return budget;
  }

  return {
    async enter(key) {
      const leave = await places.enter(key);
      if (!leave) throw tooManyRequests(`Too many operations of this API token are running: try again.`);
      return createAdmitted(key, new ByteBudget(LIMITS.operationBytes, tokenBudget(key)), leave);
    },
    subscribe(key) {
      const leave = subscriptions.tryEnter(key);
      if (leave) return leave;
      const message = `One server accepts at most ${LIMITS.subscriptionsPerToken.toLocaleString('en')} subscriptions of one API token, and ${LIMITS.subscriptions.toLocaleString('en')} in total.`;
      throw codedError('TOO_MANY_SUBSCRIPTIONS', message);
    },
    eventBudget: (key) => new ByteBudget(LIMITS.operationBytes, tokenBudget(key)),
  };
}

/** The request can be repeated after this many seconds. */
export function tooManyRequests(message: string, retryAfterSeconds = 1) {
  const error = codedError('TOO_MANY_REQUESTS', message, { retryAfter: retryAfterSeconds });
  error.extensions.http = { status: 429, headers: { 'retry-after': String(retryAfterSeconds) } };
  return error;
}
