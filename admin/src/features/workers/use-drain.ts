import { reportDone, reportResult } from '../../components/toast.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { WorkerDrainDocument, type WorkerRowFragment, WorkerUndrainDocument } from './workers.generated.js';

export interface Drain {
  /** Returns the message of a refusal. */
  drain: () => Promise<{ message: string } | undefined>;
  undrain: () => Promise<void>;
  isBusy: boolean;
}

export function useDrain({ id, activeJobs }: Pick<WorkerRowFragment, 'id' | 'activeJobs'>): Drain {
  const [drain, isDraining] = useAction(WorkerDrainDocument, (data) => data.drainWorker);
  const [undrain, isUndraining] = useAction(WorkerUndrainDocument, (data) => data.undrainWorker);
  return {
    isBusy: isDraining || isUndraining,
    async drain() {
      const done = activeJobs > 0 ? 'Draining: the worker finishes its active jobs' : 'Worker drained';
      return reportDone(await drain({ id }), done);
    },
    async undrain() {
      reportResult(await undrain({ id }), 'Worker resumed');
    },
  };
}
