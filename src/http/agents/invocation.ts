/** The data of one call to an agent. The engine converts rows to this, with credentials already decrypted. */
import type { Authentication } from '../../domain/agent/authentication.js';
import type { Completion } from '../../domain/agent/endpoint.js';

/** `callboard`: the agent protocol of docs/agent-protocol.md. `a2a`: JSON-RPC as Agent2Agent defines it. */
export type Protocol = 'callboard' | 'a2a';

export interface InvokedAgent {
  id: string;
  version: string;
  url: string;
  /** GET sends params as the query string and has no body. */
  method: 'GET' | 'POST' | 'PUT';
  authentication: Authentication;
  /** Custom headers; checked again before each call. */
  headers?: Record<string, string> | undefined;
  /** Standard Webhooks secret (`whsec_` + base64); the request is signed when present. */
  signingSecret?: string | undefined;
  completion: Completion;
  /** Defaults to `callboard`. */
  protocol?: Protocol | undefined;
  /**
   * Limits the HTTP exchange as a whole: waiting for a socket, DNS, connect, request, the last byte of the
   * answer.
   */
  timeoutMs: number;
}

interface InvocationMetadata {
  scheduleId?: string | undefined;
  scheduleExecutionId?: string | undefined;
  pipelineId?: string | undefined;
  pipelineStepId?: string | undefined;
  contextId?: string | undefined;
  turn?: number | undefined;
  priority: number;
  retryCount: number;
  /** W3C trace id: 32 lower-case hex digits. */
  traceId: string;
  /** When the attempt ends unless a report comes first (ISO 8601). */
  deadline: string;
}

/**
 * How a dependency ended. A result that is too large to send is left out, and `executionId` says where to
 * read it.
 */
export interface UpstreamStep {
  status: string;
  result: unknown;
  executionId?: string;
}

export interface Invocation {
  agent: InvokedAgent;
  jobId: string;
  executionId: string;
  params: unknown;
  config?: unknown;
  metadata: InvocationMetadata;
  /** The results of a step's dependencies, by step id. */
  upstream?: Record<string, UpstreamStep> | undefined;
  callback: { url: string; token: string };
  /** The header of the span of this request; absent: there is none. */
  traceparent?: string | undefined;
  /** This attempt may have reached the agent before. A 409 then means that it did. */
  redelivery: boolean;
}
