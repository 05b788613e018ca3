/** The request body that Callboard sends, as far as the kit relies on it. */
import { AgentError } from './errors.js';

export interface JobMetadata {
  scheduleId?: string;
  scheduleExecutionId?: string;
  pipelineId?: string;
  pipelineStepId?: string;
  contextId?: string;
  turn?: number;
  priority: number;
  /** 0 for the first attempt. */
  retryCount: number;
  traceId: string;
  /** When the attempt ends unless it is answered or reported first (ISO 8601). Progress extends it. */
  deadline: string;
}

/** How a step ended that this one depends on. */
export interface UpstreamStep {
  status: string;
  result: unknown;
  /** Present if the result was too large to be sent. */
  executionId?: string;
}

/** What `run` receives: one attempt of a job. */
export interface Job<Params = unknown> {
  /** The job, the same for all its attempts. */
  jobId: string;
  /** This attempt, the same when it is delivered again. */
  executionId: string;
  agentId: string;
  agentVersion: string;
  params: Params;
  /** The value of `AgentConfig` under the agent's id. */
  config: unknown;
  metadata: JobMetadata;
  upstream: Record<string, UpstreamStep>;
  /** Aborts when Callboard cancels the attempt or has ended it. Pass it on to `fetch` and the like. */
  signal: AbortSignal;
  /** Sent with the result and with progress. */
  metrics: Record<string, unknown>;
  /** Reports progress, which extends the deadline. Never rejects: the work continues without it. */
  progress(metrics?: Record<string, unknown>): Promise<void>;
}

export interface Envelope {
  jobId: string;
  executionId: string;
  agentId: string;
  agentVersion: string;
  params: unknown;
  config?: unknown;
  metadata: JobMetadata;
  upstream?: Record<string, UpstreamStep>;
  callback: Callback;
}

export interface Callback {
  url: string;
  token: string;
}

/** @throws AgentError saying which part of the request is missing */
export function parseEnvelope(text: string): Envelope {
  const body = parseObject(text);
  for (const name of ['jobId', 'executionId', 'agentId'] as const) {
    if (typeof body[name] !== 'string' || body[name] === '') throw malformed(`${name} is missing`);
  }
  if (!isObject(body.metadata)) throw malformed('metadata is missing');
  const { callback } = body;
  if (!isObject(callback) || typeof callback.url !== 'string' || typeof callback.token !== 'string')
    throw malformed('callback { url, token } is missing');
  if (!URL.canParse(callback.url)) throw malformed('callback.url is not an absolute URL');
  return { params: {}, ...body } as unknown as Envelope;
}

/** The ids in a cancellation notice. @throws AgentError */
export function parseCancellation(text: string): { executionId: string; reason: string } {
  const { executionId, reason } = parseObject(text);
  if (typeof executionId !== 'string') throw malformed('executionId is missing');
  return { executionId, reason: typeof reason === 'string' ? reason : 'cancelled' };
}

function parseObject(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw malformed('the body is not JSON');
  }
  if (!isObject(body)) throw malformed('the body is not a JSON object');
  return body;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(what: string): AgentError {
  return new AgentError(`This request is not from Callboard: ${what}.`, { code: 'MALFORMED_REQUEST' });
}
