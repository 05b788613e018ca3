import { createHash } from 'node:crypto';
import { LIMITS } from '../../domain/limits.js';
import { createLoop } from '../../runtime/loop.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import type { Actor } from '../../services/access/context.js';
import type { Credential } from '../../services/access/create-authenticator.js';

export interface SessionsOptions {
  /** Undefined if the credential is unknown, revoked or expired. */
  authenticate: (credential: Credential) => Promise<Actor | undefined>;
  logger: Logger;
  /**
   * How often the credentials of living subscriptions are checked, in milliseconds. Defaults to 15,000. They
   * are also checked when they expire.
   */
  recheckMs?: number;
}

/**
 * Resolves credentials to actors and checks whether they are still valid. A subscription does not
 * outlive its credential.
 */
export interface Sessions {
  /** Reads once for all requests that come with the same credential within a moment. */
  authenticate(credential: Credential): Promise<Actor | undefined>;
  /**
   * Calls `onEnded` when the credential is no longer valid. Call the returned function when the
   * subscription has ended; it is idempotent.
   */
  watch(credential: Credential, onEnded: () => void): () => void;
  /** Checks all credentials again now, because a token was revoked or a user signed out. */
  recheck(): void;
  stop(): Promise<void>;
}

/** Number of cached answers. When it is exceeded, all are dropped. */
const MAX_KNOWN = 10_000;

export function createSessions({ authenticate, logger, recheckMs = 15_000 }: SessionsOptions): Sessions {
  const watched = new Map<string, { credential: Credential; endings: Set<() => void> }>();
  const known = new Map<string, { actor: Promise<Actor | undefined>; until: number }>();
  const loop = createLoop({
    name: 'sessions',
    logger,
    async runOnce() {
      let nextMs = recheckMs;
      for (const [key, { credential, endings }] of [...watched]) {
        const actor = await ask(credential);
        if (actor) {
          nextMs = Math.min(nextMs, msUntilExpiry(actor));
          continue;
        }
        watched.delete(key);
        for (const onEnded of endings) onEnded();
      }
      return watched.size === 0 ? null : nextMs;
    },
  });

  function ask(credential: Credential): Promise<Actor | undefined> {
    const key = keyOf(credential);
    const found = known.get(key);
    if (found && found.until > performance.now()) return found.actor;
    if (known.size >= MAX_KNOWN) known.clear();
    const actor = authenticate(credential);
    const entry = { actor, until: performance.now() + LIMITS.credentialCacheMs };
    known.set(key, entry);
    // A failed check is not cached: the next request tries again.
    actor.catch(() => known.get(key) === entry && known.delete(key));
    return actor;
  }

  return {
    authenticate: ask,
    watch(credential, onEnded) {
      const key = keyOf(credential);
      const entry = watched.get(key) ?? { credential, endings: new Set() };
      entry.endings.add(onEnded);
      if (!watched.has(key)) {
        watched.set(key, entry);
        loop.start();
        loop.wake();
      }
      return () => {
        entry.endings.delete(onEnded);
        if (entry.endings.size === 0 && watched.get(key) === entry) watched.delete(key);
      };
    },
    recheck() {
      known.clear();
      loop.wake();
    },
    stop: () => loop.stop(),
  };
}

/** The clock of the database may be a little behind. If it is far behind, the regular checks are enough. */
const CLOCK_SKEW_MS = 2_000;

/** Never less than the answers of earlier checks are cached. */
function msUntilExpiry({ expiresAt }: Actor): number {
  // The driver reads `infinity`, which SQL can write, as a number.
  if (!(expiresAt instanceof Date)) return Number.POSITIVE_INFINITY;
  const left = expiresAt.getTime() - Date.now();
  return left < -CLOCK_SKEW_MS ? Number.POSITIVE_INFINITY : Math.max(left, LIMITS.credentialCacheMs);
}

/** A key of bounded length, however long the credential is. */
function keyOf({ kind, secret }: Credential): string {
  return `${kind} ${createHash('sha256').update(secret).digest('base64url')}`;
}
