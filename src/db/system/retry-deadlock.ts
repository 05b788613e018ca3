import { isSqlState } from '../../runtime/database/sqlstate.js';

const TIMES = 5;

/**
 * Runs a transaction again if PostgreSQL ended it to break a deadlock. Use it for transactions that lock many
 * attempts: workers write answers to the same attempts at the same time, in another order.
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
