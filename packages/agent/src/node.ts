/** Runs an agent on `node:http`. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Agent } from './agent.js';

export interface ServeOptions {
  /** Default 8080. 0: any free port. */
  port?: number;
  /** Default 127.0.0.1, which only programs on this machine can reach. */
  host?: string;
}

export interface RunningAgent {
  url: string;
  /** Takes no more requests, and waits for the work in progress. */
  close(): Promise<void>;
}

/** Resolves when the agent listens. */
export async function serve(
  agent: Agent,
  { port = 8080, host = '127.0.0.1' }: ServeOptions = {},
): Promise<RunningAgent> {
  const server = createServer(toNodeListener(agent));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const { address, family, port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}/`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await agent.idle();
      await closed;
    },
  };
}

/** For a server of your own: `createServer(toNodeListener(agent))`, or a route of Express. */
export function toNodeListener(agent: Agent): RequestListener {
  return (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    agent.fetch(toRequest(incoming, gone.signal)).then(
      (response) => send(response, outgoing),
      () => outgoing.destroy(),
    );
  };
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers: received } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream) : null;
  // The host plays no role, and the one in the header may be malformed.
  const target = new URL(url.startsWith('/') ? `http://agent${url}` : '/', 'http://agent');
  return new Request(target, { method, headers, body, signal, duplex: 'half' } as RequestInit);
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(response.headers);
  // What is left of a request that is too large is not read.
  if (response.status === 413) headers.connection = 'close';
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, { ...headers, 'content-length': body.length }).end(body);
}
