import type { AnyVariables, TypedDocumentNode } from '@urql/core';
import type { DocumentNode } from 'graphql';
import { useCallback, useRef, useState } from 'react';
import { useMutation } from 'urql';
import { useNewest } from '../use-newest.js';
import { newRequestKey } from './request-key.js';

export interface Issue {
  /** Names and indexes in the input, outermost first. */
  path: readonly string[];
  message: string;
}

export interface ActionError {
  /** `VALIDATION`, `CONFLICT`, `NOT_FOUND`, `FORBIDDEN`, `NETWORK`, … */
  code: string;
  /** For people. */
  message: string;
  /** For a ValidationError. */
  issues: readonly Issue[];
}

/** The members of a mutation's union that are not errors. */
export type Success<Result> = Exclude<Result, { __typename: `${string}Error` }>;

export type ActionResult<Result> =
  | { kind: 'ok'; value: Success<Result> }
  | { kind: 'error'; error: ActionError };

/**
 * A mutation as an action. Every refusal of the server is a value. The document selects `...Refusal`. If it has a
 * variable `$idempotencyKey`, the action gives it: the same action again takes effect once if its answer was lost.
 *
 *     const [trigger, isRunning] = useAction(TriggerScheduleDocument, (data) => data.triggerSchedule);
 *     const result = await trigger({ id });
 */
export function useAction<Data, Variables extends AnyVariables, Result extends object>(
  document: TypedDocumentNode<Data, Variables>,
  field: (data: Data) => Result,
): [run: (variables: Variables) => Promise<ActionResult<Result>>, isRunning: boolean] {
  const [, execute] = useMutation(document);
  const [isRunning, setRunning] = useState(false);
  const newest = useNewest(field);
  /** Keys of requests that may have taken effect without an answer, by their variables. */
  const keys = useRef(new Map<string, string>());
  const isKeyed = hasKey(document);
  const run = useCallback(
    async (variables: Variables): Promise<ActionResult<Result>> => {
      setRunning(true);
      const request = JSON.stringify(variables);
      const idempotencyKey = keys.current.get(request) ?? newRequestKey();
      if (isKeyed) keys.current.set(request, idempotencyKey);
      try {
        const { data, error } = await execute(isKeyed ? { ...variables, idempotencyKey } : variables);
        if (!data) return { kind: 'error', error: transportError(error, isKeyed) };
        const result = toResult(newest.current(data));
        // A refusal leaves the key free, or says that the first request has not ended yet.
        if (result.kind === 'ok') keys.current.delete(request);
        return result;
      } finally {
        setRunning(false);
      }
    },
    [execute, newest, isKeyed],
  );
  return [run, isRunning];
}

function hasKey({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (definition) =>
      definition.kind === 'OperationDefinition' &&
      definition.variableDefinitions?.some(({ variable }) => variable.name.value === 'idempotencyKey'),
  );
}

/** Only the fragment `Refusal` selects both. Only a ValidationError has issues. */
function isRefusal(result: object): result is Omit<ActionError, 'issues'> & Partial<ActionError> {
  return '__typename' in result && 'code' in result;
}

function toResult<Result extends object>(result: Result): ActionResult<Result> {
  if (!isRefusal(result)) return { kind: 'ok', value: result as Success<Result> };
  const { code, message, issues = [] } = result;
  return { kind: 'error', error: { code, message, issues } };
}

interface TransportError {
  networkError?: Error;
  graphQLErrors: readonly { message: string; extensions?: Record<string, unknown> }[];
}

function transportError(error: TransportError | undefined, isKeyed: boolean): ActionError {
  const [first] = error?.graphQLErrors ?? [];
  if (first) return { code: String(first.extensions?.code ?? 'ERROR'), message: first.message, issues: [] };
  const advice = isKeyed ? 'You can safely try again.' : 'Check in another tab before you try again.';
  const { networkError } = error ?? {};
  const cause = networkError?.name === 'TimeoutError' ? networkError.message : 'Cannot reach the server.';
  const message = `${cause} The change may not have been saved. ${advice}`;
  return { code: 'NETWORK', message, issues: [] };
}
