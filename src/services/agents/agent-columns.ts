import { toJsonb } from '../../db/system/to-jsonb.js';
import type { Columns } from '../../db/system/write-row.js';
import type { AgentEndpoint } from '../../domain/agent/endpoint.js';
import { hintOf } from '../../domain/stored-secret.js';
import type { SecretBox } from '../../runtime/secrets/secret-box.js';
import type { AgentFields, AuthenticationInput, EndpointFields } from './agent-input.js';

const JSON_COLUMNS = [
  'inputSchema',
  'outputSchema',
  'parameterTypes',
  'healthCheck',
  'metadata',
  'rateLimit',
  'requirements',
] as const;
const PLAIN_COLUMNS = [
  'name',
  'description',
  'version',
  'enabled',
  'completion',
  'attemptTimeout',
  'heartbeatTimeout',
  'maxQueueTime',
  'maxConcurrency',
  'cancelUrl',
] as const;

/**
 * The columns for the given fields: null is stored as NULL, absent fields are left out. Endpoint and secrets
 * are not included.
 */
export function plainColumns(fields: AgentFields): Columns {
  const columns: Columns = {};
  for (const name of PLAIN_COLUMNS) {
    const value = fields[name];
    if (value !== undefined) columns[name] = value;
  }
  for (const name of JSON_COLUMNS) {
    if (fields[name] !== undefined) columns[name] = toJsonb(fields[name]);
  }
  return columns;
}

/** `endpoint` in the stored form: without secrets, and absent instead of null. */
export function endpointColumn(
  fields: EndpointFields,
  authentication: AgentEndpoint['authentication'] | AuthenticationInput,
): Columns {
  const { type, url, method, timeout, retryConfig, headers } = fields;
  const { type: kind, header, username } = authentication;
  return {
    endpoint: toJsonb({
      type,
      url,
      method: method ?? 'POST',
      authentication: { type: kind, header: header ?? undefined, username: username ?? undefined },
      timeout: timeout ?? undefined,
      retryConfig: retryConfig ?? undefined,
      headers: headers && Object.keys(headers).length > 0 ? headers : undefined,
    }),
  };
}

/** The encryption context of a secret of an agent. */
export function agentSecretContext(agentId: string, kind: 'credential' | 'signingSecret'): string {
  return `agent/${agentId}/${kind === 'credential' ? 'credential' : 'signing-secret'}`;
}

/** The two columns of a secret. Undefined leaves both unchanged. */
export function secretColumns(
  secretBox: SecretBox,
  agentId: string,
  kind: 'credential' | 'signingSecret',
  secret: string | null | undefined,
): Columns {
  if (secret === undefined) return {};
  const context = agentSecretContext(agentId, kind);
  return {
    [kind]: secret === null ? null : secretBox.seal(secret, context),
    [`${kind}Hint`]: secret === null ? null : hintOf(secret),
  };
}
