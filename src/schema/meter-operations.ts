import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLError,
  getOperationAST,
  type SubscriptionArgs,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LIMITS } from '../domain/limits.js';
import { withReadShare } from '../runtime/metered-pool.js';
import { type Admitted, createAdmitted, tooManyRequests } from './admission.js';
import { codedError } from './coded-error.js';
import type { GraphQLContext } from './context.js';
import { jsonBytes } from './result-bytes.js';

/** Counts what operations read and answer: one that takes more than its share ends with an error instead of data. */
export function meterOperations(): Plugin<GraphQLContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { admitted } = args.contextValue;
      const readsOnly = getOperationAST(args.document, args.operationName)?.operation === 'query';
      setExecuteFn((given) =>
        admitted.during(() => metered(executeFn as Execute, given, admitted, readsOnly)),
      );
    },
    onSubscribe({ args, setSubscribeFn }) {
      const { admitted } = args.contextValue;
      setSubscribeFn(async (given: SubscriptionArgs) => {
        const source = await createSourceEventStream(given);
        // It may live for days: what it takes from now on are the bytes of its events.
        if (!(Symbol.asyncIterator in source)) return source;
        admitted.leave();
        return meteredEvents(source as AsyncIterableIterator<unknown>, given);
      });
    },
  };
}

type Execute = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

async function metered(
  run: Execute,
  args: ExecutionArgs,
  { key, budget }: Admitted,
  readsOnly: boolean,
): Promise<ExecutionResult> {
  const result = await withReadShare({ key, budget, readsOnly }, () => run(args));
  if (!budget.exceeded && result.data) budget.spend(jsonBytes(result.data, LIMITS.operationBytes));
  return budget.exceeded ? { errors: [tooMuch(budget.exceeded)] } : result;
}

function tooMuch(exceeded: 'own' | 'shared'): GraphQLError {
  if (exceeded === 'shared')
    return tooManyRequests('Other operations of this API token hold too much data: try again.');
  const mebibytes = LIMITS.operationBytes / 1_048_576;
  const message = `This operation would read and answer more than ${mebibytes} MiB: ask for smaller pages, or in several operations.`;
  return codedError('TOO_COMPLEX', message);
}

/** Written by hand, because an `async function*` that waits for something does not hear `return()` before that has come. */
function meteredEvents(
  source: AsyncIterableIterator<unknown>,
  args: SubscriptionArgs,
): AsyncIterableIterator<ExecutionResult> {
  const { admission, admitted } = args.contextValue as GraphQLContext;
  let event: Admitted | undefined;
  return {
    async next() {
      // Whoever asks for the next event has sent the one before.
      event?.leave();
      const { done, value } = await source.next();
      if (done) return { done, value: undefined };
      const own = createAdmitted(admitted.key, admission.eventBudget(admitted.key), () => {});
      event = own;
      const given = { ...args, rootValue: value };
      return { done: false, value: await own.during(() => metered(execute, given, own, true)) };
    },
    async return() {
      event?.leave();
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
