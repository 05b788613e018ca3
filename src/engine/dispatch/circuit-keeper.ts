import { troubledAgents } from '../../db/agents/agent-loads.js';
import { type AttemptContact, recordContacts } from '../../services/jobs/record-contacts.js';
import type { EngineContext } from '../engine-context.js';

export interface CircuitKeeper {
  /** After answers were written: what they tell of whether anybody is there. */
  record(contacts: readonly AttemptContact[]): void;
  /** Resolves when everything recorded is written. */
  drain(): Promise<void>;
}

/** How old what is known of the failures that other workers had may be. */
const TROUBLED_KEPT_MS = 1_000;

/**
 * Keeps the circuits of agents. A success is written only where a failure came before it: while all goes well, nothing is.
 * What cannot be written is given up: the next contact tells the same.
 */
export function createCircuitKeeper({ pool, directory, logger }: EngineContext): CircuitKeeper {
  let pending: AttemptContact[] = [];
  let working: Promise<void> | undefined;
  let troubled = new Set<string>();
  let knownAt = Number.NEGATIVE_INFINITY;

  async function work(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending;
      pending = [];
      try {
        await record(batch);
      } catch (err) {
        logger.warn('circuit.not_recorded', { err, contacts: batch.length });
      }
    }
    working = undefined;
  }

  async function record(batch: readonly AttemptContact[]): Promise<void> {
    if (performance.now() - knownAt > TROUBLED_KEPT_MS) {
      troubled = new Set(await troubledAgents(pool));
      knownAt = performance.now();
    }
    for (const { agentId, contact } of batch) if (contact.kind === 'failed') troubled.add(agentId);
    const news = batch.filter(({ agentId }) => troubled.has(agentId));
    if (news.length === 0) return;
    await recordContacts(pool, news, (await directory.config()).httpClient.circuitBreaker);
    knownAt = Number.NEGATIVE_INFINITY;
  }

  return {
    record(contacts) {
      if (contacts.length === 0) return;
      pending.push(...contacts);
      working ??= work();
    },
    async drain() {
      await working;
    },
  };
}
