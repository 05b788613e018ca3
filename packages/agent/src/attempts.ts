/** Remembers attempts by their idempotency key, so that an attempt that is delivered again is not run again. */

/** How an attempt ended, as the agent protocol spells it. */
export type Answer =
  | { status: 'completed'; result: unknown; metrics?: Record<string, unknown> }
  | { status: 'failed'; error: FailedError; retryAfterMs?: number; metrics?: Record<string, unknown> };

export interface FailedError {
  message: string;
  code: string;
  retryable: boolean;
}

/** An agent that runs as several processes needs a store that they share, such as a table or Redis. */
export interface AttemptStore {
  /**
   * Remembers the key, atomically. Returns undefined if it is new, `'running'` if its work has begun and not
   * ended, and the answer if it has ended.
   */
  begin(key: string): Promise<'running' | Answer | undefined>;
  end(key: string, answer: Answer): Promise<void>;
}

export interface MemoryAttemptsOptions {
  /** Ended attempts that are remembered; the oldest are forgotten first. Default 10,000. */
  maxEntries?: number;
  /** Characters of their answers as JSON, in total. Default 16 Mi. */
  maxCharacters?: number;
}

/** The default: in the memory of this process. */
export function createMemoryAttempts({
  maxEntries = 10_000,
  maxCharacters = 16 * 1024 * 1024,
}: MemoryAttemptsOptions = {}): AttemptStore {
  const running = new Set<string>();
  const ended = new Map<string, string>();
  let characters = 0;

  function forgetOldest(): void {
    for (const [key, answer] of ended) {
      if (ended.size <= maxEntries && characters <= maxCharacters) return;
      ended.delete(key);
      characters -= answer.length;
    }
  }

  return {
    async begin(key) {
      if (running.has(key)) return 'running';
      const answer = ended.get(key);
      if (answer !== undefined) return JSON.parse(answer) as Answer;
      running.add(key);
      return undefined;
    },
    async end(key, answer) {
      running.delete(key);
      const text = JSON.stringify(answer);
      characters += text.length - (ended.get(key)?.length ?? 0);
      ended.set(key, text);
      forgetOldest();
    },
  };
}
