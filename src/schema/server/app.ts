/** GraphQL over HTTP, and the checks that every operation passes before it runs, on every transport. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
} from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { LIMITS } from '../../domain/limits.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import type { GraphQLContext, OperationContext } from '../context.js';
import { asksForCursor } from '../events/asks-for-cursor.js';
import { codedError, unauthenticated } from '../types/coded-error.js';
import { isEventStream } from './open-streams.js';
import { DocumentCache } from './operations/document-cache.js';
import { isTooHeavy } from './operations/document-weight.js';
import { maskError } from './operations/mask-error.js';
import { meterOperations } from './operations/meter-operations.js';
import { refuseOperation } from './operations/operation-cost.js';
import type { PersistedOperations } from './operations/persisted-operations.js';

export interface AppOptions {
  schema: GraphQLSchema;
  logger: Logger;
  persisted: PersistedOperations;
  /** Hides the schema: no introspection and no "did you mean" suggestions. */
  production: boolean;
}

/** What a transport knows about a request. The actor is known before the operation is read. */
interface Transport {
  req: IncomingMessage;
  operation: OperationContext;
}

interface HttpTransport extends Transport {
  res: ServerResponse;
}

export type App = YogaServerInstance<HttpTransport, GraphQLContext>;

const MAX_TOKENS = 3_000;

export function createApp({ schema, logger, persisted, production }: AppOptions): App {
  return createYoga<HttpTransport, GraphQLContext>({
    schema,
    context: ({ operation, res }) => ({
      ...operation,
      heartbeat: (cursor: string) => comment(res, `cursor ${cursor}`),
    }),
    graphqlEndpoint: '/graphql',
    cors: false,
    multipart: false,
    batching: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    parserAndValidationCache: { documentCache: new DocumentCache(), errorCache: new DocumentCache() },
    maxRequestBodySize: LIMITS.graphqlBodyBytes,
    maskedErrors: { maskError: (error) => maskError(error, logger), errorMessage: '' },
    plugins: [
      onlyJson(),
      useCSRFPrevention({ requestHeaders: ['authorization', 'x-graphql-yoga-csrf'] }),
      resolvePersisted(persisted),
      onlyOpenFields(production),
      beforeValidation(),
      EnvelopArmorPlugin({
        maxTokens: { n: MAX_TOKENS, onReject },
        maxDepth: { n: 20, flattenFragments: true, onReject },
        maxAliases: { n: 30, onReject },
        maxDirectives: { n: 50, onReject },
        costLimit: { enabled: false },
        blockFieldSuggestion: { enabled: production },
      }),
      codeOfSyntaxErrors(),
      ...(production ? [noIntrospection()] : []),
      beforeExecution(),
      meterOperations(),
    ],
  });
}

/** Syntax limits are reported as `TOO_COMPLEX`, like the limit on computed cost. */
const onReject = [
  (_context: unknown, { message }: GraphQLError): never => {
    throw codedError('TOO_COMPLEX', message.replace(/^Syntax Error: /, ''));
  },
];

/**
 * Writes a comment line to an event stream. Clients that do not know it ignore it. Does nothing for
 * other responses.
 */
function comment(response: ServerResponse, text: string): void {
  if (isEventStream(response) && response.writable) response.write(`: ${text}\n\n`);
}

/** Requests that a form of another site could send are refused unread. */
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

/** Yoga gives all other errors of a document a code. */
function codeOfSyntaxErrors(): Plugin {
  return {
    onParse: () => {
      return ({ result }) => {
        if (result instanceof GraphQLError) result.extensions.code ??= 'GRAPHQL_PARSE_FAILED';
      };
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

/** Replaces the hash of an operation by its text. */
function resolvePersisted(persisted: PersistedOperations): Plugin {
  return {
    onParams({ params, context, setParams }) {
      const { credential } = (context as unknown as Transport).operation;
      const query = persisted.textOf(params, credential);
      if (query !== params.query) setParams({ ...params, query });
    },
  };
}

/** Without a token, only a few fields can be queried. Everything else is refused before it is validated. */
function onlyOpenFields(production: boolean): Plugin {
  const open = new Set(['me', '__typename', ...(production ? [] : ['__schema', '__type'])]);
  return {
    onParams({ params, context, setResult }) {
      if ((context as unknown as Transport).operation.actor || typeof params.query !== 'string') return;
      const document = parseQuietly(params.query);
      if (document && !asksOnlyFor(open, document)) setResult({ errors: [unauthenticated()] });
    },
  };
}

/** Undefined if the text is not a valid document, which a later check reports. */
function parseQuietly(text: string): DocumentNode | undefined {
  try {
    return parse(text, { maxTokens: MAX_TOKENS });
  } catch {
    return undefined;
  }
}

/**
 * Refuses documents that take too long to validate. It must not depend on the actor: results are
 * cached by document.
 */
function beforeValidation(): Plugin {
  return {
    onValidate({ params: { documentAST }, setResult }) {
      if (!isTooHeavy(documentAST)) return;
      const message = 'This document has too many selections: split it into several operations.';
      setResult([codedError('TOO_COMPLEX', message)]);
    },
  };
}

/** Whether all operations are queries of these fields, without fragments at the root. */
function asksOnlyFor(fields: ReadonlySet<string>, { definitions }: DocumentNode): boolean {
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return operations.every(
    (operation) =>
      operation.kind === Kind.OPERATION_DEFINITION &&
      operation.operation === 'query' &&
      operation.selectionSet.selections.every(
        (selection) => selection.kind === Kind.FIELD && fields.has(selection.name.value),
      ),
  );
}

/** Refuses operations that must not run, and reads the event cursor before any data. */
function beforeExecution(): Plugin<GraphQLContext> {
  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const context = args.contextValue;
      const refusals = refuseOperation(args, context.actor);
      if (refusals.length > 0) return setResultAndStopExecution({ errors: refusals });
      if (context.actor && asksForCursor(args)) {
        context.eventCursor = await context.events.currentCursor();
      }
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const refusals = refuseOperation(args, args.contextValue.actor);
      if (refusals.length > 0) setResultAndStopExecution({ errors: refusals });
    },
  };
}
