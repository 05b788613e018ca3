import type { AgentRow } from '../../db/agents/load-agent.js';
import type { Authentication } from '../../domain/agent/authentication.js';
import { type AgentEndpoint, parseEndpoint, resolveCompletion } from '../../domain/agent/endpoint.js';
import { type Requirements, requirementsSchema } from '../../domain/worker/requirements.js';
import type { InvokedAgent } from '../../http/agents/invocation.js';
import { SealedSecretError, type SecretBox } from '../../runtime/secrets/secret-box.js';
import { agentSecretContext } from './agent-columns.js';

/** An agent as the engine uses it: parsed, with decrypted credentials. Never logged, never stored. */
export interface KnownAgent
  extends Omit<AgentRow, 'endpoint' | 'requirements' | 'credential' | 'signingSecret'> {
  call: InvokedAgent;
  endpoint: AgentEndpoint;
  /** Capabilities a worker needs for each call. Null if none. */
  requirements: Requirements | null;
}

export type AgentLookup =
  | { kind: 'found'; agent: KnownAgent }
  | { kind: 'missing' }
  | { kind: 'unusable'; message: string };

/** Parses a stored agent and decrypts its credentials. */
export function resolveAgent(row: AgentRow, secretBox: SecretBox, defaultTimeoutMs: number): AgentLookup {
  const parsed = parseEndpoint(row.endpoint);
  if (parsed.kind === 'error')
    return {
      kind: 'unusable',
      message: `The endpoint of agent "${row.id}" cannot be used: ${parsed.issues[0]?.message ?? 'it has no URL'}`,
    };
  const { endpoint } = parsed;
  const asked = requirementsSchema.nullable().safeParse(row.requirements);
  if (!asked.success)
    return { kind: 'unusable', message: `The requirements of agent "${row.id}" are not valid.` };
  const requirements = asked.data;
  try {
    const call = callOf(row, endpoint, secretBox, defaultTimeoutMs);
    const { credential: _credential, signingSecret: _signingSecret, ...known } = row;
    return { kind: 'found', agent: { ...known, call, endpoint, requirements } };
  } catch (error) {
    if (error instanceof SealedSecretError) return { kind: 'unusable', message: error.message };
    throw error;
  }
}

/** @throws SealedSecretError if a secret cannot be decrypted */
function callOf(
  row: AgentRow,
  endpoint: AgentEndpoint,
  secretBox: SecretBox,
  defaultTimeoutMs: number,
): InvokedAgent {
  const open = (kind: 'credential' | 'signingSecret') => {
    const sealed = row[kind];
    return sealed === null ? undefined : secretBox.open(sealed, agentSecretContext(row.id, kind));
  };
  return {
    id: row.id,
    version: row.version,
    url: endpoint.url,
    method: endpoint.method,
    authentication: authenticationOf(endpoint, open('credential')),
    headers: endpoint.headers,
    signingSecret: open('signingSecret'),
    completion: resolveCompletion(endpoint.type, row.completion),
    protocol: endpoint.type === 'a2a' ? 'a2a' : 'callboard',
    timeoutMs: endpoint.timeout ?? defaultTimeoutMs,
  };
}

/**
 * If the secret is missing because a change of origin cleared it, requests carry none. The agent's
 * answer will show it.
 */
function authenticationOf({ authentication }: AgentEndpoint, secret: string | undefined): Authentication {
  const { type, header, username } = authentication;
  if (secret === undefined || type === 'none') return { type: 'none' };
  return { type, secret, header: header || undefined, username: username || '' };
}
