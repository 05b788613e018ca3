import type { HeartbeatRow } from '../../db/agents/load-heartbeats.js';
import { LIMITS } from '../../domain/limits.js';
import { builder } from '../builder.js';
import { codedError } from '../types/coded-error.js';

export const Heartbeat = builder.objectRef<HeartbeatRow>('Heartbeat').implement({
  description: 'A heartbeat of an agent or of an attempt.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of the heartbeat.' }),
    ...t.exposed('String!', { status: 'What the heartbeat says.' }),
    ...t.exposed('JSON!', {
      context: `Data sent with the heartbeat, such as \`{"metrics": …}\`. Metrics over ${LIMITS.heartbeatContextBytes.toLocaleString('en')} bytes are left out.`,
    }),
  }),
});

/** @throws GraphQLError `BAD_USER_INPUT` */
export function lastWithin(last: number | null | undefined): number {
  const wanted = last ?? 20;
  if (wanted < 1 || wanted > LIMITS.heartbeatsKept)
    throw codedError('BAD_USER_INPUT', `last must be from 1 to ${LIMITS.heartbeatsKept}.`);
  return wanted;
}
