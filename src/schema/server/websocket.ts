/** GraphQL over WebSocket (`graphql-transport-ws`), mostly for subscriptions. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql';
import type { Context, SubscribePayload } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../../domain/limits.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import { isOwnOrigin } from '../access/admin-cookie.js';
import type { SignedIn, SignIn } from '../access/sign-in.js';
import type { GraphQLContext, SchemaDeps } from '../context.js';
import { AnswerStream, openAnswerStream } from '../events/answer-stream.js';
import { type AnswerTarget, sendAnswers } from '../events/send-answers.js';
import { codedError } from '../types/coded-error.js';
import type { App } from './app.js';
import { type ClientAddress, networkOf } from './client-address.js';
import type { Cors } from './cors.js';
import { maskError } from './operations/mask-error.js';
import { refuseOperation } from './operations/operation-cost.js';
import type { PersistedOperations } from './operations/persisted-operations.js';
import { refuseUpgrade } from './refuse-upgrade.js';

export interface WebSocketOptions {
  app: App;
  deps: SchemaDeps;
  signIn: SignIn;
  clientAddress: ClientAddress;
  cors: Cors;
  persisted: PersistedOperations;
  logger: Logger;
  /** The server's own origin as browsers see it, such as `https://callboard.example`. */
  publicOrigin: string;
  /** Milliseconds after which a socket that has not signed in is closed. Defaults to 5 000. */
  initTimeoutMs?: number;
}

export interface WebSocketEndpoint {
  /** Takes over the socket, or answers 403 to pages of other origins. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all sockets with 1001 once the ends of their subscriptions have been sent. */
  close(): Promise<void>;
}

/** How long clients have to receive the end of their subscriptions. */
const GOODBYE_MS = 1_000;
/**
 * Close code if the token cannot be checked now, or has too many sockets. It is not a refusal:
 * clients try again.
 */
const TRY_AGAIN_LATER = 1013;
/** Pings also keep proxies from closing a quiet connection. */
const KEEP_ALIVE_MS = 12_000;

type WsContext = Context<Record<string, unknown>, Extra & Partial<Record<PropertyKey, never>>>;

interface WsArgs extends ExecutionArgs {
  contextValue: GraphQLContext;
  subscribe(args: WsArgs): ReturnType<typeof subscribeTo>;
  /** The checks of GraphQL Armor and the masking of errors are part of Yoga's own functions. */
  enveloped: ReturnType<App['getEnveloped']>;
}

export function createWebSocketEndpoint(options: WebSocketOptions): WebSocketEndpoint {
  const {
    app,
    deps,
    signIn,
    clientAddress,
    cors,
    persisted,
    logger,
    publicOrigin,
    initTimeoutMs = 5_000,
  } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.websocketMessageBytes,
    perMessageDeflate: false,
  });
  const sockets = new SocketCounts();
  const operations = new RunningOperations();
  const { dispose } = useServer<Record<string, unknown>>(
    {
      isProd: true, // hides internal errors from clients
      connectionInitWaitTimeout: initTimeoutMs,
      execute: (args) => (args as WsArgs).enveloped.execute(args),
      subscribe: (args) => (args as WsArgs).subscribe(args as WsArgs),
      onConnect: (context) => mayConnect(context),
      onSubscribe: (context, id, payload) => prepare(context, id, payload),
      onComplete: (context, id) => operations.end(context, id),
      onClose: (context) => operations.endAll(context),
    },
    server,
    KEEP_ALIVE_MS,
  );

  function signInOf({ connectionParams, extra }: WsContext): Promise<SignedIn> {
    const authorization = connectionParams?.authorization;
    return signIn.ofRequest(extra.request, typeof authorization === 'string' ? authorization : undefined);
  }

  /** Returning false closes the socket with 4403, unless it is already closed. */
  async function mayConnect(context: WsContext): Promise<boolean> {
    const { socket } = context.extra;
    try {
      const { actor } = await signInOf(context);
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
   * Problems of an operation are returned as its errors. An exception would close the socket and all
   * its other operations.
   */
  async function prepare(ws: WsContext, id: string, payload: SubscribePayload) {
    if (Object.keys(ws.subscriptions).length > LIMITS.operationsPerSocket) {
      const message = `One socket may carry ${LIMITS.operationsPerSocket} operations at once.`;
      return [codedError('TOO_MANY_SUBSCRIPTIONS', message)];
    }
    try {
      const { socket, request } = ws.extra;
      // Checked for each operation, because the token may have been revoked since the socket was opened.
      const signedIn = await signInOf(ws);
      const admitted = await deps.admission.enter(signedIn.actor?.id ?? '');
      // Until the answer has been received or the socket closes.
      operations.begin(ws, id, admitted.leave);
      const operation = { ...deps, ...signedIn, admitted };
      const query = persisted.textOf(payload, signedIn.credential) ?? '';
      const enveloped = app.getEnveloped({ req: request, params: { ...payload, query }, operation });
      const document = enveloped.parse(query);
      const errors = enveloped.validate(enveloped.schema, document);
      if (errors.length === 0 && !getOperationAST(document, payload.operationName))
        errors.push(codedError('BAD_USER_INPUT', 'operationName must name an operation of the document.'));
      if (errors.length > 0) {
        operations.end(ws, id);
        return errors;
      }
      const heartbeat = (cursor: string) =>
        socket.send(JSON.stringify({ type: 'ping', payload: { id, cursor } }));
      return {
        enveloped,
        schema: enveloped.schema,
        operationName: payload.operationName,
        document,
        variableValues: payload.variables,
        contextValue: { ...operation, heartbeat },
        subscribe: (args: WsArgs) => subscribeTo(args, { socket, tcp: request.socket, id }),
      } as WsArgs;
    } catch (error) {
      operations.end(ws, id);
      return [maskError(error, logger)];
    }
  }

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
        server.emit('connection', client, request);
        // Replaces the library's listener, which writes every mistake of a client to the console
        // instead of the log.
        client.removeAllListeners('error').on('error', (err) => logger.info('websocket.failed', { err }));
      });
    },
    async close() {
      await Promise.race([operations.idle(), sleep(GOODBYE_MS, undefined, { ref: false })]);
      await dispose();
    },
  };
}

/** The answers bypass the protocol library, which only learns how the subscription ends. */
async function subscribeTo(args: WsArgs, target: AnswerTarget) {
  const refusals = refuseOperation(args, args.contextValue.actor);
  if (refusals.length > 0) return { errors: refusals };
  const answers = await openAnswerStream(args);
  if (answers instanceof AnswerStream) return sendAnswers(answers, target);
  const { logger } = args.contextValue.services;
  return { ...answers, errors: answers.errors?.map((error) => maskError(error, logger)) };
}

/** Sockets by API token, or by address until they have signed in. */
class SocketCounts {
  readonly #unsigned = new Map<WebSocket, string>();
  readonly #signedIn = new Map<WebSocket, string>();

  mayOpen(address: string): boolean {
    return (
      this.#unsigned.size < LIMITS.unsignedSockets &&
      countOf(this.#unsigned, address) < LIMITS.unsignedSocketsPerAddress
    );
  }

  opened(socket: WebSocket, address: string): void {
    this.#unsigned.set(socket, address);
    socket.once('close', () => {
      this.#unsigned.delete(socket);
      this.#signedIn.delete(socket);
    });
  }

  /**
   * Returns whether this token may open another socket. If not, the socket still counts for its
   * address until it is closed.
   */
  signedIn(socket: WebSocket, tokenId: string): boolean {
    if (countOf(this.#signedIn, tokenId) >= LIMITS.socketsPerToken) return false;
    if (!this.#unsigned.delete(socket)) return false;
    this.#signedIn.set(socket, tokenId);
    return true;
  }
}

function countOf(sockets: ReadonlyMap<WebSocket, string>, key: string): number {
  let count = 0;
  for (const other of sockets.values()) if (other === key) count += 1;
  return count;
}

/**
 * The operations of all sockets. Each ends once, with its answer or with its socket. A client can
 * reuse an ID while the operation it abandoned still runs; then the older one ends first.
 */
class RunningOperations {
  readonly #running = new Map<WsContext, Map<string, (() => void)[]>>();
  #onIdle = () => {};

  begin(context: WsContext, id: string, leave: () => void): void {
    const own = this.#running.get(context) ?? new Map<string, (() => void)[]>();
    this.#running.set(context, own.set(id, [...(own.get(id) ?? []), leave]));
    // The socket closed while the operation waited for its place.
    if (context.extra.socket.readyState > context.extra.socket.OPEN) this.endAll(context);
  }

  end(context: WsContext, id: string): void {
    const own = this.#running.get(context);
    const same = own?.get(id);
    same?.shift()?.();
    if (same?.length === 0) own?.delete(id);
    if (own?.size === 0) this.#running.delete(context);
    if (this.#running.size === 0) this.#onIdle();
  }

  endAll(context: WsContext): void {
    for (const [id, same] of [...(this.#running.get(context) ?? [])]) {
      for (const _leave of [...same]) this.end(context, id);
    }
  }

  idle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }
}

/**
 * Browsers always send an origin, programs send none. Pages of other sites must not use this server
 * in the name of its visitors.
 */
function mayOpen({ headers }: IncomingMessage, publicOrigin: string, cors: Cors): boolean {
  const { origin, host } = headers;
  return origin === undefined || isOwnOrigin(origin, host, publicOrigin) || cors.allows(origin);
}
