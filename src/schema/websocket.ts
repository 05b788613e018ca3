/** GraphQL over WebSocket (`graphql-transport-ws`): subscriptions, mostly. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ExecutionArgs, GraphQLError } from 'graphql';
import type { Context, SubscribePayload } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import type { Logger } from '../runtime/logger.js';
import { isOwnOrigin } from './admin-cookie.js';
import { type App, MAX_BODY_BYTES, maskError, type SignIn, signIn } from './app.js';
import { codedError } from './coded-error.js';
import type { GraphQLContext, SchemaDeps } from './context.js';
import { remoteAddress } from './remote-address.js';

export interface WebSocketOptions {
  app: App;
  deps: SchemaDeps;
  logger: Logger;
  /** The server's own origin, as browsers see it, e.g. `https://callboard.example`. */
  publicOrigin: string;
  /** A socket that has not signed in by then is closed, in milliseconds; default 5 000. */
  initTimeoutMs?: number;
}

export interface WebSocketEndpoint {
  /** Takes the socket over, or answers 403 to pages of other origins. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Says goodbye to all (1001), once the ends of their subscriptions have been sent. */
  close(): Promise<void>;
}

/** Operations at once on one socket. */
const MAX_OPERATIONS = 100;
/** Who has not taken the end of a subscription by then will not. */
const GOODBYE_MS = 1_000;
/** Of who cannot be asked now whether the token is good: it is not refused, and clients try again. */
const TRY_AGAIN_LATER = 1013;
/** Pings also keep proxies from closing a quiet connection. */
const KEEP_ALIVE_MS = 12_000;

type WsContext = Context<Record<string, unknown>, Extra & Partial<Record<PropertyKey, never>>>;

interface WsArgs extends ExecutionArgs {
  contextValue: GraphQLContext;
  /** The armor's checks and the masking of errors come with Yoga's own functions. */
  enveloped: ReturnType<App['getEnveloped']>;
}

export function createWebSocketEndpoint(options: WebSocketOptions): WebSocketEndpoint {
  const { app, deps, logger, publicOrigin, initTimeoutMs = 5_000 } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_BODY_BYTES,
    perMessageDeflate: false,
  });
  let operations = 0;
  let onIdle = () => {};
  const { dispose } = useServer<Record<string, unknown>>(
    {
      isProd: true, // tells no client what went wrong inside
      connectionInitWaitTimeout: initTimeoutMs,
      execute: (args) => (args as WsArgs).enveloped.execute(args),
      subscribe: (args) => (args as WsArgs).enveloped.subscribe(args),
      onConnect: (context) => mayConnect(deps, context, logger),
      onSubscribe: (context, id, payload) => prepare(context, id, payload),
      onComplete() {
        operations -= 1;
        if (operations === 0) onIdle();
      },
    },
    server,
    KEEP_ALIVE_MS,
  );

  /** What is wrong with an operation is an error of it; thrown, it would close the socket with all the others on it. */
  async function prepare(ws: WsContext, id: string, payload: SubscribePayload) {
    if (Object.keys(ws.subscriptions).length > MAX_OPERATIONS) {
      return [
        codedError('TOO_MANY_SUBSCRIPTIONS', `One socket may carry ${MAX_OPERATIONS} operations at once.`),
      ];
    }
    try {
      const { socket, request } = ws.extra;
      const heartbeat = (cursor: string) =>
        socket.send(JSON.stringify({ type: 'ping', payload: { id, cursor } }));
      const enveloped = app.getEnveloped({ req: request, params: payload });
      const document = enveloped.parse(payload.query);
      const errors = enveloped.validate(enveloped.schema, document);
      if (errors.length > 0) return errors;
      // Signed in anew for each operation: the token may have been revoked since the socket was opened.
      const signedIn = await signIn(deps, signInOf(deps, ws));
      operations += 1;
      return {
        enveloped,
        schema: enveloped.schema,
        operationName: payload.operationName,
        document,
        variableValues: payload.variables,
        contextValue: { ...signedIn, heartbeat },
      } as WsArgs;
    } catch (error) {
      return [maskError(error, logger)];
    }
  }

  return {
    handleUpgrade(request, socket, head) {
      if (!mayOpen(request, publicOrigin)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, (client) => {
        server.emit('connection', client, request);
        // Instead of the library's own, which writes past the log whatever a client did wrong.
        client.removeAllListeners('error').on('error', (err) => logger.info('websocket.failed', { err }));
      });
    },
    async close() {
      const idle = operations === 0 || new Promise<void>((resolve) => (onIdle = resolve));
      await Promise.race([idle, sleep(GOODBYE_MS, undefined, { ref: false })]);
      await dispose();
    },
  };
}

/** Programs send no origin; browsers always do, and other sites' pages shall not use this one's visitors. */
function mayOpen({ headers }: IncomingMessage, publicOrigin: string): boolean {
  const { origin, host } = headers;
  return origin === undefined || isOwnOrigin(origin, host, publicOrigin);
}

function signInOf(deps: SchemaDeps, { connectionParams, extra }: WsContext): SignIn {
  const authorization = connectionParams?.authorization;
  return {
    authorization: typeof authorization === 'string' ? authorization : undefined,
    session: deps.cookie.read(extra.request.headers),
    address: remoteAddress(extra.request),
  };
}

/** False closes the socket with 4403, unless it is closed already. */
async function mayConnect(deps: SchemaDeps, context: WsContext, logger: Logger): Promise<boolean> {
  try {
    return (await signIn(deps, signInOf(deps, context))).actor !== undefined;
  } catch (err) {
    if (err instanceof GraphQLError) logger.info('websocket.refused');
    else {
      logger.warn('websocket.unavailable', { err });
      context.extra.socket.close(TRY_AGAIN_LATER, 'Try again later');
    }
    return false;
  }
}
