import type { Server } from 'node:http';
import type { Reader } from '../../db/reader/create-reader.js';
import type { OutboxTail } from '../../events/outbox-tail.js';
import type { Pool } from '../../runtime/database/pool.js';
import type { HttpEndpoints } from '../../runtime/http-endpoints.js';
import { closeHttp } from '../../runtime/http-server.js';
import type { OidcSettings } from '../../runtime/oidc-settings.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import type { Tracing } from '../../runtime/telemetry/tracing.js';
import type { ServiceDeps } from '../../services/access/context.js';
import { createAuthenticator } from '../../services/access/create-authenticator.js';
import { createWebhookReceiver } from '../../services/webhooks/receive-webhook.js';
import { createAdminCookie } from '../access/admin-cookie.js';
import { createSignIn } from '../access/sign-in.js';
import type { SchemaDeps } from '../context.js';
import { createEventAnswers } from '../events/event-answers.js';
import { createEventRows } from '../events/event-rows.js';
import { schema } from '../index.js';
import { createLargeValues } from '../jobs/large-value-loader.js';
import { createAdmission } from './admission.js';
import { createApp } from './app.js';
import { createClientAddress } from './client-address.js';
import { createCors } from './cors.js';
import { createHttpServer, type RequestTimeouts } from './http-server.js';
import { OpenStreams } from './open-streams.js';
import { type AllowedOperations, createPersistedOperations } from './operations/persisted-operations.js';
import { createAdminRoute } from './routes/admin-route.js';
import { createAdminSessionRoute } from './routes/admin-session-route.js';
import { createGraphqlRoute } from './routes/graphql-route.js';
import { createMcpRoute } from './routes/mcp-route.js';
import { createOidcRoute } from './routes/oidc-route.js';
import { createSessions } from './sessions.js';
import { createWebSocketEndpoint } from './websocket.js';

export interface GraphqlServerOptions {
  services: ServiceDeps;
  /** Connections for reports of agents. */
  callbacks: Pool;
  /** For reads only. */
  prisma: Reader;
  /**
   * Connections for authentication only, so that it stays fast while others are busy. Defaults to the
   * pool of the services.
   */
  signInPool?: Pool;
  /** The identity provider. Defaults to none. */
  oidc?: OidcSettings | undefined;
  /** Networks of proxies, as CIDR, whose forwarding headers are trusted. Defaults to none. */
  trustedProxies?: readonly string[];
  /** Origins whose pages can use the API with an API token. Defaults to none. */
  corsOrigins?: readonly string[];
  /** The caller starts it before the server listens; the server stops it. */
  events: OutboxTail;
  listener: SchemaDeps['listener'];
  endpoints: HttpEndpoints;
  logger: Logger;
  /** Defaults to no tracing. */
  tracing?: Tracing | undefined;
  /**
   * URL at which browsers reach this server, such as `https://callboard.example`. Its pages can open
   * WebSockets.
   */
  publicUrl: string;
  /** Directory with the build of the admin. */
  adminDir: string;
  /** Operations that signed-in pages can send. Defaults to all. */
  operations?: AllowedOperations;
  /** Whether the admin has a GraphQL explorer. Defaults to false. */
  graphiql?: boolean;
  /** Hides the schema: no introspection and no "did you mean" suggestions. */
  production: boolean;
  /** Milliseconds of silence after which a subscription sends its cursor. Defaults to 15,000. */
  heartbeatMs?: number;
  /** How often the tokens of living subscriptions are checked, in milliseconds. Defaults to 15,000. */
  recheckMs?: number;
  /** Defaults to 10 s for the headers of a request and 30 s for the whole request. */
  timeouts?: RequestTimeouts;
}

export interface GraphqlServer {
  /** Not listening yet. */
  server: Server;
  /**
   * Stops once, in steps: not ready, no new connections, subscriptions end with SHUTTING_DOWN,
   * requests drain until the deadline.
   */
  stop(deadline: AbortSignal): Promise<void>;
}

/** Everything the control plane serves, on one HTTP server. */
export function createGraphqlServer(options: GraphqlServerOptions): GraphqlServer {
  const { services, prisma, events, listener, endpoints, logger, publicUrl, production, recheckMs } = options;
  const sessions = createSessions({
    authenticate: createAuthenticator(options.signInPool ?? services.pool),
    logger,
    ...(recheckMs !== undefined && { recheckMs }),
  });
  const cookie = createAdminCookie(publicUrl);
  const { origin: publicOrigin, protocol } = new URL(publicUrl);
  const clientAddress = createClientAddress(options.trustedProxies ?? []);
  const signIn = createSignIn({ sessions, cookie, clientAddress });
  const operations = options.operations ?? 'any';
  const deps: SchemaDeps = {
    services,
    prisma,
    events,
    listener,
    sessions,
    admission: createAdmission(),
    eventAnswers: createEventAnswers(),
    eventRows: createEventRows(prisma),
    eventValues: createLargeValues(prisma),
    publicUrl,
    explorer: explorerState(options.graphiql ?? false, operations),
    heartbeatMs: options.heartbeatMs ?? 15_000,
    tracing: options.tracing,
  };
  const hooks = createWebhookReceiver(services);
  const cors = createCors(options.corsOrigins ?? []);
  const persisted = createPersistedOperations(options.adminDir, operations);
  const app = createApp({ schema, logger, persisted, production });
  const graphql = { app, deps, signIn, cors, persisted, logger };
  const streams = new OpenStreams();
  const websocket = createWebSocketEndpoint({ ...graphql, clientAddress, publicOrigin });
  const server = createHttpServer({
    graphql: createGraphqlRoute(graphql, streams),
    mcp: createMcpRoute({ app, deps, signIn }),
    websocket,
    endpoints,
    adminSession: createAdminSessionRoute({
      services,
      sessions,
      signIn,
      clientAddress,
      cookie,
      publicOrigin,
    }),
    oidc: createOidcRoute({ settings: options.oidc, services, sessions, clientAddress, cookie, publicUrl }),
    admin: createAdminRoute(options.adminDir),
    reports: { ...services, pool: options.callbacks },
    hooks,
    clientAddress,
    secure: protocol === 'https:',
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
      await Promise.all([websocket.close(), streams.close()]);
      await sessions.stop();
      await closed;
      await hooks.close();
    },
  };
}

/** Pages that may only send persisted operations cannot send what a user has typed. */
function explorerState(wanted: boolean, operations: AllowedOperations): SchemaDeps['explorer'] {
  if (!wanted) return 'off';
  return operations === 'persisted' ? 'persisted_only' : 'on';
}
