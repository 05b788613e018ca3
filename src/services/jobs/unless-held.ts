import { isHeldError } from '../../runtime/sqlstate.js';
import { conflict, type Result } from '../system/result.js';

/** For use cases that need rows which agents write to as well: what an agent holds in an open transaction is told, not waited for. */
export async function unlessHeld<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!isHeldError(error)) throw error;
    return conflict('The row is locked by another transaction, probably of an agent. Try again.');
  }
}
