import { type Client, createClient } from 'graphql-ws';
import { useEffect, useRef, useState } from 'react';
import { texts } from './texts.js';

const t = texts.explorer;

/** The events of a subscription that are shown. Older ones are dropped. */
const MOST_EVENTS = 100;

/** One result or event. `id` counts from 1 within the operation. */
export interface Result {
  id: number;
  value: unknown;
}

export interface Operation {
  query: string;
  operationName?: string | undefined;
  variables: Record<string, unknown> | undefined;
}

/**
 * Runs one operation at a time, over a WebSocket of its own so that any kind of operation can be stopped.
 * `results` holds the results of the latest operation, newest first.
 */
export function useOperation() {
  const client = useRef<Client | undefined>(undefined);
  const end = useRef<(() => void) | undefined>(undefined);
  const [isRunning, setRunning] = useState(false);
  const [results, setResults] = useState<readonly Result[]>([]);

  useEffect(
    () => () => {
      end.current?.();
      void client.current?.dispose();
      client.current = undefined;
    },
    [],
  );

  function stop(): void {
    end.current?.();
    end.current = undefined;
    setRunning(false);
  }

  function run({ query, operationName, variables }: Operation): void {
    stop();
    setResults([]);
    setRunning(true);
    client.current ??= createClient({
      url: `${location.origin.replace('http', 'ws')}/graphql`,
      retryAttempts: 0,
    });
    let isCurrent = true;
    const show = (value: unknown) =>
      isCurrent &&
      setResults((before) => [{ id: (before[0]?.id ?? 0) + 1, value }, ...before].slice(0, MOST_EVENTS));
    const over = () => isCurrent && setRunning(false);
    const unsubscribe = client.current.subscribe(
      { query, ...(operationName && { operationName }), ...(variables && { variables }) },
      {
        next: show,
        error(cause) {
          show({ errors: Array.isArray(cause) ? cause : [{ message: describeLoss(cause) }] });
          over();
        },
        complete: over,
      },
    );
    end.current = () => {
      isCurrent = false;
      unsubscribe();
    };
  }

  return { run, stop, isRunning, results };
}

/** Explains a closed connection, with the server's reason if it gave one. */
function describeLoss(cause: unknown): string {
  const { reason } = (cause ?? {}) as { reason?: unknown };
  return typeof reason === 'string' && reason !== '' ? t.connectionEnded(reason) : t.serverUnreachable;
}
