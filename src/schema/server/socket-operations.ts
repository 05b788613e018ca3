import { type ExecutionArgs, getOperationAST } from 'graphql';
import type { Context, SubscribePayload } from 'graphql-ws';
import type { Extra } from 'graphql-ws/use/ws';
import { tooLargeNumber } from '../../domain/json.js';
import { LIMITS } from '../../domain/limits.js';
import type { SignedIn, SignIn } from '../access/sign-in.js';
import type { GraphQLContext, OperationContext } from '../context.js';
import { AnswerStream, openAnswerStream } from '../events/answer-stream.js';
import { type AnswerTarget, sendAnswers } from '../events/send-answers.js';
import { codedError } from '../types/coded-error.js';
import type { App } from './app.js';
import { maskError } from './operations/mask-error.js';
import { refuseOperation } from './operations/operation-cost.js';
import type { GraphqlRouteOptions } from './routes/graphql-route.js';

export type SocketContext = Context<Record<string, unknown>, Extra & Partial<Record<PropertyKey, never>>>;

/** An operation that the protocol library runs. */
export interface SocketArgs extends ExecutionArgs {
  contextValue: GraphQLContext;
  subscribe(args: SocketArgs): ReturnType<typeof subscribeTo>;
  /** The checks of GraphQL Armor and the masking of errors are part of Yoga's own functions. */
  enveloped: ReturnType<App['getEnveloped']>;
}

export function signInOf(signIn: SignIn, { connectionParams, extra }: SocketContext): Promise<SignedIn> {
  const authorization = connectionParams?.authorization;
  return signIn.ofRequest(extra.request, typeof authorization === 'string' ? authorization : undefined);
}

/**
 * Admits and reads an operation. Its problems are returned as its errors: an exception would close the socket
 * and all its other operations.
 *
 * @param rounded a number in the operation that reading its message changed
 */
export async function beginOperation(
  options: GraphqlRouteOptions,
  running: RunningOperations,
  context: SocketContext,
  id: string,
  payload: SubscribePayload,
  rounded: string | undefined,
) {
  if (rounded !== undefined) return [codedError('BAD_USER_INPUT', tooLargeNumber(rounded))];
  if (Object.keys(context.subscriptions).length > LIMITS.operationsPerSocket) {
    const message = `One socket may carry ${LIMITS.operationsPerSocket} operations at once.`;
    return [codedError('TOO_MANY_SUBSCRIPTIONS', message)];
  }
  try {
    // Checked for each operation, because the token may have been revoked since the socket was opened.
    const signedIn = await signInOf(options.signIn, context);
    const admitted = await options.deps.admission.enter(signedIn.actor?.id ?? '');
    // Until the answer has been received or the socket closes.
    running.begin(context, id, admitted.leave);
    const args = readOperation(options, context, id, payload, { ...options.deps, ...signedIn, admitted });
    if (Array.isArray(args)) running.end(context, id);
    return args;
  } catch (error) {
    running.end(context, id);
    return [maskError(error, options.logger)];
  }
}

function readOperation(
  { app, persisted }: GraphqlRouteOptions,
  { extra: { socket, request } }: SocketContext,
  id: string,
  payload: SubscribePayload,
  operation: OperationContext,
) {
  const query = persisted.textOf(payload, operation.credential) ?? '';
  const enveloped = app.getEnveloped({ req: request, params: { ...payload, query }, operation });
  const document = enveloped.parse(query);
  const errors = enveloped.validate(enveloped.schema, document);
  if (errors.length === 0 && !getOperationAST(document, payload.operationName))
    errors.push(codedError('BAD_USER_INPUT', 'operationName must name an operation of the document.'));
  if (errors.length > 0) return errors;
  const heartbeat = (cursor: string) =>
    socket.send(JSON.stringify({ type: 'ping', payload: { id, cursor } }));
  return {
    enveloped,
    schema: enveloped.schema,
    operationName: payload.operationName,
    document,
    variableValues: payload.variables,
    contextValue: { ...operation, heartbeat },
    subscribe: (args: SocketArgs) => subscribeTo(args, { socket, tcp: request.socket, id }),
  } as SocketArgs;
}

/** The answers bypass the protocol library, which only learns how the subscription ends. */
async function subscribeTo(args: SocketArgs, target: AnswerTarget) {
  const refusals = refuseOperation(args, args.contextValue.actor);
  if (refusals.length > 0) return { errors: refusals };
  const answers = await openAnswerStream(args);
  if (answers instanceof AnswerStream) return sendAnswers(answers, target);
  const { logger } = args.contextValue.services;
  return { ...answers, errors: answers.errors?.map((error) => maskError(error, logger)) };
}

/**
 * The operations of all sockets. Each ends once, with its answer or with its socket. A client can
 * reuse an ID while the operation it abandoned still runs; then the older one ends first.
 */
export class RunningOperations {
  readonly #running = new Map<SocketContext, Map<string, (() => void)[]>>();
  #onIdle = () => {};

  begin(context: SocketContext, id: string, leave: () => void): void {
    const own = this.#running.get(context) ?? new Map<string, (() => void)[]>();
    this.#running.set(context, own.set(id, [...(own.get(id) ?? []), leave]));
    // The socket closed while the operation waited for its place.
    if (context.extra.socket.readyState > context.extra.socket.OPEN) this.endAll(context);
  }

  end(context: SocketContext, id: string): void {
    const own = this.#running.get(context);
    const same = own?.get(id);
    same?.shift()?.();
    if (same?.length === 0) own?.delete(id);
    if (own?.size === 0) this.#running.delete(context);
    if (this.#running.size === 0) this.#onIdle();
  }

  endAll(context: SocketContext): void {
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
