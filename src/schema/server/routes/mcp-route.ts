/** `/mcp`: tools for language models, over MCP's streamable HTTP. Stateless: requests are independent of each other. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLError } from 'graphql';
import { databaseNow } from '../../../db/system/database-now.js';
import { isObject, parseJsonText, roundedNumber, tooLargeNumber } from '../../../domain/json.js';
import { LIMITS } from '../../../domain/limits.js';
import { NOT_UTF8, utf8Text } from '../../../http/incoming/utf8-text.js';
import { createConfirmations } from '../../../services/mcp/confirmation.js';
import { createMcpServer } from '../../../services/mcp/create-mcp-server.js';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '../../../services/mcp/sdk.js';
import type { Execute, OperationAnswer } from '../../../services/mcp/tool.js';
import { beyondScope, isScoped } from '../../access/scope-allowance.js';
import type { SignIn } from '../../access/sign-in.js';
import type { OperationContext, SchemaDeps } from '../../context.js';
import { unauthenticated } from '../../types/coded-error.js';
import type { App } from '../app.js';
import { maskError } from '../operations/mask-error.js';
import { readBody } from '../read-body.js';
import { sendJson } from '../send-json.js';
import { cutSlowReader } from './graphql-route.js';

interface McpRouteOptions {
  app: App;
  deps: SchemaDeps;
  signIn: SignIn;
}

/**
 * Requires an API token in the `Authorization` header. Cookies are not read, so no page of another
 * site can use a session, whatever its name resolves to. Tools run GraphQL operations with the rights
 * of the token.
 */
export function createMcpRoute(options: McpRouteOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST')
      return sendJson(response, 405, { error: 'Use POST to send MCP messages.' }, { allow: 'POST' });
    try {
      await receive(options, request, response);
    } catch (error) {
      const masked = maskError(error, options.deps.services.logger); // also logs it
      if (response.headersSent) response.destroy();
      else refuse(response, masked);
    }
  };
}

async function receive(
  { app, deps, signIn }: McpRouteOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { authorization, traceparent } = request.headers;
  const signedIn = authorization === undefined ? undefined : await signIn.ofRequest(request, authorization);
  if (!signedIn?.actor) throw unauthenticated();
  if (isScoped(signedIn.actor)) {
    const error = beyondScope(signedIn.actor, 'the tools for language models');
    return sendJson(response, 403, { error: error.message }, { connection: 'close' });
  }
  const admitted = await deps.admission.enter(signedIn.actor.id);
  // Nothing would tell later that the client has left.
  if (response.closed || request.socket.destroyed) return admitted.leave();
  response.once('close', admitted.leave);
  cutSlowReader(response);
  const body = await readBody(request, LIMITS.graphqlBodyBytes);
  if (!body) return sendJson(response, 413, { error: 'The message is too large.' }, { connection: 'close' });
  const text = utf8Text(body);
  if (text === undefined) return refuseMessage(response, -32_700, NOT_UTF8);
  const rounded = roundedNumber(text, argumentsOf);
  if (rounded !== undefined) return refuseMessage(response, -32_602, tooLargeNumber(rounded));
  const message = parseJsonText(text);
  if (message === undefined) return refuseMessage(response, -32_700, 'The body is not valid JSON.');
  // Batches are refused, as in the current protocol: part of one could go unanswered, and all of
  // it would share one place.
  if (Array.isArray(message))
    return refuseMessage(response, -32_600, 'Send each message in a request of its own.');
  const execute = executor(app, request, response, { ...deps, ...signedIn, admitted, traceparent });
  const { secretKey, pool } = deps.services;
  const confirmations = createConfirmations(secretKey, signedIn.actor.id, () => databaseNow(pool));
  const answered = await answerMessage(requestOf(request), message, () =>
    createMcpServer(execute, confirmations),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(Buffer.from(await answered.arrayBuffer()));
}

/** What a message gives a tool. The protocol itself calls that and more `params`. */
function argumentsOf(message: unknown): unknown {
  const params = isObject(message) && message.params;
  return isObject(params) ? params.arguments : undefined;
}

function executor(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  operation: OperationContext,
): Execute {
  return async (query, variables) => {
    const result = await app.fetch(
      'http://callboard/graphql',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'internal' },
        body: JSON.stringify({ query, variables }),
      },
      { req: request, res: response, operation },
    );
    return (await result.json()) as OperationAnswer;
  };
}

function refuse(response: ServerResponse, { message, extensions }: GraphQLError): void {
  const isUnauthenticated = extensions.code === 'UNAUTHENTICATED';
  const { status = isUnauthenticated ? 401 : 500, headers } = (extensions.http ?? {}) as {
    status?: number;
    headers?: Record<string, string>;
  };
  const challenge = isUnauthenticated && { 'www-authenticate': 'Bearer', connection: 'close' };
  sendJson(response, status, { error: message }, { ...headers, ...challenge });
}

/** Without the token, which tools must not see. The body is passed on already parsed. */
function requestOf({ headers: given }: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    if (typeof value === 'string' && name !== 'authorization') headers.set(name, value);
  return new Request('http://callboard/mcp', { method: 'POST', headers });
}

/**
 * One JSON answer, in both generations of the protocol. A stream would keep its place for as long as
 * the client likes.
 */
async function answerMessage(
  request: Request,
  message: unknown,
  createServer: () => McpServer,
): Promise<Response> {
  if (await isLegacyRequest(request, message)) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = createServer();
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  }
  // Nothing that clients could subscribe to ever changes.
  const handler = createMcpHandler(createServer, { maxSubscriptions: 0 });
  try {
    return await handler.fetch(request, { parsedBody: message });
  } finally {
    await handler.close();
  }
}

function refuseMessage(response: ServerResponse, code: number, message: string): void {
  sendJson(response, 400, { jsonrpc: '2.0', error: { code, message }, id: null });
}
