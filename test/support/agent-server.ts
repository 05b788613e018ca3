import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that reached an agent, unchanged. */
export interface LedgerEntry {
  at: number;
  executionId: string;
  jobId: string;
  headers: IncomingHttpHeaders;
  body: InvocationBody;
}

export interface InvocationBody {
  jobId: string;
  executionId: string;
  agentId: string;
  agentVersion: string;
  params: Record<string, unknown>;
  config?: unknown;
  metadata: {
    scheduleExecutionId?: string;
    turn?: number;
    retryCount: number;
    priority: number;
    deadline: string;
    traceId: string;
  };
  upstream?: Record<string, { status: string; result: unknown }>;
  callback: { url: string; token: string };
}

export type AgentBehavior = (entry: LedgerEntry, response: ServerResponse) => void | Promise<void>;

/** A real HTTP agent on loopback that records its calls. Tests trust this ledger, not the database. */
export interface AgentServer {
  url: string;
  ledger: LedgerEntry[];
  /** Requests to `/cancel`, unchanged. */
  cancellations: Record<string, unknown>[];
  /** Resolves when this many notices have arrived. */
  notices(count: number): Promise<void>;
  /** The largest number of requests that were open at once. */
  peak(): number;
  /** Forgets all calls so far. */
  reset(): void;
  /** Resolves when this many calls have arrived. */
  calls(count: number): Promise<void>;
  behave(behavior: AgentBehavior): void;
  close(): Promise<void>;
}

export const answer = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

export const completes: AgentBehavior = (entry, response) =>
  answer(response, 200, { status: 'completed', result: { echo: entry.body.params } });
export const accepts: AgentBehavior = (_entry, response) => answer(response, 202, { status: 'accepted' });

export async function startAgentServer(initial: AgentBehavior = completes, port = 0): Promise<AgentServer> {
  let behavior = initial;
  const ledger: LedgerEntry[] = [];
  const cancellations: Record<string, unknown>[] = [];
  let open = 0;
  let peak = 0;
  const called = createCounter();
  const noticed = createCounter();
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return answer(response, 200, { status: 'healthy', version: '1.2.3' });
    if (request.url === '/cancel') {
      noticed.reach(cancellations.push(await readJson(request)));
      return answer(response, 200, {});
    }
    open += 1;
    peak = Math.max(peak, open);
    response.once('close', () => {
      open -= 1;
    });
    const entry = await read(request);
    called.reach(ledger.push(entry));
    await behavior(entry, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/run`,
    ledger,
    cancellations,
    peak: () => peak,
    reset() {
      ledger.length = 0;
      cancellations.length = 0;
      peak = open;
    },
    calls: (count) => called.until(count, ledger.length),
    notices: (count) => noticed.until(count, cancellations.length),
    behave(next) {
      behavior = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function read(request: IncomingMessage): Promise<LedgerEntry> {
  const body = await readJson<InvocationBody>(request);
  return {
    at: performance.now(),
    executionId: body.executionId,
    jobId: body.jobId,
    headers: request.headers,
    body,
  };
}

async function readJson<T = Record<string, unknown>>(request: IncomingMessage): Promise<T> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as T;
}

/** Lets tests await the nth event of a kind. */
function createCounter() {
  let waiting: { count: number; resolve: () => void }[] = [];
  return {
    reach(reached: number): void {
      for (const { resolve } of waiting.filter(({ count }) => count <= reached)) resolve();
      waiting = waiting.filter(({ count }) => count > reached);
    },
    until(count: number, reached: number): Promise<void> {
      if (reached >= count) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
  };
}
