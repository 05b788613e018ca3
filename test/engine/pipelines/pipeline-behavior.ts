import type { ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import { type AgentBehavior, answer, type LedgerEntry } from '../../support/agent-server.js';

export type Fate = 'completes' | 'fails' | 'fails retryably' | 'reports' | 'reports a failure';

const FATES: readonly Fate[] = [
  ...(['completes', 'completes', 'completes', 'completes'] as const),
  ...(['reports', 'reports', 'fails', 'fails retryably', 'reports a failure'] as const),
];

/** A number in [0, 1) that is the same for the same text (FNV-1a). */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) / 2 ** 32;
}

/** What happens to an attempt: the same if it is sent again. */
function fateOf({ executionId }: LedgerEntry): Fate {
  return FATES[Math.floor(chance(executionId) * FATES.length)] as Fate;
}

/**
 * An agent that acts as its calls' fates say. Asked again about running work, it says so. Half of the results
 * ask for another turn.
 */
export function behavesByFate(pool: Pool): AgentBehavior {
  const known = new Set<string>();
  return (entry, response) => {
    const { executionId } = entry;
    const fate = fateOf(entry);
    const result = { again: chance(`again${executionId}`) < 0.5 };
    if (fate === 'reports' || fate === 'reports a failure') {
      if (known.has(executionId)) return answer(response, 409, { message: 'known' });
      known.add(executionId);
      answer(response, 202, { status: 'accepted' });
      report(pool, entry, fate === 'reports' ? result : null);
      return;
    }
    setTimeout(() => end(response, fate, result), chance(`wait${executionId}`) * 8);
  };
}

function end(response: ServerResponse, fate: Fate, result: object): void {
  if (fate === 'fails') answer(response, 200, { status: 'failed', error: { message: 'no' } });
  else if (fate === 'fails retryably') answer(response, 503, { error: 'busy' });
  else answer(response, 200, { status: 'completed', result });
}

/** By plain SQL, a few milliseconds later: perhaps before the acceptance is recorded. */
function report(pool: Pool, { executionId }: LedgerEntry, result: object | null): void {
  setTimeout(
    () => {
      pool
        .query(
          result
            ? `UPDATE "AgentJobExecution" SET status = 'completed', result = $2, "completedAt" = now() WHERE id = $1`
            : `UPDATE "AgentJobExecution" SET status = 'failed', error = $2, "completedAt" = now() WHERE id = $1`,
          [executionId, JSON.stringify(result ?? { message: 'no', retryable: chance(executionId) < 0.5 })],
        )
        .catch((err: unknown) => console.error('report', executionId, err));
    },
    chance(`report${executionId}`) * 12,
  );
}
