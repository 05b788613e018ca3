import type { Issue } from '../../../domain/issue.js';
import type { JsonObject } from '../../../domain/json.js';
import { type PoolClient, withTransaction } from '../../../runtime/database/pool.js';
import type { DataSourcePolicy } from '../../../sources/policy.js';
import { validateDataSources } from '../../../sources/validate-data-sources.js';
import type { ServiceDeps } from '../../access/context.js';
import { deferEffects } from '../../system/defer-effects.js';

/** Checks of data sources inside a transaction. */
export interface SourceChecks {
  /**
   * The problems of the data sources in params. If they are not known yet, the transaction is rolled
   * back: see `withSourceChecks`.
   */
  issuesOf(policy: DataSourcePolicy, params: JsonObject): Issue[];
}

export type CheckedDeps = ServiceDeps & { sources: SourceChecks };

/** A further round is needed only if the params were changed in between. */
const MOST_ROUNDS = 5;

/**
 * Lets a transaction check data sources without reading them while it is open. A data source that
 * hangs would otherwise hold locks and connections of the control plane. When `work` first needs to
 * know about params, its transaction is rolled back, the data sources are read, and `work` runs
 * again. So it must change nothing but the database.
 */
export async function withSourceChecks<T>(
  deps: ServiceDeps & Partial<Pick<CheckedDeps, 'sources'>>,
  work: (checked: CheckedDeps) => Promise<T>,
): Promise<T> {
  // Part of a larger transaction, which runs again as a whole.
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
      known.set(keyOf(policy, params), await validateDataSources({ ...deps.dataSources, policy }, params));
    }
  }
}

/**
 * For a transaction with many parts: unknown data sources count as valid until `assertKnown`, which
 * the transaction calls last. Then it is rolled back, all data sources are read, and `work` runs
 * again.
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
        known.set(key, await validateDataSources({ ...deps.dataSources, policy }, params));
    }
  }
}

/**
 * `withSourceChecks` for a single transaction. What `work` logs is written after the commit, so that
 * no line speaks of something that was rolled back.
 */
export function withCheckedTransaction<T>(
  deps: ServiceDeps,
  work: (client: PoolClient, checked: CheckedDeps) => Promise<T>,
): Promise<T> {
  return withSourceChecks(deps, async (checked) => {
    const deferred = deferEffects(deps);
    const result = await withTransaction(deps.pool, (client) =>
      work(client, { ...checked, ...deferred.deps }),
    );
    deferred.release();
    return result;
  });
}

class Unchecked extends Error {
  constructor(
    readonly policy: DataSourcePolicy,
    readonly params: JsonObject,
  ) {
    super('the params kept changing while their data sources were read');
  }
}

function keyOf(policy: DataSourcePolicy, params: JsonObject): string {
  return JSON.stringify([policy, params]);
}
