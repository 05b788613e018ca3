import { isLockTimeout } from '../../runtime/database/sqlstate.js';
import { conflict, type Result } from './result.js';

export const LOCKED = conflict('The row is locked by another transaction. Try again.');

/**
 * Runs a use case on rows that agents also write to. If an open transaction of an agent locks one,
 * the result is a conflict.
 */
export async function unlessLocked<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return LOCKED;
  }
}
