/** `/mcp`: the tools for language models, over MCP's streamable HTTP. Stateless: every request is answered by itself. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LIMITS } from '../../domain/limits.js';
import { createConfirmations } from '../../services/mcp/confirmation.js';
import { createMcpServer } from '../../services/mcp/create-mcp-server.js';
import { createMcpHandler } from '../../services/mcp/sdk.js';
import type { Execute, OperationAnswer } from '../../services/mcp/tool.js';
import type { SignedIn, SignIn } from '../access/sign-in.js';
import type { OperationContext, SchemaDeps } from '../context.js';
import { unauthenticated } from '../types/coded-error.js';
import type { App } from './app.js';
import { cutSlowReader } from './graphql-route.js';
import { maskError } from './mask-error.js';
import { readBody } from './read-body.js';
import { sendJson } from './send-json.js';

interface McpRouteOptions {
  app: App;
  deps: SchemaDeps;
  signIn: SignIn;
}

/**
 * Only with an API token in the `Authorization` header: cookies are not read, so no page of another site can use a session, whatever
 * its name resolves to. Tools are GraphQL operations in the name of the token.
 */
export function createMcpRoute({ app, deps, signIn }: McpRouteOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST')
      return sendJson(response, 405, { error: 'Send MCP messages by POST.' }, { allow: 'POST' });
    try {
      const { authorization } = request.headers;
      const signedIn =
        authorization === undefined ? undefined : await signIn.ofRequest(request, authorization);
      if (!signedIn?.actor) throw unauthenticated();
      const admitted = await deps.admission.enter(signedIn.actor.id);
      response.once('close', admitted.leave);
      if (request.socket.destroyed) admitted.leave();
      cutSlowReader(response);
      const body = await readBody(request, LIMITS.graphqlBodyBytes);
      if (!body)
        return sendJson(response, 413, { error: 'The message is too large.' }, { connection: 'close' });
      await answer(request, response, body, { ...deps, ...signedIn, admitted });
    } catch (error) {
      const { message, extensions } = maskError(error, deps.services.logger);
      const isStranger = extensions.code === 'UNAUTHENTICATED';
      const { status = isStranger ? 401 : 500, headers } = (extensions.http ?? {}) as {
        status?: number;
        headers?: Record<string, string>;
      };
      if (response.headersSent) response.destroy();
      else
        sendJson(
          response,
          status,
          { error: message },
          { ...headers, ...(isStranger && { 'www-authenticate': 'Bearer', connection: 'close' }) },
        );
    }
  };

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    operation: OperationContext & SignedIn,
  ): Promise<void> {
    const execute: Execute = async (query, variables) => {
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
    const confirmations = createConfirmations(deps.services.secretKey, operation.actor?.id ?? '');
    const handler = createMcpHandler(() => createMcpServer(execute, confirmations), {
      responseMode: 'json',
      // Nothing changes that a client could be told of, and a stream would keep its place.
      maxSubscriptions: 0,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && name !== 'authorization') headers.set(name, value);
    const answered = await handler.fetch(
      new Request('http://callboard/mcp', { method: 'POST', headers, body: new Uint8Array(body) }),
    );
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    if (answered.body) await pipeline(Readable.fromWeb(answered.body as never), response);
    else response.end();
    await handler.close();
  }
}
