/** Builds the request of one invocation, exactly as the agent protocol specifies it. */

import { authenticationHeaders, validateAuthentication } from '../../domain/agent/authentication.js';
import { validateCustomHeaders } from '../../domain/agent/custom-headers.js';
import type { Issue } from '../../domain/issue.js';
import { LIMITS } from '../../domain/limits.js';
import { validateSigningSecret } from '../../domain/stored-secret.js';
import { isTraceId, spanIdOf } from '../../runtime/telemetry/trace-id.js';
import { ACCEPT_ENCODING } from '../client/read-body.js';
import { a2aRequest } from './a2a.js';
import type { Invocation, InvokedAgent } from './invocation.js';
import { mergeHeaders, USER_AGENT } from './merge-headers.js';
import { signatureHeaders } from './signature.js';

/** `invalid`: the stored agent cannot be called. SQL can write agents without the checks of the API. */
export type BuiltRequest =
  | { kind: 'ok'; url: string; headers: Record<string, string>; body: string | null }
  | { kind: 'invalid'; message: string };

/**
 * URL, headers and body of an invocation. `now` dates the signature. A redelivery differs only in that date.
 */
export function buildRequest(invocation: Invocation, now: Date): BuiltRequest {
  const { agent, executionId } = invocation;
  const constant = constantOf(agent);
  if (constant.kind === 'invalid') return constant;
  const isGet = agent.method === 'GET';
  const body = isGet ? null : JSON.stringify(bodyOf(invocation));
  // An invalid URL is refused when the request is sent.
  const isQuery = isGet && URL.canParse(agent.url);
  const url = isQuery ? withQuery(agent.url, invocation.params) : agent.url;
  const query = isQuery ? new URL(url).search.slice(1) : '';
  if (query.length > LIMITS.agentQueryCharacters) {
    return {
      kind: 'invalid',
      message: `The params make a query string of ${query.length.toLocaleString('en')} characters, but GET can send at most ${LIMITS.agentQueryCharacters.toLocaleString('en')}. Register the agent with the method POST.`,
    };
  }
  // Assigns fields one by one, because spreading several objects into one takes several times as long.
  const headers = isGet
    ? mergeHeaders(constant.headers, metadataHeaders(invocation))
    : Object.assign({}, constant.headers);
  // An agent's own headers must not contain any of these.
  headers['X-Job-Id'] = invocation.jobId;
  headers['X-Execution-Id'] = executionId;
  headers['Idempotency-Key'] = executionId;
  headers['X-Trace-Id'] = invocation.metadata.traceId;
  const traceparent = traceparentOf(invocation);
  if (traceparent !== undefined) headers.traceparent = traceparent;
  if (agent.signingSecret)
    Object.assign(headers, signatureHeaders(agent.signingSecret, executionId, now, body ?? query));
  return { kind: 'ok', url, body, headers };
}

/** The part of a request that is the same for all calls of an agent, checked and built once. */
type Constant = { kind: 'ok'; headers: Record<string, string> } | { kind: 'invalid'; message: string };

const constants = new WeakMap<InvokedAgent, Constant>();

function constantOf(agent: InvokedAgent): Constant {
  const known = constants.get(agent) ?? checkAgent(agent);
  constants.set(agent, known);
  return known;
}

function checkAgent(agent: InvokedAgent): Constant {
  const issues = [
    ...validateCustomHeaders(agent.headers, ['headers']),
    ...validateAuthentication(agent.authentication, ['authentication']),
    ...(agent.signingSecret ? validateSigningSecret(agent.signingSecret, ['signingSecret']) : []),
  ];
  if (agent.protocol === 'a2a' && agent.method !== 'POST')
    issues.push({ path: ['method'], message: 'must be POST for an A2A agent' });
  if (issues.length > 0) return { kind: 'invalid', message: describe(issues) };
  const headers = mergeHeaders(
    { Accept: 'application/json', 'User-Agent': USER_AGENT },
    agent.headers ?? {},
    authenticationHeaders(agent.authentication),
    {
      ...(agent.method !== 'GET' && { 'Content-Type': 'application/json' }),
      'Accept-Encoding': ACCEPT_ENCODING,
    },
  );
  return { kind: 'ok', headers };
}

/** The URL with params appended to its query: scalars as they are, anything else as JSON. */
function withQuery(url: string, params: unknown): string {
  const whole = new URL(url);
  for (const [name, value] of Object.entries((params ?? {}) as Record<string, unknown>)) {
    whole.searchParams.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return whole.href;
}

/** Metadata of a POST body, as far as headers can carry it. */
function metadataHeaders({ agent, metadata, callback }: Invocation): Record<string, string> {
  const values: Record<string, string | number | undefined> = {
    'X-Agent-Id': agent.id,
    'X-Agent-Version': agent.version,
    'X-Schedule-Id': metadata.scheduleId,
    'X-Schedule-Execution-Id': metadata.scheduleExecutionId,
    'X-Pipeline-Id': metadata.pipelineId,
    'X-Pipeline-Step-Id': metadata.pipelineStepId,
    'X-Context-Id': metadata.contextId,
    'X-Turn': metadata.turn,
    'X-Priority': metadata.priority,
    'X-Retry-Count': metadata.retryCount,
    'X-Deadline': metadata.deadline,
    'X-Callback-Url': callback.url,
    'X-Callback-Token': callback.token,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, headerText(String(value))]],
    ),
  );
}

/** Percent-encodes text that a header cannot carry. */
function headerText(text: string): string {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) ? text : encodeURIComponent(text);
}

/** An A2A agent receives neither the params twice nor the token of a callback that it does not know. */
function bodyOf(invocation: Invocation): Record<string, unknown> {
  const body = requestBody(invocation);
  if (invocation.agent.protocol !== 'a2a') return body;
  const { params: _params, callback: _callback, ...job } = body;
  return a2aRequest(invocation, job);
}

/** Fields in the order of the protocol. Absent ones are left out, as JSON.stringify does with undefined. */
function requestBody(invocation: Invocation): Record<string, unknown> {
  const { agent, metadata } = invocation;
  return {
    jobId: invocation.jobId,
    executionId: invocation.executionId,
    agentId: agent.id,
    agentVersion: agent.version,
    params: invocation.params,
    config: invocation.config,
    metadata: {
      scheduleId: metadata.scheduleId,
      scheduleExecutionId: metadata.scheduleExecutionId,
      pipelineId: metadata.pipelineId,
      pipelineStepId: metadata.pipelineStepId,
      contextId: metadata.contextId,
      turn: metadata.turn,
      priority: metadata.priority,
      retryCount: metadata.retryCount,
      traceId: metadata.traceId,
      deadline: metadata.deadline,
    },
    upstream: invocation.upstream,
    callback: { url: invocation.callback.url, token: invocation.callback.token },
  };
}

/**
 * W3C Trace Context. Left out if the trace id is not valid, because receivers discard a trace with a
 * malformed traceparent. Without an exported span, the span id is derived from the attempt's id.
 */
function traceparentOf({ executionId, metadata, traceparent }: Invocation): string | undefined {
  if (traceparent !== undefined) return traceparent;
  return isTraceId(metadata.traceId) ? `00-${metadata.traceId}-${spanIdOf(executionId)}-01` : undefined;
}

function describe(issues: Issue[]): string {
  const [first, ...rest] = issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  return `The agent cannot be called as registered: ${first}${rest.length > 0 ? ` (and ${rest.length} more)` : ''}`;
}
