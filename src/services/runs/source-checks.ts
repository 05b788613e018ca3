import type { Issue } from '../../domain/issue.js';
import type { JsonObject } from '../../domain/json.js';
import { type PoolClient, withTransaction } from '../../runtime/pool.js';
import type { DataSourcePolicy } from '../../sources/db/policy.js';
import { validateDataSources } from '../../sources/validate-data-sources.js';
import type { ServiceDeps } from '../access/context.js';

/** What is known of the data sources of params, inside a transaction. */
export interface SourceChecks {
  /** What is wrong with them. What is not known yet ends the transaction: see `withSourceChecks`. */
  issuesOf(policy: DataSourcePolicy, params: JsonObject): Issue[];
}

export type CheckedDeps = ServiceDeps & { sources: SourceChecks };

/** Each time somebody has changed the params in between. */
const MOST_ROUNDS = 5;

/**
 * Lets a transaction check data sources without asking them while it is open: one that hangs would hold the locks and the
 * connections of the control plane. When the transaction in `work` wants to know about params for the first time, it fails and
 * is rolled back, the data sources are asked, and `work` begins anew; so it must change nothing but the database.
 */
export async function withSourceChecks<T>(
  deps: ServiceDeps & Partial<Pick<CheckedDeps, 'sources'>>,
  work: (checked: CheckedDeps) => Promise<T>,
): Promise<T> {
  // Part of a larger transaction, which begins anew as a whole.
  if (deps.sources) return work({ ...deps, sources: deps.sources });
  const known = new Map<string, Issue[]>();
  const sources: SourceChecks = {
    issuesOf(policy, params) {
      const issues = known.get(keyOf(policy, params));
      if (issues === undefined) throw new Unchecked(policy, params);
      return issues;
    },
  };
  for (let round = 1; ; round += 1) {
    try {
      return await work({ ...deps, sources });
    } catch (error) {
      if (!(error instanceof Unchecked) || round === MOST_ROUNDS) throw error;
      const { policy, params } = error;
      known.set(
        keyOf(policy, params),
        await validateDataSources({ pool: deps.dataSources.pool, policy }, params),
      );
    }
  }
}

/**
 * The same for a transaction with many parts: what is not known yet counts as right until `assertKnown`, which the transaction
 * calls last. Then it is rolled back, the data sources are asked for all of it, and `work` begins anew.
 */
export async function withGatheredSourceChecks<T>(
  deps: ServiceDeps,
  work: (checked: CheckedDeps, assertKnown: () => void) => Promise<T>,
): Promise<T> {
  const known = new Map<string, Issue[]>();
  for (let round = 1; ; round += 1) {
    const unknown = new Map<string, Unchecked>();
    const sources: SourceChecks = {
      issuesOf(policy, params) {
        const key = keyOf(policy, params);
        const issues = known.get(key);
        if (issues === undefined) unknown.set(key, new Unchecked(policy, params));
        return issues ?? [];
      },
    };
    const assertKnown = () => {
      for (const unchecked of unknown.values()) throw unchecked;
    };
    try {
      return await work({ ...deps, sources }, assertKnown);
    } catch (error) {
      if (!(error instanceof Unchecked) || round === MOST_ROUNDS) throw error;
      for (const [key, { policy, params }] of unknown)
        known.set(key, await validateDataSources({ pool: deps.dataSources.pool, policy }, params));
    }
  }
}

/** The same for one transaction. */
export function withCheckedTransaction<T>(
  deps: ServiceDeps,
  work: (client: PoolClient, checked: CheckedDeps) => Promise<T>,
): Promise<T> {
  return withSourceChecks(deps, (checked) => withTransaction(deps.pool, (client) => work(client, checked)));
}

class Unchecked extends Error {
  constructor(
    readonly policy: DataSourcePolicy,
    readonly params: JsonObject,
  ) {
    super('the params were changed again and again while their data sources were asked');
  }
}

function keyOf(policy: DataSourcePolicy, params: JsonObject): string {
  return JSON.stringify([policy, params]);
}
