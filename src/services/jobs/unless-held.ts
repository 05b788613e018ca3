import { isHeldError } from '../../runtime/sqlstate.js';
import { conflict, type Result } from '../system/result.js';

/** Runs a use case that needs rows which agents also write to. If an agent's open transaction locks one, the result is a conflict. */
export async function unlessHeld<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!isHeldError(error)) throw error;
    return conflict('The row is locked by another transaction, probably of an agent. Try again.');
  }
}
