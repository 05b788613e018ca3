import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { roundedNumber, tooLargeNumber } from '../../../domain/json.js';
import { LIMITS } from '../../../domain/limits.js';
import { NOT_UTF8, utf8Text } from '../../../http/incoming/utf8-text.js';
import { createFairSemaphore } from '../../../runtime/limits/fair-semaphore.js';
import type { Logger } from '../../../runtime/telemetry/logger.js';
import type { SignedIn, SignIn } from '../../access/sign-in.js';
import type { SchemaDeps } from '../../context.js';
import { codedError } from '../../types/coded-error.js';
import { type Admitted, createAdmitted, tooManyRequests } from '../admission.js';
import type { App } from '../app.js';
import { networkOf } from '../client-address.js';
import type { Cors } from '../cors.js';
import { isEventStream, type OpenStreams } from '../open-streams.js';
import { maskError } from '../operations/mask-error.js';
import type { PersistedOperations } from '../operations/persisted-operations.js';
import { readBody } from '../read-body.js';
import { sendJson } from '../send-json.js';
import { createJsonRoute } from './json-route.js';

export interface GraphqlRouteOptions {
  app: App;
  deps: SchemaDeps;
  signIn: SignIn;
  cors: Cors;
  persisted: PersistedOperations;
  logger: Logger;
}

/** `/graphql`: authenticates and admits each request before it reads the operation. */
export function createGraphqlRoute(
  { app, deps, signIn, cors, persisted, logger }: GraphqlRouteOptions,
  streams: OpenStreams,
) {
  const anonymous = createFairSemaphore({
    max: 4 * LIMITS.anonymousRequestsPerAddress,
    maxPerKey: LIMITS.anonymousRequestsPerAddress,
    maxWaitingPerKey: LIMITS.waitingOperationsPerToken,
    waitMs: LIMITS.operationWaitMs,
  });

  const answerJson = createJsonRoute(app, persisted);

  async function admit({ actor, address }: SignedIn): Promise<Admitted> {
    if (actor) return deps.admission.enter(actor.id);
    const key = `anonymous ${networkOf(address)}`;
    const leave = await anonymous.enter(key);
    if (!leave) throw tooManyRequests('Too many requests from your address. Try again.');
    return createAdmitted(key, deps.admission.eventBudget(key), leave);
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (cors.answer(request, response)) return;
    try {
      const signedIn = await signIn.ofRequest(request, request.headers.authorization);
      let text = signedIn.actor ? undefined : await receiveText(request, SHORT);
      const admitted = await admit(signedIn);
      // Nothing would tell later that the client has left.
      if (response.closed || request.socket.destroyed) return admitted.leave();
      response.once('close', admitted.leave);
      streams.add(response);
      cutSlowReader(response);
      text ??= await receiveText(request, FULL);
      const { traceparent } = request.headers;
      const operation = { ...deps, ...signedIn, admitted, traceparent };
      if (await answerJson(request, response, operation, text)) return;
      await app.handle(request, response, { operation });
    } catch (error) {
      refuse(request, response, maskError(error, logger));
    }
  };
}

interface BodyLimit {
  maxBytes: number;
  refusal: GraphQLError;
}

const FULL: BodyLimit = {
  maxBytes: LIMITS.graphqlBodyBytes,
  refusal: codedError('BAD_USER_INPUT', 'Send at most 1 MiB.', { http: { status: 413 } }),
};
/** Requests without a token have small limits. */
const SHORT: BodyLimit = {
  maxBytes: LIMITS.anonymousBodyBytes,
  refusal: codedError('UNAUTHENTICATED', 'Sign in to send more than 16 KiB.', { http: { status: 413 } }),
};

/**
 * The body of a request. The rest of a larger one is not read.
 * @throws GraphQLError
 */
async function receiveText(request: IncomingMessage, { maxBytes, refusal }: BodyLimit): Promise<string> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    const [, ...query] = (request.url ?? '').split('?');
    refuseRounded(new URLSearchParams(query.join('?')).get('variables') ?? '');
    return '';
  }
  const body = await readBody(request, maxBytes);
  if (!body) throw refusal;
  const text = utf8Text(body);
  if (text === undefined) throw codedError('BAD_USER_INPUT', NOT_UTF8, { http: { status: 400 } });
  refuseRounded(text);
  // Yoga looks for a body here first.
  Object.assign(request, { body });
  return text;
}

/** @throws GraphQLError */
function refuseRounded(json: string): void {
  const rounded = roundedNumber(json);
  if (rounded !== undefined)
    throw codedError('BAD_USER_INPUT', tooLargeNumber(rounded), { http: { status: 400 } });
}

/**
 * Number of checks within the time that a client has to receive an answer. The connection is closed
 * at most one check too late.
 */
const LOOKS = 4;

/**
 * Closes connections of clients that receive their answer too slowly, because it stays in memory
 * until then. Streams are exempt: they have limits of their own.
 */
export function cutSlowReader(response: ServerResponse): void {
  let looksSinceBegin = 0;
  const timer = setInterval(() => {
    if (!response.headersSent || isEventStream(response)) return;
    if (looksSinceBegin === LOOKS) response.destroy();
    looksSinceBegin += 1;
  }, LIMITS.responseMs / LOOKS).unref();
  response.once('close', () => clearInterval(timer));
}

function refuse(request: IncomingMessage, response: ServerResponse, error: GraphQLError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { http, ...extensions } = error.extensions as {
    http?: { status: number; headers?: Record<string, string> };
  };
  const refusal = new GraphQLError(error.message, { extensions }).toJSON();
  // The rest of the request is not read.
  const headers = { ...http?.headers, ...(request.complete ? {} : { connection: 'close' }) };
  const status = http?.status ?? 500;
  if (request.headers.accept?.includes('text/event-stream')) {
    response.writeHead(status, { 'content-type': 'text/event-stream; charset=utf-8', ...headers });
    response.end(`event: next\ndata: ${JSON.stringify({ errors: [refusal] })}\n\nevent: complete\ndata:\n\n`);
  } else sendJson(response, status, { errors: [refusal] }, headers);
}
