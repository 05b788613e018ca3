import { isLockTimeout, type SqlState, sqlStateOf } from '../../runtime/database/sqlstate.js';
import { conflict, invalidAt, type Refusal, type Result } from './result.js';

/** For a text with U+0000 or an unpaired surrogate. */
export const NOT_STORABLE = 'contains a NUL character or an unpaired surrogate, which cannot be stored';

/** Values that cannot be stored, and why. If a guard refuses a value, its own message gives the reason. */
const UNWRITABLE: Partial<Record<SqlState, string | undefined>> = {
  guardRefused: undefined,
  untranslatableCharacter: NOT_STORABLE,
  invalidCharacter: NOT_STORABLE,
  numberOutOfRange: 'contains a number that is too large',
  instantOutOfRange: 'contains an instant that is out of range',
  limitExceeded: 'contains text that is too long',
};

/** An agent can keep its rows locked for as long as its transaction is open. Nobody waits for it. */
const LOCKED = conflict('The row is locked by another transaction. Try again.');

/** The result, or the refusal for an error that only the database detects and that the caller can act on. */
export async function orRefusal<T>(outcome: Promise<Result<T>>): Promise<Result<T>> {
  return outcome.catch((error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal) return refusal;
    throw error;
  });
}

function refusalOf(error: unknown): Refusal | undefined {
  if (isLockTimeout(error)) return LOCKED;
  const state = sqlStateOf(error);
  if (state === undefined || !(state in UNWRITABLE)) return undefined;
  const { message, hint } = error as { message?: string; hint?: string };
  return invalidAt([], UNWRITABLE[state] ?? [message, hint].filter(Boolean).join('. '));
}
