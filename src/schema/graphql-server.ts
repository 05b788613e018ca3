import type { Server } from 'node:http';
import type { PrismaClient } from '../db/generated/client.js';
import type { OutboxTail } from '../events/outbox-tail.js';
import type { HttpEndpoints } from '../runtime/http-endpoints.js';
import { closeHttp } from '../runtime/http-server.js';
import type { Logger } from '../runtime/logger.js';
import { authenticateSession } from '../services/admin-session.js';
import { authenticate } from '../services/authenticate.js';
import type { ServiceDeps } from '../services/context.js';
import { createWebhookReceiver } from '../services/receive-webhook.js';
import { createAdminCookie } from './admin-cookie.js';
import { createAdminRoute } from './admin-route.js';
import { createAdminSessionRoute } from './admin-session-route.js';
import { createApp } from './app.js';
import type { SchemaDeps } from './context.js';
import { createEventRows } from './event-rows.js';
import { createHttpServer, type RequestTimeouts } from './http-server.js';
import { schema } from './index.js';
import { createSessions } from './sessions.js';
import { createWebSocketEndpoint } from './websocket.js';

export interface GraphqlServerOptions {
  services: ServiceDeps;
  /** Only read through. */
  prisma: PrismaClient;
  /** Started by the caller, before the server listens; stopped here. */
  events: OutboxTail;
  endpoints: HttpEndpoints;
  logger: Logger;
  /** Where browsers reach this server, e.g. `https://callboard.example`: their pages may open WebSockets. */
  publicUrl: string;
  /** Where the build of the admin is. */
  adminDir: string;
  /** Tells nothing about the schema: no introspection, no "did you mean". */
  production: boolean;
  /** Silence after which a subscription's cursor is told, in milliseconds; default 15 000. */
  heartbeatMs?: number;
  /** How often the tokens of living subscriptions are asked again, in milliseconds; default 15 000. */
  recheckMs?: number;
  /** Default: 10 s for the headers of a request, 30 s for all of it. */
  timeouts?: RequestTimeouts;
}

export interface GraphqlServer {
  /** Not listening yet. */
  server: Server;
  /** Once, in stages: not ready, no new connections, subscriptions end as SHUTTING_DOWN, requests drain until the deadline. */
  stop(deadline: AbortSignal): Promise<void>;
}

/** Everything the control plane serves, on one HTTP server. */
export function createGraphqlServer(options: GraphqlServerOptions): GraphqlServer {
  const { services, prisma, events, endpoints, logger, publicUrl, production, recheckMs } = options;
  const sessions = createSessions({
    authenticate: ({ kind, secret }) =>
      kind === 'token' ? authenticate(services, secret) : authenticateSession(services, secret),
    logger,
    ...(recheckMs !== undefined && { recheckMs }),
  });
  const cookie = createAdminCookie(publicUrl);
  const publicOrigin = new URL(publicUrl).origin;
  const deps: SchemaDeps = {
    services,
    prisma,
    events,
    sessions,
    cookie,
    eventRows: createEventRows(prisma),
    publicUrl,
    heartbeatMs: options.heartbeatMs ?? 15_000,
  };
  const hooks = createWebhookReceiver(services);
  const app = createApp({ schema, deps, logger, production });
  const websocket = createWebSocketEndpoint({ app, deps, logger, publicOrigin });
  const server = createHttpServer({
    app,
    websocket,
    endpoints,
    adminSession: createAdminSessionRoute({ services, sessions, cookie, publicOrigin }),
    admin: createAdminRoute(options.adminDir),
    services,
    hooks,
    logger,
    timeouts: options.timeouts,
  });
  server.once('listening', endpoints.open);
  return {
    server,
    async stop(deadline) {
      endpoints.drain();
      const closed = closeHttp(server, deadline);
      await events.stop();
      await websocket.close();
      await sessions.stop();
      await closed;
      await hooks.close();
    },
  };
}
