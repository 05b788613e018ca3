import type { HeartbeatRow } from '../../db/agents/load-heartbeats.js';
import { LIMITS } from '../../domain/limits.js';
import { builder } from '../builder.js';
import { codedError } from '../types/coded-error.js';

export const Heartbeat = builder.objectRef<HeartbeatRow>('Heartbeat').implement({
  description: 'A sign of life.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    status: t.exposeString('status', {
      description:
        '"alive": of the agent as a whole; "busy": a progress report of this run; "dead": its heartbeats had stopped, and the run ended.',
    }),
    context: t.expose('context', {
      type: 'JSON',
      description: `What came with it, e.g. {"metrics": …}; metrics of more than ${LIMITS.heartbeatContextBytes} bytes are left out.`,
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
