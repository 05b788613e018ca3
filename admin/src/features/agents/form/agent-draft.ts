/** An agent as it is typed: texts, that need not be right yet. */
import { parseJsonText } from '../../../components/json-editor.js';
import { writeDuration } from '../../../lib/duration-text.js';
import type { Issue } from '../../../lib/use-action.js';
import type {
  AgentAuthenticationInput,
  AgentFormFieldsFragment,
  AuthenticationType,
  Backoff,
  Completion,
  EndpointMethod,
  EndpointType,
  RegisterAgentInput,
  RetryJitter,
  UpdateAgentInput,
} from './agent-form.generated.js';

export interface AgentDraft {
  id: string;
  name: string;
  description: string;
  version: string;
  enabled: boolean;
  type: EndpointType;
  url: string;
  method: EndpointMethod;
  timeout: string;
  /** `Name: value`, one a line. */
  headers: string;
  authentication: AuthenticationType;
  /** Token or password; empty: the stored one stays. */
  credential: string;
  keyHeader: string;
  username: string;
  hasOwnRetry: boolean;
  maxRetries: string;
  backoff: Backoff;
  delay: string;
  maxDelay: string;
  retryJitter: RetryJitter;
  /** JSON, like the next ones. */
  inputSchema: string;
  outputSchema: string;
  parameterTypes: string;
  metadata: string;
  requirements: string;
  healthEndpoint: string;
  healthInterval: string;
  completion: Completion | '';
  attemptTimeout: string;
  heartbeatTimeout: string;
  maxQueueTime: string;
  maxConcurrency: string;
  rateLimit: string;
  ratePer: string;
  cancelUrl: string;
  signingSecret: string;
}

export const NEW_AGENT: AgentDraft = {
  id: '',
  name: '',
  description: '',
  version: '1.0.0',
  enabled: true,
  type: 'HTTP',
  url: '',
  method: 'POST',
  timeout: '',
  headers: '',
  authentication: 'NONE',
  credential: '',
  keyHeader: '',
  username: '',
  hasOwnRetry: false,
  maxRetries: '3',
  backoff: 'EXPONENTIAL',
  delay: '5s',
  maxDelay: '',
  retryJitter: 'NONE',
  inputSchema: '',
  outputSchema: '',
  parameterTypes: '',
  metadata: '',
  requirements: '',
  healthEndpoint: '',
  healthInterval: '',
  completion: '',
  attemptTimeout: '',
  heartbeatTimeout: '',
  maxQueueTime: '',
  maxConcurrency: '',
  rateLimit: '',
  ratePer: '',
  cancelUrl: '',
  signingSecret: '',
};

export function draftOf(agent: AgentFormFieldsFragment): AgentDraft {
  const { endpoint, healthCheck, rateLimit } = agent;
  const authentication = endpoint?.authentication;
  return {
    ...NEW_AGENT,
    id: agent.id,
    name: agent.name,
    description: agent.description ?? '',
    version: agent.version,
    enabled: agent.enabled,
    type: endpoint?.type ?? 'HTTP',
    url: endpoint?.url ?? '',
    method: endpoint?.method ?? 'POST',
    timeout: duration(endpoint?.timeout),
    headers: Object.entries((endpoint?.headers ?? {}) as Record<string, string>)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    authentication: authentication?.type ?? 'NONE',
    keyHeader: authentication?.header ?? '',
    username: authentication?.username ?? '',
    ...retryOf(endpoint?.retryConfig ?? null),
    inputSchema: json(agent.inputSchema),
    outputSchema: json(agent.outputSchema),
    parameterTypes: json(agent.parameterTypes),
    metadata: json(agent.metadata),
    requirements: json(agent.requirements),
    healthEndpoint: healthCheck?.endpoint ?? '',
    healthInterval: number(healthCheck?.interval),
    completion: agent.completion,
    attemptTimeout: duration(agent.attemptTimeout),
    heartbeatTimeout: duration(agent.heartbeatTimeout),
    maxQueueTime: duration(agent.maxQueueTime),
    maxConcurrency: number(agent.maxConcurrency),
    rateLimit: number(rateLimit?.limit),
    ratePer: duration(rateLimit?.per),
    cancelUrl: agent.cancelUrl ?? '',
  };
}

function retryOf(
  retry: NonNullable<AgentFormFieldsFragment['endpoint']>['retryConfig'],
): Partial<AgentDraft> {
  if (retry === null) return {};
  return {
    hasOwnRetry: true,
    maxRetries: number(retry.maxRetries),
    backoff: retry.backoff,
    delay: duration(retry.delay),
    maxDelay: duration(retry.maxDelay),
    retryJitter: retry.jitter ?? 'NONE',
  };
}

const duration = (ms: number | null | undefined) => (ms == null ? '' : writeDuration(ms));
const number = (value: number | null | undefined) => (value == null ? '' : String(value));
const json = (value: unknown) => (value == null ? '' : JSON.stringify(value, null, 2));

/** The credential's field in the input, by the type of authentication. */
export const CREDENTIAL_FIELD: Readonly<Record<AuthenticationType, 'token' | 'password' | undefined>> = {
  NONE: undefined,
  BEARER: 'token',
  API_KEY: 'token',
  BASIC: 'password',
};

/** The mutation's input, with null for what is empty, and what cannot even be sent; the server says the rest. */
export function readDraft(draft: AgentDraft): { input: RegisterAgentInput; issues: Issue[] } {
  const issues: Issue[] = [];
  const text = (value: string) => value.trim() || null;
  const refuse = (path: string, message: string) => {
    issues.push({ path: path.split('.'), message });
    return null;
  };
  function whole(value: string, path: string): number | null {
    if (value.trim() === '') return null;
    const read = Number(value);
    return Number.isInteger(read) ? read : refuse(path, 'must be a whole number');
  }
  function object(value: string, path: string): unknown {
    const read = parseJsonText(value);
    return read.kind === 'ok' ? (read.value ?? null) : refuse(path, read.message);
  }
  function rateLimit(): RegisterAgentInput['rateLimit'] {
    const limit = whole(draft.rateLimit, 'rateLimit.limit');
    const per = text(draft.ratePer);
    if (limit !== null && per !== null) return { limit, per };
    if (limit !== null) refuse('rateLimit.per', 'enter the period, such as 1m');
    else if (per !== null && draft.rateLimit.trim() === '')
      refuse('rateLimit.limit', 'enter the number of requests');
    return null;
  }
  function healthCheck(): RegisterAgentInput['healthCheck'] {
    const interval = whole(draft.healthInterval, 'healthCheck.interval');
    const endpoint = text(draft.healthEndpoint);
    return interval === null && endpoint === null ? null : { endpoint, interval };
  }
  const headers = readHeaders(draft.headers);
  if (headers.flaw !== undefined) refuse('endpoint.headers', headers.flaw);

  const input: RegisterAgentInput = {
    id: draft.id.trim(),
    name: draft.name.trim(),
    description: text(draft.description),
    version: draft.version.trim(),
    enabled: draft.enabled,
    endpoint: {
      type: draft.type,
      url: draft.url.trim(),
      method: draft.method,
      timeout: text(draft.timeout),
      headers: headers.byName,
      authentication: authenticationOf(draft),
      retryConfig: draft.hasOwnRetry
        ? {
            maxRetries: whole(draft.maxRetries, 'endpoint.retryConfig.maxRetries') ?? 0,
            backoff: draft.backoff,
            delay: draft.delay.trim(),
            maxDelay: text(draft.maxDelay),
            jitter: draft.retryJitter,
          }
        : null,
    },
    inputSchema: object(draft.inputSchema, 'inputSchema'),
    outputSchema: object(draft.outputSchema, 'outputSchema'),
    parameterTypes: object(draft.parameterTypes, 'parameterTypes'),
    metadata: object(draft.metadata, 'metadata'),
    requirements: object(draft.requirements, 'requirements'),
    healthCheck: healthCheck(),
    completion: draft.completion || null,
    attemptTimeout: text(draft.attemptTimeout),
    heartbeatTimeout: text(draft.heartbeatTimeout),
    maxQueueTime: text(draft.maxQueueTime),
    maxConcurrency: whole(draft.maxConcurrency, 'maxConcurrency'),
    rateLimit: rateLimit(),
    cancelUrl: text(draft.cancelUrl),
    // Left out, a stored one stays.
    ...(draft.signingSecret && { signingSecret: draft.signingSecret }),
  };
  return { input, issues };
}

function authenticationOf(draft: AgentDraft): AgentAuthenticationInput {
  const { authentication: type, credential } = draft;
  const field = CREDENTIAL_FIELD[type];
  return {
    type,
    ...(type === 'API_KEY' && draft.keyHeader.trim() && { header: draft.keyHeader.trim() }),
    ...(type === 'BASIC' && { username: draft.username.trim() }),
    ...(field && credential && { [field]: credential }),
  };
}

function readHeaders(text: string): { byName: Record<string, string>; flaw?: string } {
  const byName: Record<string, string> = {};
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const colon = line.indexOf(':');
    if (colon < 1)
      return { byName, flaw: `“${line.trim()}” is not a header. Write one “Name: value” per line.` };
    byName[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return { byName };
}

/** What of `now` is not as it was `before`; of the endpoint, too, only that. */
export function changesOf(before: RegisterAgentInput, now: RegisterAgentInput): UpdateAgentInput {
  const { id: _, endpoint, ...rest } = now;
  const endpointChanges = differing(before.endpoint, endpoint);
  return {
    ...differing(before, rest),
    ...(Object.keys(endpointChanges).length > 0 && { endpoint: endpointChanges }),
  };
}

function differing<T extends object>(before: object, now: T): Partial<T> {
  const entries = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

/** Whether the stored credential will be removed: it was not meant for another origin, and none is given. */
export function losesCredential(agent: AgentFormFieldsFragment | undefined, draft: AgentDraft): boolean {
  const stored = agent?.endpoint;
  if (!stored?.authentication.credential.set && !agent?.signingSecret.set) return false;
  if (!stored || !URL.canParse(draft.url) || !URL.canParse(stored.url)) return false;
  return new URL(draft.url).origin !== new URL(stored.url).origin;
}
