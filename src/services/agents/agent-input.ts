/** The input of an agent: the form of each field, and the rules that the form cannot express. */
import { z } from 'zod';
import {
  AUTHENTICATION_TYPES,
  AUTHENTICATIONS,
  validateAuthentication,
} from '../../domain/agent/authentication.js';
import { validateCustomHeaders } from '../../domain/agent/custom-headers.js';
import { ENDPOINT_TYPES } from '../../domain/agent/endpoint.js';
import { rateLimitSchema } from '../../domain/agent/rate-limit.js';
import { durationMs, int32, line, oneOf, prose, SECRET } from '../../domain/input-forms.js';
import type { Issue } from '../../domain/issue.js';
import { retryConfigSchema } from '../../domain/retry/retry.js';
import { validateSigningSecret } from '../../domain/stored-secret.js';
import { requirementsSchema } from '../../domain/worker/requirements.js';
import { healthUrl } from '../../http/agents/check-health.js';
import type { EgressGuard } from '../../http/client/egress-guard.js';
import { checkJsonSchema } from '../json-schema/json-schema.js';
import { jsonObject, jsonValue } from '../system/parse-input.js';
import { stableKey } from '../system/stable-key.js';

/** `AgentConfig` has these keys in addition to one for each agent. */
const SETTINGS = ['scheduler', 'engine', 'dataSources', 'notifications'];

/** The ID of an agent is also its key. */
export const agentIdInput = stableKey.refine(
  (id) => !SETTINGS.includes(id),
  'is the name of a setting: choose another',
);

const url = z.string('must be a URL').max(2_048, 'is longer than 2,048 characters');
/** A credential as the user enters it. */
export const secretInput = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(4_096, 'is longer than 4,096 characters')
  .meta(SECRET);

/** An absent secret keeps the stored one; null removes it. */
const authentication = z.strictObject({
  type: oneOf(AUTHENTICATION_TYPES),
  token: secretInput.nullish(),
  header: line(128).nullish(),
  username: z.string().max(256, 'is longer than 256 characters').nullish(),
  password: secretInput.nullish(),
});
export type AuthenticationInput = z.output<typeof authentication>;

const endpoint = z.strictObject({
  type: oneOf(ENDPOINT_TYPES),
  url: url.min(1, 'must not be empty'),
  method: oneOf(['POST', 'PUT', 'GET']).nullish(),
  authentication: authentication.nullish(),
  timeout: durationMs.nullish(),
  retryConfig: retryConfigSchema.nullish(),
  headers: z
    .custom<Record<string, string>>(
      (value) => typeof value === 'object' && value !== null,
      'must be an object of header names and values',
    )
    .meta({ type: 'object', additionalProperties: { type: 'string' } })
    .nullish(),
});

const optional = {
  description: prose(10_000).nullish(),
  inputSchema: jsonValue.nullish(),
  outputSchema: jsonValue.nullish(),
  parameterTypes: jsonValue.nullish(),
  healthCheck: z
    .strictObject({
      endpoint: url.nullish(),
      /** seconds */
      interval: int32(1, 86_400).nullish(),
    })
    .nullish(),
  metadata: jsonObject.nullish(),
  completion: oneOf(['auto', 'report']).nullish(),
  attemptTimeout: durationMs.nullish(),
  heartbeatTimeout: durationMs.nullish(),
  maxQueueTime: durationMs.nullish(),
  maxConcurrency: int32(1).nullish(),
  rateLimit: rateLimitSchema.nullish(),
  requirements: requirementsSchema.nullish(),
  cancelUrl: url.nullish(),
  /** Standard Webhooks, `whsec_…`. */
  signingSecret: secretInput.nullish(),
};

export const agentVersionInput = line(100);

export const registerAgentInput = z.strictObject({
  id: agentIdInput,
  name: line(200),
  version: agentVersionInput,
  endpoint: endpoint.extend({ type: endpoint.shape.type.default('http') }),
  enabled: z.boolean('must be true or false').default(true),
  ...optional,
});

export const updateAgentInput = z.strictObject({
  name: line(200).optional(),
  version: agentVersionInput.optional(),
  endpoint: endpoint.partial().optional(),
  enabled: z.boolean('must be true or false').optional(),
  ...optional,
});

export type AgentFields = z.output<typeof updateAgentInput>;
export type EndpointFields = Omit<z.output<typeof endpoint>, 'authentication'>;

/** Checks what depends on several fields or on the environment. Returns all problems, with paths. */
export function checkAgentFields(fields: AgentFields, endpointUrl: string, guard: EgressGuard): Issue[] {
  return [
    ...guard.checkUrl(endpointUrl, ['endpoint', 'url']),
    ...checkMethod(fields.endpoint),
    ...checkHeaders(fields.endpoint?.headers),
    ...checkHealthEndpoint(endpointUrl, fields.healthCheck, guard),
    ...(fields.cancelUrl ? guard.checkUrl(fields.cancelUrl, ['cancelUrl']) : []),
    ...(fields.signingSecret ? validateSigningSecret(fields.signingSecret, ['signingSecret']) : []),
  ];
}

/** Can take long for a hostile schema: do not await it while a row is locked. */
export async function checkAgentSchemas({ inputSchema, outputSchema }: AgentFields): Promise<Issue[]> {
  return [
    ...(await checkJsonSchema(inputSchema, ['inputSchema'])),
    ...(await checkJsonSchema(outputSchema, ['outputSchema'])),
  ];
}

function checkMethod(endpoint: AgentFields['endpoint']): Issue[] {
  if (endpoint?.type !== 'a2a' || !endpoint.method || endpoint.method === 'POST') return [];
  return [{ path: ['endpoint', 'method'], message: 'must be POST for an A2A agent' }];
}

/** Header names that carry credentials; the database refuses them too. */
const CREDENTIAL_HEADER = /api[-_]?key|token|secret|password/i;

function checkHeaders(headers: Record<string, string> | null | undefined): Issue[] {
  const path = ['endpoint', 'headers'];
  const issues = validateCustomHeaders(headers, path);
  if (issues.length > 0) return issues;
  return Object.keys(headers ?? {})
    .filter((name) => CREDENTIAL_HEADER.test(name))
    .map((name) => ({
      path: [...path, name],
      message: 'looks like a credential; use authentication, where it is stored encrypted',
    }));
}

function checkHealthEndpoint(
  endpointUrl: string,
  healthCheck: AgentFields['healthCheck'],
  guard: EgressGuard,
): Issue[] {
  if (!healthCheck?.endpoint) return [];
  const path = ['healthCheck', 'endpoint'];
  const target = healthUrl(endpointUrl, healthCheck);
  return target
    ? guard.checkUrl(target, path)
    : [{ path, message: 'must be a URL or a path relative to the endpoint' }];
}

/** The secret of an authentication input. Undefined keeps the stored one; null removes it. */
export function secretOf(input: AuthenticationInput): string | null | undefined {
  const field = AUTHENTICATIONS[input.type].secret;
  return field && input[field];
}

/** @param needsSecret whether there is no stored secret to keep */
export function checkAuthentication(input: AuthenticationInput, needsSecret: boolean): Issue[] {
  const { type, header, username } = input;
  const { secret: secretField, fields } = AUTHENTICATIONS[type];
  const issues: Issue[] = [];
  const add = (field: string, message: string) =>
    issues.push({ path: ['endpoint', 'authentication', field], message });
  for (const field of ['token', 'password'] as const)
    if (input[field] != null && field !== secretField) add(field, `is not a field of type ${type}`);
  for (const field of ['header', 'username'] as const) {
    if (input[field] != null && !fields?.[field]) add(field, `is not a field of type ${type}`);
    if (fields?.[field] === 'required' && !input[field]) add(field, `is required for type ${type}`);
  }
  if (type === 'none' || secretField === null) return issues;
  const given = input[secretField];
  if (given === undefined && needsSecret) add(secretField, `is required for type ${type}`);
  const credential = { secret: given ?? 'unchanged', header: header ?? undefined, username: username ?? '' };
  for (const { path, message } of validateAuthentication({ type, ...credential }))
    add(path[0] === 'secret' ? secretField : String(path[0]), message);
  return issues;
}
