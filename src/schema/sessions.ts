import type { Logger } from '../runtime/logger.js';
import { createLoop } from '../runtime/loop.js';
import type { Actor } from '../services/context.js';

export interface SessionsOptions {
  /** Undefined: the token is unknown, revoked or expired. */
  authenticate: (token: string) => Promise<Actor | undefined>;
  logger: Logger;
  /** How often the tokens of living subscriptions are asked again, in milliseconds; default 15 000. */
  recheckMs?: number;
}

/** Who is behind a token, and whether still: a subscription does not outlive the token it came with. */
export interface Sessions {
  authenticate(token: string): Promise<Actor | undefined>;
  /** Calls `onEnded` when the token ceases to be good. Returns what to call when the subscription has ended; idempotent. */
  watch(token: string, onEnded: () => void): () => void;
  /** Asks all again now: a token was revoked. */
  recheck(): void;
  stop(): Promise<void>;
}

export function createSessions({ authenticate, logger, recheckMs = 15_000 }: SessionsOptions): Sessions {
  const watched = new Map<string, Set<() => void>>();
  const loop = createLoop({
    name: 'sessions',
    logger,
    async runOnce() {
      for (const [token, endings] of [...watched]) {
        if (await authenticate(token)) continue;
        watched.delete(token);
        for (const onEnded of endings) onEnded();
      }
      return watched.size === 0 ? null : recheckMs;
    },
  });

  return {
    authenticate,
    watch(token, onEnded) {
      const endings = watched.get(token) ?? new Set();
      endings.add(onEnded);
      if (!watched.has(token)) {
        watched.set(token, endings);
        loop.start();
        loop.wake();
      }
      return () => {
        endings.delete(onEnded);
        if (endings.size === 0 && watched.get(token) === endings) watched.delete(token);
      };
    },
    recheck: () => loop.wake(),
    stop: () => loop.stop(),
  };
}
