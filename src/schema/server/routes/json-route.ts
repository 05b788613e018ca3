/**
 * A fast path for operations as most clients send them: queries and mutations as JSON by POST, from a
 * signed-in client. It skips the parts of Yoga that handle all other forms, and neither parses nor
 * validates a known document again. Everything unusual, and everything that is wrong before the
 * operation runs, is left to Yoga.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DocumentNode, type ExecutionResult, execute, GraphQLError, getOperationAST } from 'graphql';
import type { OperationContext } from '../../context.js';
import { asksForCursor } from '../../events/asks-for-cursor.js';
import type { App } from '../app.js';
import { DocumentCache } from '../operations/document-cache.js';
import { maskError } from '../operations/mask-error.js';
import { metered } from '../operations/meter-operations.js';
import { refuseOperation } from '../operations/operation-cost.js';
import type { PersistedOperations, SentOperation } from '../operations/persisted-operations.js';
import { traceOperation } from '../operations/trace-operation.js';

/** An operation that may run. */
interface Operation {
  document: DocumentNode;
  operationName: string | undefined;
  variableValues: Record<string, unknown> | undefined;
}

/**
 * Returns whether the request has been answered.
 * @param text the body
 */
export type JsonRoute = (
  request: IncomingMessage,
  response: ServerResponse,
  operation: OperationContext,
  text: string,
) => Promise<boolean>;

export function createJsonRoute(app: App, persisted: PersistedOperations): JsonRoute {
  const good = new DocumentCache<DocumentNode>();
  let schema: ReturnType<App['getEnveloped']>['schema'];

  function documentOf(query: string, request: IncomingMessage, operation: OperationContext) {
    const known = good.get(query);
    if (known) return known;
    const enveloped = app.getEnveloped({ req: request, params: { query }, operation } as never);
    try {
      const document = enveloped.parse(query) as DocumentNode;
      if (enveloped.validate(enveloped.schema, document).length > 0) return undefined;
      schema = enveloped.schema;
      good.set(query, document);
      return document;
    } catch {
      return undefined; // reported by Yoga
    }
  }

  /** Undefined if there is no text, which Yoga reports. */
  function textOf(params: SentOperation, { credential }: OperationContext): string | undefined {
    try {
      return persisted.textOf(params, credential);
    } catch {
      return undefined;
    }
  }

  return async (request, response, context, text) => {
    if (!context.actor || !isPlain(request)) return false;
    const params = paramsOf(text);
    const query = params && textOf(params, context);
    const document = query === undefined ? undefined : documentOf(query, request, context);
    const operation = params && document && { ...params, document };
    const kind = operation && getOperationAST(document, operation.operationName)?.operation;
    if (!operation || (kind !== 'query' && kind !== 'mutation')) return false;
    const result = await traceOperation(context, operation, () =>
      run({ ...operation, schema }, context, kind === 'query'),
    );
    send(response, result);
    return true;
  };
}

async function run(
  operation: Operation & { schema: Parameters<typeof execute>[0]['schema'] },
  context: OperationContext,
  readsOnly: boolean,
): Promise<ExecutionResult> {
  const refusals = refuseOperation(operation, context.actor);
  if (refusals.length > 0) return { errors: refusals };
  const { admitted, services } = context;
  try {
    const contextValue = asksForCursor(operation)
      ? { ...context, eventCursor: await context.events.currentCursor() }
      : { ...context };
    const result = await admitted.during(() =>
      metered(execute, { ...operation, contextValue }, admitted, readsOnly),
    );
    if (!result.errors) return result;
    return { ...result, errors: result.errors.map((error) => maskError(error, services.logger)) };
  } catch (error) {
    return { errors: [maskError(error, services.logger)] };
  }
}

function isPlain({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    url === '/graphql' &&
    /^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(headers['content-type'] ?? '') &&
    headers['content-encoding'] === undefined &&
    // Pages of other sites cannot send these headers.
    (headers.authorization !== undefined || headers['x-graphql-yoga-csrf'] !== undefined) &&
    /^(\*\/\*|application\/json(\s*,\s*\*\/\*)?)$/.test(headers.accept ?? '*/*')
  );
}

const PARAMS = new Set(['query', 'variables', 'operationName', 'extensions']);

function paramsOf(text: string): (Omit<Operation, 'document'> & SentOperation) | undefined {
  let params: unknown;
  try {
    params = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return undefined;
  if (!Object.keys(params).every((name) => PARAMS.has(name))) return undefined;
  const { query, variables, operationName, extensions } = params as Record<string, unknown>;
  if (operationName != null && typeof operationName !== 'string') return undefined;
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return undefined;
  return {
    query,
    extensions,
    operationName: operationName ?? undefined,
    variableValues: (variables ?? undefined) as Record<string, unknown> | undefined,
  };
}

/** A refusal has its HTTP status and headers in its extensions. They are not part of the answer itself. */
function send(response: ServerResponse, result: ExecutionResult): void {
  let status = 0;
  const errors = result.errors?.map((error) => {
    const { http, ...extensions } = error.extensions as {
      http?: { status?: number; headers?: Record<string, string> };
    };
    if (!http) return error;
    status = Math.max(status, http.status ?? 0);
    for (const [name, value] of Object.entries(http.headers ?? {})) response.setHeader(name, value);
    const { message, nodes, source, positions, path } = error;
    return new GraphQLError(message, { nodes, source, positions, path, extensions });
  });
  const text = JSON.stringify(errors ? { ...result, errors } : result);
  response.statusCode = status || 200;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(text);
}
