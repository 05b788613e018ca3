import { failingAgents } from '../../../db/agents/agent-loads.js';
import { type AttemptContact, recordContacts } from '../../../services/jobs/record-contacts.js';
import type { EngineContext } from '../../engine-context.js';

export interface CircuitKeeper {
  /** Call after answers were written. */
  record(contacts: readonly AttemptContact[]): void;
  /** Resolves when everything recorded is written. */
  drain(): Promise<void>;
}

/**
 * How long the list of agents with failures is used before it is read again, because other workers change it
 * too.
 */
const FAILING_KEPT_MS = 1_000;

/**
 * Records whether agents can be reached, for their circuits. A success is written only after a failure, so
 * nothing is written while all goes well. A record that cannot be written is dropped, because the next
 * contact says the same.
 */
export function createCircuitKeeper({ pool, directory, logger }: EngineContext): CircuitKeeper {
  let pending: AttemptContact[] = [];
  let working: Promise<void> | undefined;
  let failing = new Set<string>();
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
    if (performance.now() - knownAt > FAILING_KEPT_MS) {
      failing = new Set(await failingAgents(pool));
      knownAt = performance.now();
    }
    for (const { agentId, contact } of batch) if (contact.kind === 'failed') failing.add(agentId);
    const changes = batch.filter(({ agentId }) => failing.has(agentId));
    if (changes.length === 0) return;
    await recordContacts(pool, changes, (await directory.config()).httpClient.circuitBreaker);
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
