/** Real servers on loopback for what leaves the process, closed after each test. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Invocation, InvokedAgent } from '../../src/http/agents/invocation.js';
import { createInvoker } from '../../src/http/agents/invoke.js';
import { createEgressGuard } from '../../src/http/client/egress-guard.js';
import { createHttpClient, type HttpClientOptions } from '../../src/http/client/http-client.js';

export const loopbackGuard = createEgressGuard({ allow: ['127.0.0.0/8', '::1/128'] });

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** An HTTP server; `received` is its ledger. */
export async function serve(
  respond: (response: ServerResponse, request: ReceivedRequest) => void,
): Promise<{ url: string; origin: string; received: ReceivedRequest[]; connections: () => number }> {
  const received: ReceivedRequest[] = [];
  let connections = 0;
  const listener: RequestListener = async (message, response) => {
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part as Buffer);
    const request = {
      method: message.method ?? '',
      url: message.url ?? '',
      headers: message.headers,
      body: Buffer.concat(parts),
    };
    received.push(request);
    respond(response, request);
  };
  const server = createServer(listener).on('connection', () => {
    connections += 1;
  });
  const origin = await listen(server, () => server.closeAllConnections());
  return { url: `${origin}/run`, origin, received, connections: () => connections };
}

/** A TCP server that speaks whatever `handle` says, for answers that no HTTP server would give. */
export async function serveRaw(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    handle(socket);
  });
  const origin = await listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  return `${origin}/run`;
}

/** An HTTP server that holds back its first answer: `arrived` gives the function that sends it, a 202. */
export async function serveHeldBack() {
  let arrive: (answer: () => void) => void = () => {};
  const arrived = new Promise<() => void>((resolve) => {
    arrive = resolve;
  });
  let isFirst = true;
  const server = await serve((response) => {
    const answer = () => void response.writeHead(202).end();
    if (!isFirst) return answer();
    isFirst = false;
    arrive(answer);
  });
  return { ...server, arrived };
}

/** A URL on loopback where nothing listens. */
export async function closedUrl(): Promise<string> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/run`;
}

export function openInvoker(options: Partial<HttpClientOptions> = {}) {
  const invoker = createInvoker({ guard: loopbackGuard, ...options });
  onTestFinished(() => invoker.close());
  return invoker;
}

export function openClient(options: Partial<HttpClientOptions> = {}) {
  const client = createHttpClient({ guard: loopbackGuard, ...options });
  onTestFinished(() => client.close());
  return client;
}

export function invocationOf(agent: Partial<InvokedAgent>, rest: Partial<Invocation> = {}): Invocation {
  return {
    agent: {
      id: 'summarize',
      version: '1.2.0',
      url: 'http://127.0.0.1:9/run',
      method: 'POST',
      authentication: { type: 'none' },
      completion: 'auto',
      timeoutMs: 5_000,
      ...agent,
    },
    jobId: '019a0000-0000-7000-8000-000000000001',
    executionId: '019a0000-0000-7000-8abc-00000000000e',
    params: { ticker: 'ACME' },
    metadata: {
      priority: 0,
      retryCount: 0,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      deadline: '2026-11-20T10:00:00.000Z',
    },
    callback: { url: 'http://127.0.0.1:4000/agent/v1/executions/x', token: 'callback-token-of-this-attempt' },
    redelivery: false,
    ...rest,
  };
}

async function listen(server: Server, dropConnections: () => void): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        dropConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
