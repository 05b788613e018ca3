import { findUnvalidated, stillUnsettled } from '../../db/jobs/find-unvalidated.js';
import { loadResults } from '../../db/jobs/settle-attempts.js';
import { LIMITS } from '../../domain/limits.js';
import type { Pool } from '../../runtime/database/pool.js';
import type { AgentDirectory } from '../agents/agent-directory.js';
import { validate } from '../json-schema/json-schema.js';

/**
 * Validates reported results against the `outputSchema` of their agent, which SQL written by an agent
 * cannot bypass. They are settled after validation. Results of one agent wait only for each other,
 * and settling never waits for a validation.
 */
export interface ResultValidator {
  /** Agents whose reported results are settled only after validation. */
  agentIds(): Promise<string[]>;
  /** By attempt that is not settled yet, whether its result is invalid. */
  readonly verdicts: ReadonlyMap<string, boolean>;
  /** To be called when attempts are settled and their verdicts stored. */
  forget(attemptIds: readonly string[]): void;
  /**
   * Validates some results.
   * @returns how many, and whether there may be more
   */
  validateSome(): Promise<{ validated: number; more: boolean }>;
}

const PER_AGENT = 500;
const RESULTS_AT_A_TIME = 20;
/** Limit on verdicts that wait to be settled. At the limit, no further results are read. */
const MAX_VERDICTS = 5_000;

export function createResultValidator(deps: { pool: Pool; directory: AgentDirectory }): ResultValidator {
  const { pool, directory } = deps;
  const verdicts = new Map<string, boolean>();

  /** Forgets verdicts of attempts that other workers have settled. */
  async function forgetSettled(): Promise<void> {
    const unsettled = new Set(await stillUnsettled(pool, [...verdicts.keys()]));
    for (const id of verdicts.keys()) if (!unsettled.has(id)) verdicts.delete(id);
  }

  /** @returns whether all were validated */
  async function validateResultsOf(agentId: string, ids: readonly string[]): Promise<boolean> {
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
    async validateSome() {
      const agentIds = await directory.withOutputSchema();
      if (verdicts.size > 0) await forgetSettled();
      if (agentIds.length === 0 || verdicts.size >= MAX_VERDICTS)
        return { validated: 0, more: verdicts.size >= MAX_VERDICTS };
      const before = verdicts.size;
      const unvalidated = await findUnvalidated(pool, agentIds, [...verdicts.keys()], PER_AGENT);
      const complete = await Promise.all(
        [...unvalidated].map(([agentId, ids]) => validateResultsOf(agentId, ids)),
      );
      return { validated: verdicts.size - before, more: complete.includes(false) };
    },
  };
}
