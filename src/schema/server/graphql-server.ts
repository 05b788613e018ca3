import type { Server } from 'node:http';
import type { Reader } from '../../db/reader/create-reader.js';
import type { OutboxTail } from '../../events/outbox-tail.js';
import type { HttpEndpoints } from '../../runtime/http-endpoints.js';
import { closeHttp } from '../../runtime/http-server.js';
import type { Logger } from '../../runtime/logger.js';
import type { OidcSettings } from '../../runtime/oidc-settings.js';
import type { Pool } from '../../runtime/pool.js';
import type { Tracing } from '../../runtime/tracing.js';
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
import { createAdminRoute } from './admin-route.js';
import { createAdminSessionRoute } from './admin-session-route.js';
import { createAdmission } from './admission.js';
import { createApp } from './app.js';
import { createClientAddress } from './client-address.js';
import { createCors } from './cors.js';
import { createGraphqlRoute } from './graphql-route.js';
import { createHttpServer, type RequestTimeouts } from './http-server.js';
import { createMcpRoute } from './mcp-route.js';
import { createOidcRoute } from './oidc-route.js';
import { type AllowedOperations, createPersistedOperations } from './persisted-operations.js';
import { createSessions } from './sessions.js';
import { createWebSocketEndpoint } from './websocket.js';

export interface GraphqlServerOptions {
  services: ServiceDeps;
  /** Connections for what agents report. */
  callbacks: Pool;
  /** Only read through. */
  prisma: Reader;
  /** For credentials alone: whoever comes is known soon, however busy the others are. Default: that of the services. */
  signInPool?: Pool;
  /** The identity provider; default none. */
  oidc?: OidcSettings | undefined;
  /** Proxies, as CIDR, whose word is taken on where a request came from. Default: none. */
  trustedProxies?: readonly string[];
  /** Origins whose pages may use the API with an API token. Default: none. */
  corsOrigins?: readonly string[];
  /** Started by the caller, before the server listens; stopped here. */
  events: OutboxTail;
  endpoints: HttpEndpoints;
  logger: Logger;
  /** Default: no traces. */
  tracing?: Tracing | undefined;
  /** Where browsers reach this server, e.g. `https://callboard.example`: their pages may open WebSockets. */
  publicUrl: string;
  /** Where the build of the admin is. */
  adminDir: string;
  /** What pages that are signed in may send. Default: any operation. */
  operations?: AllowedOperations;
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
    authenticate: createAuthenticator(options.signInPool ?? services.pool),
    logger,
    ...(recheckMs !== undefined && { recheckMs }),
  });
  const cookie = createAdminCookie(publicUrl);
  const { origin: publicOrigin, protocol } = new URL(publicUrl);
  const clientAddress = createClientAddress(options.trustedProxies ?? []);
  const signIn = createSignIn({ sessions, cookie, clientAddress });
  const deps: SchemaDeps = {
    services,
    prisma,
    events,
    sessions,
    admission: createAdmission(),
    eventAnswers: createEventAnswers(),
    eventRows: createEventRows(prisma),
    eventValues: createLargeValues(prisma),
    publicUrl,
    heartbeatMs: options.heartbeatMs ?? 15_000,
    tracing: options.tracing,
  };
  const hooks = createWebhookReceiver(services);
  const cors = createCors(options.corsOrigins ?? []);
  const persisted = createPersistedOperations(options.adminDir, options.operations ?? 'any');
  const app = createApp({ schema, logger, persisted, production });
  const websocket = createWebSocketEndpoint({
    app,
    deps,
    signIn,
    clientAddress,
    cors,
    persisted,
    logger,
    publicOrigin,
  });
  const server = createHttpServer({
    graphql: createGraphqlRoute({ app, deps, signIn, cors, persisted, logger }),
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
      await websocket.close();
      await sessions.stop();
      await closed;
      await hooks.close();
    },
  };
}
