import { useRef } from 'react';
import type { LiveExecutionFragment } from '../../lib/live.generated.js';
import type { RefetchOn } from '../../lib/live.js';

/** When there may be more of them, or less: an execution begins anew, ends, or has another number of failed jobs. */
export function useDeadLetterEvents(): RefetchOn {
  /** Of executions under way. */
  const failed = useRef(new Map<string, number>());
  return {
    execution({ id, entity, status, previousStatus }) {
      const { jobsFailed = 0 } = (entity as LiveExecutionFragment | null) ?? {};
      const before = failed.current.get(id) ?? 0;
      if (status === 'RUNNING') failed.current.set(id, jobsFailed);
      else failed.current.delete(id);
      return (status !== previousStatus && previousStatus !== null) || jobsFailed !== before;
    },
  };
}
