/** GraphQL over HTTP, and what every operation has to pass before it runs, whichever way it came. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type SelectionSetNode,
} from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { uuidv7 } from '../runtime/ids.js';
import type { Logger } from '../runtime/logger.js';
import { codedError, unauthenticated } from './coded-error.js';
import type { GraphQLContext, SchemaDeps } from './context.js';
import { refuseByCost } from './operation-cost.js';

export interface AppOptions {
  schema: GraphQLSchema;
  deps: SchemaDeps;
  logger: Logger;
  /** Tells nothing about the schema: no introspection, no "did you mean". */
  production: boolean;
}

interface NodeContext {
  req: IncomingMessage;
  res: ServerResponse;
}

export type App = YogaServerInstance<NodeContext, GraphQLContext>;

export const MAX_BODY_BYTES = 1_048_576;

export function createApp({ schema, deps, logger, production }: AppOptions): App {
  return createYoga<NodeContext, GraphQLContext>({
    schema,
    context: async ({ request, res }) => ({
      ...(await signIn(deps, request.headers.get('authorization'))),
      heartbeat: (cursor) => comment(res, `cursor ${cursor}`),
    }),
    graphqlEndpoint: '/graphql',
    cors: false,
    multipart: false,
    batching: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    maxRequestBodySize: MAX_BODY_BYTES,
    maskedErrors: { maskError: (error) => maskError(error, logger), errorMessage: '' },
    plugins: [
      onlyJson(),
      useCSRFPrevention({ requestHeaders: ['authorization', 'x-graphql-yoga-csrf'] }),
      EnvelopArmorPlugin({
        maxTokens: { n: 3_000 },
        maxDepth: { n: 20, flattenFragments: true },
        maxAliases: { n: 30 },
        maxDirectives: { n: 50 },
        costLimit: { enabled: false },
        blockFieldSuggestion: { enabled: production },
      }),
      ...(production ? [noIntrospection()] : []),
      beforeExecution(),
    ],
  });
}

/** What an operation knows of who asks. @throws GraphQLError `UNAUTHENTICATED` for a token that is not good */
export async function signIn(
  deps: SchemaDeps,
  authorization: string | null | undefined,
): Promise<GraphQLContext> {
  if (!authorization) return { ...deps, actor: undefined, token: undefined };
  const token = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  const actor = token === undefined ? undefined : await deps.sessions.authenticate(token);
  if (actor) return { ...deps, actor, token };
  const error = unauthenticated(
    token === undefined
      ? 'The Authorization header must be "Bearer <API token>".'
      : 'This API token is unknown, revoked or expired.',
  );
  error.extensions.http = { status: 401 };
  throw error;
}

/** A line that clients of Server-Sent Events pass over, unless they know it; nothing in a response of another kind. */
function comment(response: ServerResponse, text: string): void {
  const isEventStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
  if (isEventStream && response.writable) response.write(`: ${text}\n\n`);
}

/** What a form on somebody else's page can send is not even read. */
function onlyJson(): Plugin {
  return {
    onRequest({ request, fetchAPI, endResponse }) {
      const type = request.headers.get('content-type');
      if (type === null || /^application\/(graphql\+)?json\s*(;|$)/i.test(type)) return;
      const errors = [codedError('BAD_USER_INPUT', 'Send the operation as application/json.')];
      endResponse(fetchAPI.Response.json({ errors }, { status: 415 }));
    },
  };
}

function noIntrospection(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(NoSchemaIntrospectionCustomRule);
    },
  };
}

/** Refuses by cost, and reads the cursor that must be older than all the data. */
function beforeExecution(): Plugin<GraphQLContext> {
  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const refusal = refuseByCost(args);
      if (refusal) return setResultAndStopExecution({ errors: [refusal] });
      const context = args.contextValue;
      if (context.actor && asksFor('eventCursor', args.document, args.operationName)) {
        context.eventCursor = await context.events.currentCursor();
      }
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const refusal = refuseByCost(args);
      if (refusal) setResultAndStopExecution({ errors: [refusal] });
    },
  };
}

/** Whether a field stands at the root of the operation. */
function asksFor(field: string, document: DocumentNode, operationName?: string | null): boolean {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION
        ? [[definition.name.value, definition.selectionSet] as const]
        : [],
    ),
  );
  const selects = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === field;
      return selects(
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments.get(selection.name.value),
      );
    }) ?? false;
  return selects(getOperationAST(document, operationName)?.selectionSet);
}

/** What nobody meant to tell becomes an id, under which the log has all of it. */
function maskError(error: unknown, logger: Logger): Error {
  const cause = causeOf(error);
  if (error instanceof GraphQLError && cause === undefined) return error;
  const errorId = uuidv7();
  const path = error instanceof GraphQLError ? error.path : undefined;
  logger.error('graphql.failed', { errorId, path: path?.join('.'), err: cause });
  return new GraphQLError('Something went wrong here. The log of the server tells what, by the errorId.', {
    ...(path && { path }),
    extensions: { code: 'INTERNAL', errorId },
  });
}

/** What was thrown that is no GraphQLError; undefined: all of it was meant for the client. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError ? error.originalError && causeOf(error.originalError) : error;
}
