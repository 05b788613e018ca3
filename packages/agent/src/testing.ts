/** Plays Callboard for the tests of an agent: calls it as Callboard does, and receives its reports. Needs Node. */
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Agent } from './agent.js';
import type { JobMetadata, UpstreamStep } from './job.js';

export interface TestCallboardOptions {
  signingSecret?: string;
  token?: string;
}

export interface TestCallOptions {
  /** Give one twice to deliver an attempt again. Default: a new one. */
  executionId?: string;
  upstream?: Record<string, UpstreamStep>;
  config?: unknown;
  metadata?: Partial<JobMetadata>;
}

export interface TestReport {
  status: 'running' | 'completed' | 'failed';
  result?: unknown;
  error?: { message: string; code?: string; retryable?: boolean };
  metrics?: Record<string, unknown>;
  heartbeat?: boolean;
}

export interface TestCall {
  executionId: string;
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any;
  /** All reports so far, in order. */
  reports: readonly TestReport[];
  /** Resolves with the report that ends the attempt. */
  ended(): Promise<TestReport>;
}

export interface TestCallboard {
  /** @param agent an agent, or the URL of one that runs elsewhere */
  call(agent: Agent | string, params?: unknown, options?: TestCallOptions): Promise<TestCall>;
  /** Sends the notice that an attempt was cancelled. From then on, reports about it get 409. */
  cancel(agent: Agent | string, executionId: string, reason?: string): Promise<Response>;
  close(): Promise<void>;
}

interface Attempt {
  token: string;
  reports: TestReport[];
  hasEnded: boolean;
  ended: Promise<TestReport>;
  end(report: TestReport): void;
}

/** Listens on a free port of the loopback interface. */
export async function startTestCallboard(options: TestCallboardOptions = {}): Promise<TestCallboard> {
  const attempts = new Map<string, Attempt>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const attempt = attempts.get(request.url?.split('/').at(-1) ?? '');
    const isAllowed = request.headers.authorization === `Bearer ${attempt?.token}`;
    const status = isAllowed && attempt ? receive(attempt, JSON.parse(Buffer.concat(parts).toString())) : 401;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function post(agent: Agent | string, path: string, id: string, body: object): Promise<Response> {
    const text = JSON.stringify(body);
    const headers = new Headers({ 'content-type': 'application/json', ...signature(id, text) });
    if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
    const init = { method: 'POST', headers, body: text };
    if (typeof agent === 'string') return fetch(new URL(path, agent), init);
    return agent.fetch(new Request(new URL(path, 'http://agent/'), init));
  }

  function signature(id: string, body: string): Record<string, string> {
    if (options.signingSecret === undefined) return {};
    const at = new Date();
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(options.signingSecret).sign(id, at, body),
    };
  }

  return {
    async call(agent, params = {}, { executionId = randomUUID(), upstream, config, metadata } = {}) {
      const attempt = attempts.get(executionId) ?? createAttempt();
      attempts.set(executionId, attempt);
      const traceId = randomBytes(16).toString('hex');
      const deadline = new Date(Date.now() + 60_000).toISOString();
      const response = await post(agent, '', executionId, {
        ...{ jobId: randomUUID(), executionId, agentId: 'test', agentVersion: '1.0.0', params, config },
        metadata: { priority: 0, retryCount: 0, traceId, deadline, ...metadata },
        upstream,
        callback: { url: `${origin}/agent/v1/executions/${executionId}`, token: attempt.token },
      });
      const { status, headers } = response;
      const { reports, ended } = attempt;
      return { executionId, status, headers, body: await response.json(), reports, ended: () => ended };
    },
    cancel(agent, executionId, reason = 'cancelled') {
      const attempt = attempts.get(executionId);
      if (attempt) attempt.hasEnded = true;
      return post(agent, 'cancel', `cancel_${executionId}`, { jobId: randomUUID(), executionId, reason });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createAttempt(): Attempt {
  let end: Attempt['end'] = () => {};
  const ended = new Promise<TestReport>((resolve) => {
    end = resolve;
  });
  return { token: randomUUID(), reports: [], hasEnded: false, ended, end };
}

/** @returns the status of the answer */
function receive(attempt: Attempt, report: TestReport): number {
  if (attempt.hasEnded) return 409;
  attempt.reports.push(report);
  if (report.status === 'running') return 200;
  attempt.hasEnded = true;
  attempt.end(report);
  return 200;
}
