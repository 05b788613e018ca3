import { findUnjudged, stillUnsettled } from '../../db/jobs/find-unjudged.js';
import { loadResults } from '../../db/jobs/settle-attempts.js';
import { LIMITS } from '../../domain/limits.js';
import type { Pool } from '../../runtime/pool.js';
import type { AgentDirectory } from '../agents/agent-directory.js';
import { validate } from '../json-schema/json-schema.js';

/**
 * Results that came by report are held against the agent's outputSchema here: an agent's SQL cannot be asked to. They are settled once
 * that is known, and each agent's results wait only for each other: settling never waits for a validation.
 */
export interface ResultJudge {
  /** Agents whose reported results are settled only after their verdict. */
  agentIds(): Promise<string[]>;
  /** By attempt, those not settled yet: whether the result is invalid. */
  readonly verdicts: ReadonlyMap<string, boolean>;
  /** Settled: the verdicts are stored. */
  forget(attemptIds: readonly string[]): void;
  /** One round. @returns how many results were judged, and whether there may be more */
  judgeSome(): Promise<{ judged: number; more: boolean }>;
}

const PER_AGENT = 500;
const RESULTS_AT_A_TIME = 20;
/** Verdicts that wait to be settled; beyond this no more are found. */
const MAX_VERDICTS = 5_000;

export function createResultJudge(deps: { pool: Pool; directory: AgentDirectory }): ResultJudge {
  const { pool, directory } = deps;
  const verdicts = new Map<string, boolean>();

  /** Other workers settle too. */
  async function forgetSettled(): Promise<void> {
    const unsettled = new Set(await stillUnsettled(pool, [...verdicts.keys()]));
    for (const id of verdicts.keys()) if (!unsettled.has(id)) verdicts.delete(id);
  }

  /** @returns whether all were judged */
  async function judgeOf(agentId: string, ids: readonly string[]): Promise<boolean> {
    const found = await directory.agent(agentId);
    const schema = found.kind === 'found' ? found.agent.outputSchema : null;
    const until = performance.now() + LIMITS.validationMs;
    for (let from = 0; from < ids.length; from += RESULTS_AT_A_TIME) {
      const results = await loadResults(pool, ids.slice(from, from + RESULTS_AT_A_TIME));
      for (const { id, result } of results) {
        if (performance.now() > until) return false;
        verdicts.set(id, (await validate(schema, result)).length > 0);
      }
    }
    return ids.length < PER_AGENT;
  }

  return {
    agentIds: directory.withOutputSchema,
    verdicts,
    forget(attemptIds) {
      for (const id of attemptIds) verdicts.delete(id);
    },
    async judgeSome() {
      const agentIds = await directory.withOutputSchema();
      if (verdicts.size > 0) await forgetSettled();
      if (agentIds.length === 0 || verdicts.size >= MAX_VERDICTS)
        return { judged: 0, more: verdicts.size >= MAX_VERDICTS };
      const before = verdicts.size;
      const unjudged = await findUnjudged(pool, agentIds, [...verdicts.keys()], PER_AGENT);
      const complete = await Promise.all([...unjudged].map(([agentId, ids]) => judgeOf(agentId, ids)));
      return { judged: verdicts.size - before, more: complete.includes(false) };
    },
  };
}
