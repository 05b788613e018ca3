/** The routes of the server: GraphQL, the admin, callbacks of agents, webhooks, health and metrics. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { LIMITS } from '../../domain/limits.js';
import { isDatabaseAway } from '../../runtime/database/database-error.js';
import type { HttpEndpoints } from '../../runtime/http-endpoints.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import type { ServiceDeps } from '../../services/access/context.js';
import type { WebhookReceiver } from '../../services/webhooks/receive-webhook.js';
import type { ClientAddress } from './client-address.js';
import { type BodyReader, createBodyReader } from './read-body.js';
import { refuseUpgrade } from './refuse-upgrade.js';
import type { AdminRoute } from './routes/admin-route.js';
import { handleHook } from './routes/hook-route.js';
import { handleReport } from './routes/report-route.js';
import { sendJson } from './send-json.js';
import type { WebSocketEndpoint } from './websocket.js';

export interface HttpServerOptions {
  graphql: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** `/mcp`: the tools for language models. */
  mcp: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  websocket: WebSocketEndpoint;
  endpoints: HttpEndpoints;
  admin: AdminRoute;
  /** `/admin/session`: signs browsers in and out. */
  adminSession: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** `/admin/oidc` and below: signs people in with the identity provider. */
  oidc: (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** What the callback of agents needs. */
  reports: ServiceDeps;
  hooks: WebhookReceiver;
  clientAddress: ClientAddress;
  /** Whether browsers reach the server by HTTPS only. If so, it tells them to use nothing else. */
  secure: boolean;
  logger: Logger;
  timeouts?: RequestTimeouts | undefined;
}

/** In milliseconds. A client that takes longer is holding a socket, not sending a request. */
export interface RequestTimeouts {
  headersTimeout: number;
  requestTimeout: number;
  /** How often connections are checked against these limits. */
  connectionsCheckingInterval: number;
}

const TIMEOUTS: RequestTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};
const UNAVAILABLE = 'The database is not available. Try again.';
const KEEP_ALIVE_MS = 65_000;

/** These responses are not pages: browsers must not interpret, frame or cache them. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  // Proxies must not buffer subscriptions.
  'x-accel-buffering': 'no',
} as const;

/** One year, the usual value. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' } as const;

export function createHttpServer(options: HttpServerOptions): Server {
  const { websocket, logger, secure, clientAddress, timeouts = TIMEOUTS } = options;
  const headers = Object.entries({ ...SECURITY_HEADERS, ...(secure && HTTPS_ONLY) });
  // Callers of webhooks are only known once their body has been read. They must not use up the places of agents.
  const route = createRoutes(options, {
    ofReport: createBodyReader(clientAddress),
    ofHook: createBodyReader(clientAddress),
  });
  const server = createServer(timeouts, (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    // A kept-alive connection would delay the end of the server.
    response.once('close', () => setImmediate(() => server.listening || server.closeIdleConnections()));
    route(request, response).catch((err: unknown) => {
      const away = isDatabaseAway(err);
      logger[away ? 'warn' : 'error']('http.failed', { method: request.method, err });
      if (response.headersSent) response.destroy();
      else if (away) sendJson(response, 503, { error: UNAVAILABLE }, { 'retry-after': '1' });
      else sendJson(response, 500, { error: 'Something went wrong. See the log of the server.' });
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxConnections = LIMITS.connections;
  server.on('upgrade', (request, socket, head) => {
    // The HTTP server no longer listens for errors of this socket. Without a listener, a client that
    // resets the connection would end the process.
    socket.on('error', (err) => logger.info('websocket.failed', { err }));
    if (pathOf(request) === '/graphql') websocket.handleUpgrade(request, socket, head);
    else refuseUpgrade(socket, '404 Not Found');
  });
  return server;
}

const REPORT = /^\/agent\/v1\/executions\/([^/]+)$/;
const HOOK = /^\/hooks\/([^/]+)$/;

type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function createRoutes(
  options: HttpServerOptions,
  readBody: Record<'ofReport' | 'ofHook', BodyReader>,
): Route {
  const { graphql, mcp, endpoints, admin, adminSession, oidc, reports, hooks, clientAddress } = options;
  return async (request, response) => {
    const path = pathOf(request);
    if (path === '/graphql') return graphql(request, response);
    if (path === '/mcp') return mcp(request, response);
    const executionId = REPORT.exec(path)?.[1];
    if (executionId !== undefined)
      return handleReport(reports, readBody.ofReport, executionId, request, response);
    const webhookId = HOOK.exec(path)?.[1];
    if (webhookId !== undefined)
      return handleHook({ hooks, readBody: readBody.ofHook, clientAddress }, webhookId, request, response);
    if (path === '/admin/session') return adminSession(request, response);
    if (path === '/admin/oidc' || path.startsWith('/admin/oidc/')) return oidc(path, request, response);
    if (path === '/admin' || path.startsWith('/admin/')) return admin(path, request, response);
    if (await endpoints.handle(request, response)) return;
    sendJson(response, 404, {
      error: `There is nothing at ${path.slice(0, 200)}: the API is at /graphql, the admin at /admin.`,
    });
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}
