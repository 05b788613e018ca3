/** Calls an agent as a worker does, with IDs of attempts that do not exist. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildRequest } from '../../http/agents/build-request.js';
import { interpretAnswer, type Outcome } from '../../http/agents/interpret-answer.js';
import type { InvokedAgent, UpstreamStep } from '../../http/agents/invocation.js';
import { type CancelNotice, notifyCancel } from '../../http/agents/notify-cancel.js';
import type { HttpClient, HttpResult } from '../../http/client/http-client.js';
import type { InboxReport, ReportInbox } from '../../http/incoming/report-inbox.js';
import { uuidv7 } from '../../runtime/ids.js';
import { newTraceId } from '../../runtime/telemetry/trace-id.js';

export interface TrialAgent {
  call: InvokedAgent;
  cancelUrl: string | null;
  healthCheck?: { endpoint?: string | null } | null;
  outputSchema?: unknown;
  config?: unknown;
}

export interface TrialDeps {
  /** Every request passes the egress guard. */
  http: HttpClient;
  inbox: ReportInbox;
  /** How long a report may take, in milliseconds. Defaults to 15,000. */
  reportMs?: number;
  /** The time of requests. Defaults to the clock of this process. */
  now?: () => Date;
  signal?: AbortSignal;
}

export interface TrialCall {
  executionId: string;
  outcome: Outcome;
  /** Null if there was no HTTP answer. */
  statusCode: number | null;
  /** The body of the answer, or its beginning. */
  body: string;
}

export interface CallOptions {
  /** Defaults to a new ID. An earlier one delivers that attempt again. */
  executionId?: string;
  upstream?: Record<string, UpstreamStep>;
  /** Changes the complete request before it is sent. */
  alter?: (request: AlteredRequest) => void;
}

export interface AlteredRequest {
  headers: Record<string, string>;
  body: string | Readable | null;
}

/** Limit on an exchange, regardless of the agent's timeout. */
const LONGEST_CALL_MS = 15_000;

export class Trial {
  readonly agent: TrialAgent;
  readonly #deps: TrialDeps;
  readonly #ends = new Map<string, InboxReport[]>();
  readonly #called = new Set<string>();
  readonly #waiting = new Set<() => void>();
  readonly reports: InboxReport[] = [];
  readonly outcomes: Outcome[] = [];

  constructor(deps: TrialDeps, agent: TrialAgent) {
    this.#deps = deps;
    this.agent = agent;
    deps.inbox.onReport((report) => {
      this.reports.push(report);
      if (report.status !== 'running')
        this.#ends.set(report.executionId, [...this.endsOf(report.executionId), report]);
      for (const look of this.#waiting) look();
    });
  }

  get http(): HttpClient {
    return this.#deps.http;
  }

  now(): Date {
    return this.#deps.now?.() ?? new Date();
  }

  endsOf(executionId: string): readonly InboxReport[] {
    return this.#ends.get(executionId) ?? [];
  }

  async call(params: unknown, options: CallOptions = {}): Promise<TrialCall> {
    const executionId = options.executionId ?? newTrialId();
    const isAgain = this.#called.has(executionId);
    this.#called.add(executionId);
    const now = this.now();
    const timeoutMs = Math.min(this.agent.call.timeoutMs, LONGEST_CALL_MS);
    const request = buildRequest(
      {
        agent: this.agent.call,
        jobId: executionId.replace('trial_', 'trial_job_'),
        executionId,
        params,
        config: this.agent.config ?? undefined,
        metadata: {
          priority: 0,
          retryCount: 0,
          traceId: newTraceId(),
          deadline: new Date(now.getTime() + 60_000).toISOString(),
        },
        upstream: options.upstream,
        callback: this.#deps.inbox.callback(executionId),
        redelivery: isAgain,
      },
      now,
    );
    if (request.kind === 'invalid') return unsent(executionId, request.message);
    options.alter?.(request);
    const { url, headers, body } = request as typeof request & AlteredRequest;
    const result = await this.http.send({
      url,
      method: this.agent.call.method,
      headers,
      body: body ?? undefined,
      timeoutMs,
      signal: this.#deps.signal,
    });
    return this.#read(executionId, result, isAgain);
  }

  #read(executionId: string, result: HttpResult, redelivery: boolean): TrialCall {
    if (result.kind !== 'answer') {
      const { code, message } = result.failure;
      return { ...unsent(executionId, message, code), statusCode: 'status' in result ? result.status : null };
    }
    const { status, headers, body, truncated } = result;
    const { completion } = this.agent.call;
    const context = { completion, redelivery, now: this.now() };
    const outcome = interpretAnswer({ status, headers, body, truncated }, context);
    this.outcomes.push(outcome);
    return { executionId, outcome, statusCode: status, body };
  }

  get reportMs(): number {
    return this.#deps.reportMs ?? 15_000;
  }

  /** The report that ends the attempt. Undefined if none comes in time. */
  async end(executionId: string, ms = this.reportMs): Promise<InboxReport | undefined> {
    const { signal } = this.#deps;
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        signal?.removeEventListener('abort', finish);
        resolve(this.endsOf(executionId)[0]);
      };
      const look = () => {
        if (this.endsOf(executionId).length > 0) finish();
      };
      const timer = setTimeout(finish, signal?.aborted ? 0 : ms);
      signal?.addEventListener('abort', finish);
      this.#waiting.add(look);
      look();
    });
  }

  newId(): string {
    return newTrialId();
  }

  /** Waits, but no longer than the grading. */
  async pause(ms: number): Promise<undefined> {
    const { signal } = this.#deps;
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  cancel(executionId: string): Promise<CancelNotice> {
    const { call, cancelUrl } = this.agent;
    const notice = { jobId: executionId.replace('trial_', 'trial_job_'), executionId, reason: 'cancelled' };
    return notifyCancel(this.http, { ...call, cancelUrl: cancelUrl ?? '' }, notice, { now: this.now() });
  }
}

const PREFIX = 'trial_';

/** An id of a call that has no attempt in the database. */
export function isTrialId(executionId: string): boolean {
  return executionId.startsWith(PREFIX);
}

function newTrialId(): string {
  return `${PREFIX}${uuidv7()}`;
}

/** Sends the body in parts, with pauses, like a slow network. */
export function slowly(body: string, parts: number, pauseMs: number): Readable {
  const bytes = Buffer.from(body);
  const size = Math.ceil(bytes.length / parts);
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += size) {
      if (start > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      yield bytes.subarray(start, start + size);
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

function unsent(executionId: string, message: string, code = 'INVALID_REQUEST'): TrialCall {
  const outcome: Outcome = { kind: 'failed', error: { code, message, retryable: false } };
  return { executionId, outcome, statusCode: null, body: '' };
}
