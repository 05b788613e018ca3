import { useState } from 'react';
import { Button } from '../../components/button.js';
import { ConfirmDialog } from '../../components/dialog.js';
import { toast } from '../../components/toast.js';
import { Ban, RotateCcw } from '../../icons/lucide.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { counted } from '../../lib/text/count-text.js';
import { JobsCancelDocument, JobsRetryDocument } from './jobs.generated.js';

export interface SelectedJobsProps {
  jobIds: readonly string[];
  onDone: () => void;
}

/** Actions on the selected jobs. */
export function SelectedJobs({ jobIds, onDone }: SelectedJobsProps) {
  const [open, setOpen] = useState<'retry' | 'cancel'>();
  const [retry] = useAction(JobsRetryDocument, (data) => data.retryJobs);
  const [cancel] = useAction(JobsCancelDocument, (data) => data.cancelJobs);
  const words = counted(jobIds.length, 'job');

  async function confirm(): Promise<{ message: string } | undefined> {
    const chosen = { jobIds: [...jobIds], expectedCount: jobIds.length };
    const result = open === 'retry' ? await retry(chosen) : await cancel(chosen);
    if (result.kind === 'error') return result.error;
    const { changed, refused } = result.value;
    const done = open === 'retry' ? 'queued for retry' : 'cancelled';
    const refusals = jobIds.length - changed;
    toast({
      kind: refusals > 0 ? 'error' : 'success',
      title: `${counted(changed, 'job')} ${done}`,
      ...(refused[0] && { description: `${refusals.toLocaleString('en')} refused: ${refused[0].message}` }),
    });
    onDone();
    return undefined;
  }

  return (
    <>
      <Button size="sm" requires="OPERATOR" icon={RotateCcw} onClick={() => setOpen('retry')}>
        Retry…
      </Button>
      <Button size="sm" requires="OPERATOR" icon={Ban} onClick={() => setOpen('cancel')}>
        Cancel…
      </Button>
      <ConfirmDialog
        isOpen={open === 'retry'}
        onClose={() => setOpen(undefined)}
        title={`Retry ${words}?`}
        confirmLabel={`Retry ${words}`}
        onConfirm={confirm}
      >
        Failed and cancelled jobs get a new attempt with all their retries. Other jobs are not changed.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'cancel'}
        onClose={() => setOpen(undefined)}
        title={`Cancel ${words}?`}
        confirmLabel={`Cancel ${words}`}
        dismissLabel="Back"
        isDanger
        onConfirm={confirm}
      >
        Queued and running jobs are cancelled, and agents with a cancel URL are notified. Finished jobs are
        not changed.
      </ConfirmDialog>
    </>
  );
}
