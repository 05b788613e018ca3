import { useRef } from 'react';
import type { RefetchOn } from '../../lib/graphql/live.js';

/**
 * Refetches when the number of dead letters may have changed: a run starts again, ends, or has
 * another number of failed jobs.
 */
export function useDeadLetterEvents(): RefetchOn {
  /** Failed jobs of active runs. */
  const failed = useRef(new Map<string, number>());
  return {
    execution({ id, entity, status, previousStatus }) {
      const { jobsFailed = 0 } = entity ?? {};
      const before = failed.current.get(id) ?? 0;
      if (status === 'RUNNING') failed.current.set(id, jobsFailed);
      else failed.current.delete(id);
      return (status !== previousStatus && previousStatus !== null) || jobsFailed !== before;
    },
  };
}
