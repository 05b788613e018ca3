import { loadConfigValue, lockConfigValue, writeConfigValue } from '../../../db/system/config-values.js';
import type { Queryable } from '../../../db/system/queryable.js';
import type { Json } from '../../../domain/json.js';
import { withTransaction } from '../../../runtime/database/pool.js';
import { dataSourcePolicySchema } from '../../../sources/policy.js';
import { parseInput } from '../../system/parse-input.js';
import { ok } from '../../system/result.js';
import type { UseCase } from '../../system/use-case.js';

export interface DataSourcePolicyView {
  allow: string[];
  only: string[];
  deny: string[];
  /** Whether the stored policy, written by SQL, is invalid. Nothing can be read until it is replaced. */
  isMalformed: boolean;
}

/** What `db:` strings can read, stored in `AgentConfig` under `dataSources`. */
export async function getDataSourcePolicy(client: Queryable): Promise<DataSourcePolicyView> {
  return viewOf(await loadConfigValue(client, 'dataSources'));
}

/** Replaces the given lists, starting with the next expansion. An invalid policy is replaced as a whole. */
export const updateDataSourcePolicy: UseCase<
  { [list in 'allow' | 'only' | 'deny']?: string[] | null | undefined },
  DataSourcePolicyView
> = async (deps, actor, input) => {
  const given = Object.fromEntries(Object.entries(input).filter(([, list]) => list != null));
  const parsed = parseInput(dataSourcePolicySchema, given);
  if (parsed.kind !== 'ok') return parsed;
  const view = await withTransaction(deps.pool, async (client) => {
    const { allow, only, deny } = viewOf(await lockConfigValue(client, 'dataSources'));
    const policy = { allow, only, deny, ...parsed.value };
    await writeConfigValue(client, 'dataSources', policy, actor);
    return { ...policy, isMalformed: false };
  });
  deps.logger.info('config.updated', { key: 'dataSources', settings: Object.keys(given), actor: actor.id });
  return ok(view);
};

function viewOf(stored: Json | undefined): DataSourcePolicyView {
  const parsed = dataSourcePolicySchema.safeParse(stored ?? {});
  const { allow = [], only = [], deny = [] } = parsed.data ?? {};
  return { allow, only, deny, isMalformed: !parsed.success };
}
