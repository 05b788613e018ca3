/**
 * The agents of the sample workspace: a small HTTP server on loopback, in the process of `npm start`. Each
 * one shows another way to end a job. Agents to copy from are in `examples/`.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../runtime/database/pool.js';
import { closeHttp, listenHttp } from '../runtime/http-server.js';
import { StartupError } from '../runtime/startup-error.js';
import type { Logger } from '../runtime/telemetry/logger.js';
import { aborted } from '../runtime/time-limit.js';
import { SAMPLE_AGENT_IDS, type SampleAgentId } from './sample-workspace.js';

export interface DemoAgents {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Accepts nothing more and waits until accepted work has been reported. */
  close(deadline: AbortSignal): Promise<void>;
}

export interface DemoAgentsOptions {
  /** The preferred port; another one if it is taken. */
  port: number;
  /** Connections of the `analysis` agent's own login; undefined if it could not be created. */
  pool: Pool | undefined;
  logger: Logger;
  /** Factor for the duration of the work; default 1. */
  pace?: number;
}

interface Task {
  jobId: string;
  executionId: string;
  params: { tickerId: string };
  metadata: { retryCount: number };
  /** For a step of the pipeline: the results of the steps before. */
  upstream?: { analyze?: { result: { sentiment: number } | null } };
  callback: { url: string; token: string };
}

/** Status and body of the answer, and the work that follows. */
interface Reply {
  status: number;
  body: object;
  afterward?: () => Promise<void>;
}

const accepted = (afterward: () => Promise<void>): Reply => ({
  status: 202,
  body: { status: 'accepted' },
  afterward,
});

export async function startDemoAgents(options: DemoAgentsOptions): Promise<DemoAgents> {
  const { pool, logger, pace = 1 } = options;
  const pending = new Set<Promise<void>>();
  const work = (ms: number) => sleep(ms * pace);

  const agents: Record<SampleAgentId, (task: Task) => Promise<Reply> | Reply> = {
    async 'data-collection'({ params }) {
      await work(150 + Math.random() * 450);
      const result = { ...params, articles: 1 + Math.floor(Math.random() * 9) };
      return { status: 200, body: { status: 'completed', result } };
    },
    'query-strategy'(task) {
      return accepted(async () => {
        await work(500 + Math.random() * 1_500);
        await report(task, {
          status: 'completed',
          result: { ...task.params, strategies: ['news', 'filings'] },
        });
      });
    },
    analysis({ executionId, params }) {
      if (!pool) return { status: 200, body: failed('the sample has no database login of its own', false) };
      return accepted(async () => {
        await work(500 + Math.random() * 1_000);
        await pool.query(
          `UPDATE "AgentJobExecution" SET status = 'completed', result = $1::jsonb, "completedAt" = now(), "updatedAt" = now()
           WHERE id = $2`,
          [
            JSON.stringify({ ...params, sentiment: Math.round(Math.random() * 200 - 100) / 100 }),
            executionId,
          ],
        );
      });
    },
    async 'content-generation'({ params, metadata, upstream }) {
      await work(200 + Math.random() * 400);
      if (Math.random() < 0.3) return { status: 200, body: failed('the language model is overloaded', true) };
      const sentiment = upstream?.analyze?.result?.sentiment;
      const result = {
        ...params,
        title: `What moved ${params.tickerId}`,
        attempt: metadata.retryCount + 1,
        ...(sentiment !== undefined && { sentiment }),
      };
      return { status: 200, body: { status: 'completed', result } };
    },
  };

  const server = createServer(async (request, response) => {
    const { status, body, afterward } = await answer(agents, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!afterward) return;
    const job = afterward()
      .catch((err) => logger.warn('sample.report_failed', { err }))
      .finally(() => pending.delete(job));
    pending.add(job);
  });
  return {
    origin: `http://127.0.0.1:${await listen(server, options.port)}`,
    async close(deadline) {
      await closeHttp(server, deadline);
      await Promise.race([Promise.all(pending), aborted(deadline)]);
    },
  };
}

async function answer(
  agents: Record<SampleAgentId, (task: Task) => Promise<Reply> | Reply>,
  request: IncomingMessage,
): Promise<Reply> {
  const [, agentId, action] = /^\/agents\/([a-z-]+)\/(run|health)$/.exec(request.url ?? '') ?? [];
  const id = SAMPLE_AGENT_IDS.find((known) => known === agentId);
  if (!id) return { status: 404, body: { message: 'There is no such sample agent' } };
  if (action === 'health') return { status: 200, body: { status: 'healthy', version: '1.0.0' } };
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  try {
    return await agents[id](JSON.parse(text) as Task);
  } catch {
    return { status: 400, body: { message: 'This is not a task' } };
  }
}

async function report({ callback }: Task, body: object): Promise<void> {
  const response = await fetch(callback.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${callback.token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`the callback answered ${response.status}`);
}

function failed(message: string, retryable: boolean): object {
  return { status: 'failed', error: { message, retryable } };
}

async function listen(server: Server, wanted: number): Promise<number> {
  const at = { host: '127.0.0.1', setting: 'sample agents' };
  try {
    return await listenHttp(server, { ...at, port: wanted });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return listenHttp(server, { ...at, port: 0 });
  }
}
