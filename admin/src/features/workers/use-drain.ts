import { toast } from '../../components/toast.js';
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
      const result = await drain({ id });
      if (result.kind === 'error') return result.error;
      toast({
        kind: 'success',
        title: activeJobs > 0 ? 'Draining: the worker finishes its active jobs' : 'Worker drained',
      });
      return undefined;
    },
    async undrain() {
      const result = await undrain({ id });
      if (result.kind === 'error') toast({ kind: 'error', title: result.error.message });
      else toast({ kind: 'success', title: 'Worker resumed' });
    },
  };
}
