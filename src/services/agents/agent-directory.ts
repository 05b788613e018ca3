import { loadAgent, loadAgentsWithOutputSchema, loadLimitedAgents } from '../../db/agents/load-agent.js';
import { loadConfigValue } from '../../db/system/config-values.js';
import type { LimitedAgent } from '../../domain/agent/admission.js';
import { type EngineSettings, engineSettings, parseEngineConfig } from '../../domain/config/engine-config.js';
import type { SchedulerConfig } from '../../domain/config/scheduler-config.js';
import type { Pool } from '../../runtime/database/pool.js';
import type { SecretBox } from '../../runtime/secrets/secret-box.js';
import { readSchedulerConfig } from '../system/read-settings.js';
import { type AgentLookup, resolveAgent } from './resolve-agent.js';

/** Agents and settings, read once and cached until the database reports a change. */
export interface AgentDirectory {
  agent(agentId: string): Promise<AgentLookup>;
  /** The same lookup from the cache. Undefined if the agent is not cached. */
  known(agentId: string): AgentLookup | undefined;
  /** Agents with a concurrency limit, a rate limit or an open circuit. */
  limitedAgents(): Promise<LimitedAgent[]>;
  withOutputSchema(): Promise<string[]>;
  config(): Promise<SchedulerConfig>;
  engine(): Promise<EngineSettings>;
  /** Call on `NOTIFY callboard_config`, and after a lost connection. */
  invalidate(): void;
}

export function createAgentDirectory(deps: { pool: Pool; secretBox: SecretBox }): AgentDirectory {
  const { pool, secretBox } = deps;
  let agents = new Map<string, Promise<AgentLookup>>();
  /** Lookups that have already been resolved. */
  let found = new Map<string, AgentLookup>();
  const limited = cached(() => loadLimitedAgents(pool));
  const withOutputSchema = cached(() => loadAgentsWithOutputSchema(pool));
  const config = cached(() => readSchedulerConfig(pool));
  const engine = cached(async () => {
    const [value, scheduler] = await Promise.all([loadConfigValue(pool, 'engine'), config.get()]);
    return engineSettings(parseEngineConfig(value).config, scheduler);
  });

  async function look(agentId: string): Promise<AgentLookup> {
    const row = await loadAgent(pool, agentId);
    if (!row) return { kind: 'missing' };
    const { httpClient } = await config.get();
    return resolveAgent(row, secretBox, httpClient.timeout);
  }

  return {
    agent(agentId) {
      const known = agents.get(agentId);
      if (known) return known;
      const cache = agents;
      const results = found;
      const loading = look(agentId);
      cache.set(agentId, loading);
      loading.then(
        (lookup) => results.set(agentId, lookup),
        () => cache.delete(agentId),
      );
      return loading;
    },
    known: (agentId) => found.get(agentId),
    limitedAgents: limited.get,
    withOutputSchema: withOutputSchema.get,
    config: config.get,
    engine: engine.get,
    invalidate() {
      agents = new Map();
      found = new Map();
      for (const one of [limited, withOutputSchema, config, engine]) one.forget();
    },
  };
}

/** Loads a value once. A failed load is forgotten, so that the next call loads again. */
function cached<T>(load: () => Promise<T>): { get(): Promise<T>; forget(): void } {
  let value: Promise<T> | undefined;
  const forget = () => {
    value = undefined;
  };
  return {
    get() {
      if (value) return value;
      value = load();
      value.catch(forget);
      return value;
    },
    forget,
  };
}
