import { useEffect, useState } from 'react';
import type { ActionError } from '../lib/graphql/use-action.js';

type Counted = { kind: 'ok'; value: { matched: number } } | { kind: 'error'; error: ActionError };

/** Only counts what would change, or changes it if it is still as much as was counted. */
export type HowMany = { dryRun: true } | { expectedCount: number };

/**
 * A change of many objects for a `ConfirmDialog`, with the server's count of them before anything is changed.
 *
 * @param counting why it cannot be confirmed until the count is there
 */
export function useCountedChange<Result extends Counted>(
  run: (how: HowMany) => Promise<Result>,
  counting: string,
) {
  const [matched, setMatched] = useState<number>();
  const [problem, setProblem] = useState<string>();

  async function count(): Promise<void> {
    const counted: Counted = await run({ dryRun: true });
    if (counted.kind === 'ok') setMatched(counted.value.matched);
    else setProblem(counted.error.message);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted once, when the dialog opens
  useEffect(() => {
    void count();
  }, []);

  async function confirm(
    onDone: (value: Extract<Result, { kind: 'ok' }>['value']) => void,
  ): Promise<{ message: string } | undefined> {
    if (matched === undefined) return { message: problem ?? counting };
    const result = await run({ expectedCount: matched });
    if (result.kind === 'ok') {
      onDone(result.value);
      return undefined;
    }
    // The count has changed: the next attempt uses the new one.
    if (result.error.code === 'CONFLICT') await count();
    return result.error;
  }

  return { matched, problem, confirm };
}
