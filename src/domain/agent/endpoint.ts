/**
 * `AgentRegistry.endpoint`: where an agent is and how it is called. Agents register themselves by SQL, so
 * stored values are read leniently. Values that come through the API are written in exactly this form.
 */
import { z } from 'zod';
import { parseDuration } from '../duration.js';
import type { Issue } from '../issue.js';
import { parseLeniently } from '../parse-leniently.js';
import { retryConfigSchema } from '../retry/retry.js';
import { AUTHENTICATION_TYPES, type AuthenticationType } from './authentication.js';

export const ENDPOINT_TYPES = ['http', 'webhook', 'n8n', 'cloud_function', 'a2a'] as const;
export type EndpointType = (typeof ENDPOINT_TYPES)[number];

/** Without the secret, which has a column of its own. */
interface StoredAuthentication {
  type: AuthenticationType;
  header?: string | null | undefined;
  username?: string | null | undefined;
}

/** What a 2xx without a `status` means: the job is done, or the agent reports its end later. */
export type Completion = 'auto' | 'report';

/** One of the names, in any case and with any or no separator: `CLOUD-FUNCTION`, `apiKey`. */
function spelled<const Names extends readonly string[]>(names: Names) {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return z.string().transform((text, context): Names[number] => {
    const name = names.find((candidate) => plain(candidate) === plain(text));
    if (name !== undefined) return name;
    context.addIssue({ code: 'custom', message: `must be one of ${names.join(', ')}` });
    return z.NEVER;
  });
}

const milliseconds = z.union([z.number(), z.string()]).transform((value, context) => {
  const parsed = parseDuration(value);
  if (parsed.kind === 'ok' && parsed.ms > 0) return parsed.ms;
  context.addIssue({
    code: 'custom',
    message: parsed.kind === 'error' ? parsed.message : 'must be more than 0',
  });
  return z.NEVER;
});

/** Also accepts the form of the scheduler settings, `backoff: {type, delay}`. */
const retryConfig = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || !('backoff' in value)) return value;
  const { backoff } = value;
  const flat =
    typeof backoff === 'object' && backoff !== null
      ? { ...value, ...backoff, backoff: Reflect.get(backoff, 'type'), type: undefined }
      : value;
  const { type: _, ...rest } = flat as Record<string, unknown>;
  return typeof rest.backoff === 'string' ? { ...rest, backoff: rest.backoff.toLowerCase() } : rest;
}, retryConfigSchema);

/** Unknown keys are dropped: an agent may store notes beside its endpoint. */
const endpointSchema = z.object({
  type: spelled(ENDPOINT_TYPES).default('http'),
  url: z.string(),
  method: spelled(['POST', 'PUT', 'GET']).default('POST'),
  authentication: z
    .object({
      type: spelled(AUTHENTICATION_TYPES).default('none'),
      header: z.string().nullish(),
      username: z.string().nullish(),
    })
    .nullish()
    .transform((authentication): StoredAuthentication => authentication ?? { type: 'none' }),
  /** Milliseconds for the HTTP exchange. Null uses the setting of the scheduler. */
  timeout: milliseconds.nullish().transform((timeout) => timeout ?? null),
  retryConfig: retryConfig.nullish().transform((retry) => retry ?? null),
  headers: z
    .record(z.string(), z.string())
    .nullish()
    .transform((headers) => headers ?? {}),
});

export type AgentEndpoint = z.output<typeof endpointSchema>;

export type ParsedEndpoint =
  /** `issues`: unusable parts that were left out. */
  { kind: 'ok'; endpoint: AgentEndpoint; issues: Issue[] } | { kind: 'error'; issues: Issue[] };

/**
 * Reads a stored endpoint. Without a text `url` there is no endpoint. The egress guard decides whether the
 * URL may be called.
 */
export function parseEndpoint(stored: unknown): ParsedEndpoint {
  const { value, issues } = parseLeniently(endpointSchema, stored);
  return value ? { kind: 'ok', endpoint: value, issues } : { kind: 'error', issues };
}

/**
 * The registered value wins. Without one, agents that only receive events (n8n flows, webhooks) report their
 * end later. An A2A agent always answers with the end.
 */
export function resolveCompletion(type: EndpointType, completion: string | null): Completion {
  if (type === 'a2a') return 'auto';
  if (completion === 'auto' || completion === 'report') return completion;
  return type === 'n8n' || type === 'webhook' ? 'report' : 'auto';
}
