import {
  type AgentRow,
  loadAgent,
  loadAgentsWithOutputSchema,
  loadLimitedAgents,
} from '../../db/agents/load-agent.js';
import { loadConfigValue } from '../../db/system/load-config-value.js';
import type { LimitedAgent } from '../../domain/agent/admission.js';
import { type AgentEndpoint, parseEndpoint, resolveCompletion } from '../../domain/agent/endpoint.js';
import { type EngineSettings, engineSettings, parseEngineConfig } from '../../domain/config/engine-config.js';
import { parseSchedulerConfig, type SchedulerConfig } from '../../domain/config/scheduler-config.js';
import type { Json } from '../../domain/json.js';
import { type Requirements, requirementsSchema } from '../../domain/worker/requirements.js';
import type { Authentication, InvokedAgent } from '../../http/invocation.js';
import type { Pool } from '../../runtime/pool.js';
import { SealedSecretError, type SecretBox } from '../../runtime/secret-box.js';

/** An agent as the engine uses it: parsed, with decrypted credentials. Never logged, never stored. */
export interface KnownAgent {
  id: string;
  /** Version called in production unless another is deployed. */
  version: string;
  /** Deployed versions by environment. */
  deployments: Readonly<Record<string, string>>;
  enabled: boolean;
  call: InvokedAgent;
  endpoint: AgentEndpoint;
  inputSchema: Json;
  outputSchema: Json;
  config: Json;
  /** milliseconds; null uses the scheduler's setting */
  attemptTimeout: number | null;
  heartbeatTimeout: number | null;
  /** milliseconds; null uses the scheduler's setting */
  maxQueueTime: number | null;
  cancelUrl: string | null;
  healthCheck: Json;
  /** Capabilities a worker needs for each call. Null if none. */
  requirements: Requirements | null;
}

export type AgentLookup =
  | { kind: 'found'; agent: KnownAgent }
  | { kind: 'missing' }
  | { kind: 'unusable'; message: string };

/** Agents and settings, read once and cached until the database reports a change. */
export interface AgentDirectory {
  agent(agentId: string): Promise<AgentLookup>;
  /** The same lookup from the cache. Undefined if the agent is not cached. */
  known(agentId: string): AgentLookup | undefined;
  /** Agents with a concurrency limit, a rate limit or an open circuit. */
  limitedAgents(): Promise<LimitedAgent[]>;
  /** IDs of agents with an outputSchema. */
  withOutputSchema(): Promise<string[]>;
  config(): Promise<SchedulerConfig>;
  /** The engine settings. */
  engine(): Promise<EngineSettings>;
  /** Call on `NOTIFY callboard_config`, and after a lost connection. */
  invalidate(): void;
}

export function createAgentDirectory(deps: { pool: Pool; secretBox: SecretBox }): AgentDirectory {
  let agents = new Map<string, Promise<AgentLookup>>();
  /** Lookups that have already been resolved. */
  let found = new Map<string, AgentLookup>();
  let limited: Promise<LimitedAgent[]> | undefined;
  let withOutputSchema: Promise<string[]> | undefined;
  let config: Promise<SchedulerConfig> | undefined;
  let engine: Promise<EngineSettings> | undefined;

  /** Forgets a promise that fails, so that the next call loads again. */
  function kept<T>(promise: Promise<T>, forget: () => void): Promise<T> {
    promise.catch(forget);
    return promise;
  }

  const directory: AgentDirectory = {
    agent(agentId) {
      const known = agents.get(agentId);
      if (known) return known;
      const cache = agents;
      const results = found;
      const loading = kept(look(agentId), () => cache.delete(agentId));
      cache.set(agentId, loading);
      loading.then(
        (lookup) => results.set(agentId, lookup),
        () => {},
      );
      return loading;
    },
    known: (agentId) => found.get(agentId),
    limitedAgents() {
      limited ??= kept(loadLimitedAgents(deps.pool), () => {
        limited = undefined;
      });
      return limited;
    },
    withOutputSchema() {
      withOutputSchema ??= kept(loadAgentsWithOutputSchema(deps.pool), () => {
        withOutputSchema = undefined;
      });
      return withOutputSchema;
    },
    config() {
      config ??= kept(
        loadConfigValue(deps.pool, 'scheduler').then((value) => parseSchedulerConfig(value).config),
        () => {
          config = undefined;
        },
      );
      return config;
    },
    engine() {
      engine ??= kept(
        Promise.all([loadConfigValue(deps.pool, 'engine'), directory.config()]).then(([value, scheduler]) =>
          engineSettings(parseEngineConfig(value).config, scheduler),
        ),
        () => {
          engine = undefined;
        },
      );
      return engine;
    },
    invalidate() {
      agents = new Map();
      found = new Map();
      limited = undefined;
      withOutputSchema = undefined;
      config = undefined;
      engine = undefined;
    },
  };

  async function look(agentId: string): Promise<AgentLookup> {
    const row = await loadAgent(deps.pool, agentId);
    if (!row) return { kind: 'missing' };
    const { httpClient } = await directory.config();
    return resolve(row, deps.secretBox, httpClient.timeout);
  }
  return directory;
}

function resolve(row: AgentRow, secretBox: SecretBox, defaultTimeoutMs: number): AgentLookup {
  const parsed = parseEndpoint(row.endpoint);
  if (parsed.kind === 'error')
    return {
      kind: 'unusable',
      message: `The endpoint of agent "${row.id}" cannot be used: ${parsed.issues[0]?.message ?? 'it has no url'}`,
    };
  const { endpoint } = parsed;
  const asked = requirementsSchema.nullable().safeParse(row.requirements);
  if (!asked.success)
    return { kind: 'unusable', message: `The requirements of agent "${row.id}" are not valid.` };
  try {
    const open = (sealed: string | null, what: string) =>
      sealed === null ? undefined : secretBox.open(sealed, `agent/${row.id}/${what}`);
    const call: InvokedAgent = {
      id: row.id,
      version: row.version,
      url: endpoint.url,
      method: endpoint.method,
      authentication: authenticationOf(endpoint, open(row.credential, 'credential')),
      headers: endpoint.headers,
      signingSecret: open(row.signingSecret, 'signing-secret'),
      completion: resolveCompletion(endpoint.type, row.completion),
      timeoutMs: endpoint.timeout ?? defaultTimeoutMs,
    };
    const {
      id,
      version,
      deployments,
      enabled,
      inputSchema,
      outputSchema,
      config,
      attemptTimeout,
      heartbeatTimeout,
      maxQueueTime,
      cancelUrl,
      healthCheck,
    } = row;
    return {
      kind: 'found',
      agent: {
        id,
        version,
        deployments,
        enabled,
        call,
        endpoint,
        inputSchema,
        outputSchema,
        config,
        attemptTimeout,
        heartbeatTimeout,
        maxQueueTime,
        cancelUrl,
        healthCheck,
        requirements: asked.data,
      },
    };
  } catch (error) {
    if (error instanceof SealedSecretError) return { kind: 'unusable', message: error.message };
    throw error;
  }
}

/**
 * If the secret is missing because a change of origin cleared it, requests carry none. The agent's
 * answer will show it.
 */
function authenticationOf({ authentication }: AgentEndpoint, secret: string | undefined): Authentication {
  if (secret === undefined || authentication.type === 'none') return { type: 'none' };
  if (authentication.type === 'bearer') return { type: 'bearer', secret };
  if (authentication.type === 'api-key')
    return {
      type: 'api-key',
      secret,
      header: ('header' in authentication && authentication.header) || undefined,
    };
  return { type: 'basic', secret, username: ('username' in authentication && authentication.username) || '' };
}
