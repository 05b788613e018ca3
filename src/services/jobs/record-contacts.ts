import { loadCircuits, lockAgents, lockCircuits, writeCircuits } from '../../db/agents/agent-loads.js';
import {
  afterContact,
  afterProbe,
  type Circuit,
  type CircuitSettings,
  CLOSED,
  type Contact,
} from '../../domain/agent/circuit.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';

/** Whether an attempt reached anything at its agent's address. */
export interface AttemptContact {
  agentId: string;
  executionId: string;
  contact: Contact;
}

/** Updates the circuits of agents after attempts, in the given order. */
export async function recordContacts(
  pool: Pool,
  contacts: readonly AttemptContact[],
  settings: CircuitSettings,
): Promise<void> {
  const agentIds = [...new Set(contacts.map(({ agentId }) => agentId))];
  if (agentIds.length === 0) return;
  await withTransaction(pool, async (client) => {
    await lockAgents(client, agentIds);
    const { now, circuits } = await loadCircuits(client, agentIds);
    const known = agentIds.filter((id) => circuits.get(id) !== CLOSED);
    const acquired = await lockCircuits(client, known);
    // The agent's address is changing at this moment, and the contact refers to the old one.
    const isMoving = (id: string) => known.includes(id) && !acquired.has(id);
    const changed = new Map<string, Circuit>();
    for (const { agentId, executionId, contact } of contacts) {
      if (isMoving(agentId)) continue;
      const before = changed.get(agentId) ?? circuits.get(agentId) ?? CLOSED;
      const after =
        before.probeId === executionId
          ? afterProbe(before, contact, settings, now)
          : afterContact(before, contact, settings, now);
      if (after !== before) changed.set(agentId, after);
    }
    await writeCircuits(client, changed);
  });
}
