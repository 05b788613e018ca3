import { isSqlState } from '../../runtime/sqlstate.js';

const TIMES = 5;

/**
 * Runs a transaction again that PostgreSQL ended to break a deadlock. For those that lock many attempts: workers write the
 * answers to the same attempts at the same time, in an order of their own.
 */
export async function retryDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await transaction();
    } catch (error) {
      if (!isSqlState(error, 'deadlock') || time === TIMES) throw error;
    }
  }
}
