import { type ExecutionArgs, type ExecutionResult, type GraphQLError, getOperationAST } from 'graphql';
import { withinSpan } from '../../../runtime/telemetry/current-span.js';
import { newTraceId, parseTraceparent } from '../../../runtime/telemetry/trace-id.js';
import type { SpanEnd, Tracing } from '../../../runtime/telemetry/tracing.js';
import type { OperationContext } from '../../context.js';

/** Clients choose the name, and the rest of a longer one says little. */
const MAX_NAME = 100;

/**
 * Runs an operation within a span, if tracing is on. The span has the name of the operation and the
 * codes of its errors, but never variables, values or messages. It continues the trace of a signed-in
 * client.
 */
export async function traceOperation<Result extends ExecutionResult>(
  context: OperationContext,
  operation: Pick<ExecutionArgs, 'document' | 'operationName'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const definition = context.tracing && getOperationAST(operation.document, operation.operationName);
  if (!context.tracing || !definition) return run();
  const span = begin(context.tracing, context, definition.operation, definition.name?.value);
  return withinSpan(span.traceparent, async () => {
    let end: SpanEnd = failed([INTERNAL]);
    try {
      const result = await run();
      end = result.errors ? failed(result.errors.map(codeOf)) : {};
      return result;
    } finally {
      span.end(end);
    }
  });
}

function begin(tracing: Tracing, { actor, traceparent }: OperationContext, type: string, wholeName?: string) {
  const name = wholeName?.slice(0, MAX_NAME);
  const parent = actor ? parseTraceparent(traceparent) : undefined;
  return tracing.begin({
    name: name ? `${type} ${name}` : type,
    kind: 'server',
    traceId: parent?.traceId ?? newTraceId(),
    ...(parent && { parentId: parent.spanId, isParentSampled: parent.isSampled }),
    attributes: { 'graphql.operation.type': type, 'graphql.operation.name': name },
  });
}

const INTERNAL = 'INTERNAL';

/** Errors that GraphQL itself finds, such as a variable of the wrong type, have no code. */
function codeOf({ extensions, originalError }: GraphQLError): string {
  if (typeof extensions.code === 'string') return extensions.code;
  return originalError ? INTERNAL : 'BAD_USER_INPUT';
}

function failed(codes: string[]): SpanEnd {
  return { attributes: { 'error.type': codes[0] }, error: [...new Set(codes)].join(', ') };
}
