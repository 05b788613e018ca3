import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LIMITS } from '../../../domain/limits.js';
import { withReadShare } from '../../../runtime/database/metered-pool.js';
import type { GraphQLContext } from '../../context.js';
import { openAnswerStream } from '../../events/answer-stream.js';
import { jsonBytes } from '../../jobs/result-bytes.js';
import type { Admitted } from '../admission.js';
import { refusedBy } from './operation-budget.js';
import { traceOperation } from './trace-operation.js';

/**
 * Counts the bytes that operations read and answer. One that exceeds its budget ends with an error
 * instead of data.
 */
export function meterOperations(): Plugin<GraphQLContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { admitted } = args.contextValue;
      const readsOnly = getOperationAST(args.document, args.operationName)?.operation === 'query';
      setExecuteFn((given) =>
        traceOperation(args.contextValue, args, () =>
          admitted.during(() => metered(executeFn as Execute, given, admitted, readsOnly)),
        ),
      );
    },
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn((given) => openAnswerStream(given as Parameters<typeof openAnswerStream>[0]));
    },
  };
}

type Execute = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

/** Runs an operation and counts it against its API token. */
export async function metered(
  run: Execute,
  args: ExecutionArgs,
  { key, budget }: Admitted,
  readsOnly: boolean,
): Promise<ExecutionResult> {
  const result = await withReadShare({ key, budget, readsOnly }, () => run(args));
  if (!budget.exceeded && result.data) budget.spend(jsonBytes(result.data, LIMITS.operationBytes));
  return budget.exceeded ? { errors: [refusedBy(budget)] } : result;
}
