/**
 * Statements over a pooler that may give each transaction another session: what a session would remember
 * travels with each transaction. A statement outside a transaction gets one of its own; BEGIN, the settings,
 * the statement and COMMIT are sent together, so that it still takes one round trip.
 */
type Send = (...args: unknown[]) => unknown;

/** Sends the arguments of `query`, or what replaces them. */
export type PooledQuery = (send: Send, args: unknown[]) => unknown;

const BEGINS = /^\s*(BEGIN|START\s+TRANSACTION)\b[^;]*/i;
const ENDS = /^\s*(COMMIT|END|ABORT|ROLLBACK(?!\s+(WORK\s+|TRANSACTION\s+)?TO\b))\b/i;
/** The setting `default_transaction_isolation` has no effect on a transaction that has begun. */
const LEVEL = 'ISOLATION LEVEL READ COMMITTED';
const HAS_LEVEL = /\bISOLATION\b/i;
/** Several statements that begin a transaction and end it. */
const WHOLE = /;\s*(COMMIT|END|ROLLBACK)\s*;?\s*$/i;

/** @param settings the statements that set what the session needs, for one transaction */
export function createPooledQuery(settings: string): PooledQuery {
  let inTransaction = false;

  async function alone(send: Send, args: unknown[]): Promise<unknown> {
    const [begun, answer, ended] = await Promise.allSettled([
      send(`BEGIN ${LEVEL}; ${settings}`),
      send(...args),
      send('COMMIT'),
    ]);
    for (const { status, reason } of [begun, answer, ended] as PromiseRejectedResult[])
      if (status === 'rejected') throw reason;
    return (answer as PromiseFulfilledResult<unknown>).value;
  }

  return (send, [first, ...rest]) => {
    const text = textOf(first);
    // Without the name of a prepared statement, which other sessions do not know.
    const args = [typeof first === 'object' ? { ...first, name: undefined } : first, ...rest];
    if (BEGINS.test(text)) {
      inTransaction = !WHOLE.test(text);
      const begin = (begun: string) => `${HAS_LEVEL.test(begun) ? begun : `${begun} ${LEVEL}`}; ${settings}`;
      return send(text.replace(BEGINS, begin), ...rest);
    }
    if (inTransaction) {
      inTransaction = !ENDS.test(text);
      return send(...args);
    }
    const callback = args.at(-1);
    if (typeof callback !== 'function') return alone(send, args);
    alone(send, args.slice(0, -1)).then(
      (result) => callback(undefined, result),
      (error) => callback(error),
    );
    return undefined;
  };
}

function textOf(statement: unknown): string {
  return typeof statement === 'string'
    ? statement
    : String((statement as { text?: unknown } | null)?.text ?? '');
}
