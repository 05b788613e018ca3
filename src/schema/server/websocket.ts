/** GraphQL over WebSocket (`graphql-transport-ws`), mostly for subscriptions. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocket, WebSocketServer } from 'ws';
import { roundedNumber } from '../../domain/json.js';
import { LIMITS } from '../../domain/limits.js';
import { isOwnOrigin } from '../access/admin-cookie.js';
import { type ClientAddress, networkOf } from './client-address.js';
import type { Cors } from './cors.js';
import { GOODBYE_MS } from './open-streams.js';
import { refuseUpgrade } from './refuse-upgrade.js';
import type { GraphqlRouteOptions } from './routes/graphql-route.js';
import { SocketCounts } from './socket-counts.js';
import {
  beginOperation,
  RunningOperations,
  type SocketArgs,
  type SocketContext,
  signInOf,
} from './socket-operations.js';

export interface WebSocketOptions extends GraphqlRouteOptions {
  clientAddress: ClientAddress;
  /** The server's own origin as browsers see it, such as `https://callboard.example`. */
  publicOrigin: string;
  /** Milliseconds after which a socket that has not signed in is closed. Defaults to 5,000. */
  initTimeoutMs?: number;
}

export interface WebSocketEndpoint {
  /** Takes over the socket, or answers 403 to pages of other origins. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Closes all sockets with 1001 once the ends of their subscriptions have been sent. Clients that do not
   * answer in time are disconnected.
   */
  close(): Promise<void>;
}

/**
 * Close code if the token cannot be checked now, or has too many sockets. It is not a refusal:
 * clients try again.
 */
const TRY_AGAIN_LATER = 1013;
/** Pings also keep proxies from closing a quiet connection. */
const KEEP_ALIVE_MS = 12_000;

/**
 * A message cannot be sent only if the client has gone, and `close` ends its operations. graphql-ws would
 * write such failures to the console as internal errors.
 */
class ClientSocket extends WebSocket {
  /** A number in the newest message that reading the message changes. */
  rounded: string | undefined;

  override send(data: Parameters<WebSocket['send']>[0], ...rest: unknown[]): void {
    const sent = rest.at(-1);
    super.send(data, () => typeof sent === 'function' && sent());
  }
}

export function createWebSocketEndpoint(options: WebSocketOptions): WebSocketEndpoint {
  const { clientAddress, cors, logger, publicOrigin, initTimeoutMs = 5_000 } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.websocketMessageBytes,
    perMessageDeflate: false,
    WebSocket: ClientSocket,
  });
  const sockets = new SocketCounts();
  const operations = new RunningOperations();
  const { dispose } = useServer<Record<string, unknown>>(
    {
      isProd: true, // hides internal errors from clients
      connectionInitWaitTimeout: initTimeoutMs,
      execute: (args) => (args as SocketArgs).enveloped.execute(args),
      subscribe: (args) => (args as SocketArgs).subscribe(args as SocketArgs),
      onConnect: (context) => mayConnect(options, sockets, context),
      // Called before the next message arrives.
      onSubscribe: (context, id, payload) =>
        beginOperation(
          options,
          operations,
          context,
          id,
          payload,
          (context.extra.socket as ClientSocket).rounded,
        ),
      onComplete: (context, id) => operations.end(context, id),
      onClose: (context) => operations.endAll(context),
    },
    server,
    KEEP_ALIVE_MS,
  );

  return {
    handleUpgrade(request, socket, head) {
      const address = networkOf(clientAddress(request));
      const refusal = !mayOpen(request, publicOrigin, cors)
        ? '403 Forbidden'
        : sockets.mayOpen(address)
          ? undefined
          : '429 Too Many Requests\r\nretry-after: 1';
      if (refusal !== undefined) {
        refuseUpgrade(socket, refusal);
        return;
      }
      server.handleUpgrade(request, socket, head, (client) => {
        sockets.opened(client, address);
        // Before the library's listener, which reads the message.
        client.on('message', (data) => {
          (client as ClientSocket).rounded = roundedNumber(String(data));
        });
        server.emit('connection', client, request);
        // Replaces the library's listener, which writes every mistake of a client to the console
        // instead of the log.
        client.removeAllListeners('error').on('error', (err) => logger.info('websocket.failed', { err }));
      });
    },
    async close() {
      await Promise.race([operations.idle(), sleep(GOODBYE_MS, undefined, { ref: false })]);
      // A client that is asleep would keep the server from stopping until its deadline.
      const late = setTimeout(() => {
        for (const client of server.clients) client.terminate();
      }, GOODBYE_MS);
      await dispose();
      clearTimeout(late);
    },
  };
}

/** Returning false closes the socket with 4403, unless it is already closed. */
async function mayConnect(
  { signIn, logger }: WebSocketOptions,
  sockets: SocketCounts,
  context: SocketContext,
): Promise<boolean> {
  const { socket } = context.extra;
  try {
    const { actor } = await signInOf(signIn, context);
    if (!actor) return false;
    if (sockets.signedIn(socket, actor.id)) return true;
    socket.close(TRY_AGAIN_LATER, 'Too many sockets of one API token');
  } catch (err) {
    if (err instanceof GraphQLError) logger.info('websocket.refused');
    else {
      logger.warn('websocket.unavailable', { err });
      socket.close(TRY_AGAIN_LATER, 'Try again later');
    }
  }
  return false;
}

/**
 * Browsers always send an origin, programs send none. Pages of other sites must not use this server
 * in the name of its visitors.
 */
function mayOpen({ headers }: IncomingMessage, publicOrigin: string, cors: Cors): boolean {
  const { origin, host } = headers;
  return origin === undefined || isOwnOrigin(origin, host, publicOrigin) || cors.allows(origin);
}
