import { among } from '../../system/among.js';
import type { Queryable } from '../../system/queryable.js';
import { IS_CANCELLED_NEXT } from '../end/cancel-attempts.js';
import { STOPPING } from './read-ready.js';

/**
 * Which of these attempts an operator has cancelled, or has asked to be given back because they are cancelled
 * next.
 */
export async function findCancelled(client: Queryable, attemptIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "AgentJobExecution" WHERE id = ANY ($1::text[]) AND (status = 'cancelled' OR ${IS_CANCELLED_NEXT})`,
    [attemptIds],
  );
  return rows.map(({ id }) => id);
}

/** Which of these runs, or of all runs, were asked to stop and have not ended. */
export async function findStopping(client: Queryable, runIds: readonly string[] | null): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`${STOPPING} AND ${among(runIds, 'id')}`, [runIds]);
  return rows.map(({ id }) => id);
}
