import type { AgentContract } from '../../db/pipelines/load-pipeline.js';
import { loadNowAndConfig, shareNowAndConfig } from '../../db/schedules/load-now-and-config.js';
import { loadConfigValue } from '../../db/system/config-values.js';
import type { Queryable } from '../../db/system/queryable.js';
import { boundedMemo } from '../../domain/bounded-memo.js';
import { parseSchedulerConfig, type SchedulerConfig } from '../../domain/config/scheduler-config.js';
import type { Issue } from '../../domain/issue.js';
import { type DataSourcePolicy, dataSourcePolicySchema } from '../../sources/policy.js';

/**
 * The settings in effect, stored in `AgentConfig` under `scheduler`. Missing or unusable ones have
 * their defaults; `issues` names the unusable ones, which only SQL can write.
 */
export async function getSchedulerConfig(
  client: Queryable,
): Promise<{ config: SchedulerConfig; issues: Issue[] }> {
  return parseSchedulerConfig(await loadConfigValue(client, 'scheduler'));
}

/** The settings in effect, without what is wrong with the stored ones. */
export async function readSchedulerConfig(client: Queryable): Promise<SchedulerConfig> {
  return (await getSchedulerConfig(client)).config;
}

/** Settings rarely change, and their text shows whether they did. */
const parseStored = boundedMemo(4, (text) => parseSchedulerConfig(JSON.parse(text)).config);

/**
 * The current time and the settings in effect, with the requested agent if it is registered.
 * @param options.shared whether concurrent callers may share one answer
 */
export async function readNowAndConfig(
  client: Queryable,
  agentId: string | null = null,
  { shared = false } = {},
): Promise<{ now: Date; config: SchedulerConfig; agents: ReadonlyMap<string, AgentContract | null> }> {
  const { now, value, agent } = await (shared ? shareNowAndConfig : loadNowAndConfig)(
    client,
    'scheduler',
    agentId,
  );
  return {
    now,
    config: parseStored(value ?? '{}'),
    agents: new Map(agentId === null ? [] : [[agentId, agent]]),
  };
}

/**
 * What data sources can read, stored in `AgentConfig` under `dataSources`. A policy that cannot be
 * parsed is an error, because guessing could allow what it was meant to deny.
 */
export async function readDataSourcePolicy(
  client: Queryable,
): Promise<{ kind: 'ok'; policy: DataSourcePolicy } | { kind: 'error'; message: string }> {
  const parsed = dataSourcePolicySchema.safeParse((await loadConfigValue(client, 'dataSources')) ?? {});
  if (parsed.success) return { kind: 'ok', policy: parsed.data };
  return {
    kind: 'error',
    message:
      'The setting "dataSources" (AgentConfig) is malformed, so no data source may be read: an admin must correct it.',
  };
}
