import { createHash } from 'node:crypto';
import { LIMITS } from '../../domain/limits.js';
import type { Logger } from '../../runtime/logger.js';
import { createLoop } from '../../runtime/loop.js';
import type { Actor } from '../../services/access/context.js';

/** What somebody signed in with: an API token, or the cookie of a browser that did so before. */
export interface Credential {
  kind: 'token' | 'session';
  secret: string;
}

export interface SessionsOptions {
  /** Undefined: the credential is unknown, revoked or expired. */
  authenticate: (credential: Credential) => Promise<Actor | undefined>;
  logger: Logger;
  /** How often the credentials of living subscriptions are asked again, in milliseconds; default 15 000. */
  recheckMs?: number;
}

/** Who is behind a credential, and whether still: a subscription does not outlive the one it came with. */
export interface Sessions {
  /** Asks once for all who come with the same credential within a moment. */
  authenticate(credential: Credential): Promise<Actor | undefined>;
  /** Calls `onEnded` when the credential ceases to be good. Returns what to call when the subscription has ended; idempotent. */
  watch(credential: Credential, onEnded: () => void): () => void;
  /** Asks all again now: a token was revoked, or somebody signed out. */
  recheck(): void;
  stop(): Promise<void>;
}

/** Answers that are kept at once; beyond that all are forgotten. */
const MAX_KNOWN = 10_000;

export function createSessions({ authenticate, logger, recheckMs = 15_000 }: SessionsOptions): Sessions {
  const watched = new Map<string, { credential: Credential; endings: Set<() => void> }>();
  const known = new Map<string, { actor: Promise<Actor | undefined>; until: number }>();
  const loop = createLoop({
    name: 'sessions',
    logger,
    async runOnce() {
      for (const [key, { credential, endings }] of [...watched]) {
        if (await ask(credential)) continue;
        watched.delete(key);
        for (const onEnded of endings) onEnded();
      }
      return watched.size === 0 ? null : recheckMs;
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
    // What could not be asked is asked again by the next.
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

/** Short, however long what was sent is. */
function keyOf({ kind, secret }: Credential): string {
  return `${kind} ${createHash('sha256').update(secret).digest('base64url')}`;
}
