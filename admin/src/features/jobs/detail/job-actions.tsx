import { Ban, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { ConfirmDialog } from '../../../components/dialog.js';
import { toast } from '../../../components/toast.js';
import { useCommands } from '../../../lib/commands.js';
import { useUrlState } from '../../../lib/url-state.js';
import { useAction } from '../../../lib/use-action.js';
import { useRefusal } from '../../../lib/viewer.js';
import { type JobAttemptRowFragment, JobCancelDocument, JobRetryDocument } from '../jobs.generated.js';

const RETRYABLE = ['FAILED', 'DEAD_LETTER', 'CANCELLED'];
const OPEN = ['PENDING', 'RUNNING'];

export function JobActions({ latest }: { latest: JobAttemptRowFragment }) {
  const { jobId, status } = latest;
  const [, change] = useUrlState();
  const [isCancelling, setCancelling] = useState(false);
  const [retry, isRetrying] = useAction(JobRetryDocument, (data) => data.retryJob);
  const [cancel] = useAction(JobCancelDocument, (data) => data.cancelJob);
  const refusal = useRefusal('OPERATOR');
  const noRetry =
    refusal ?? (RETRYABLE.includes(status) ? undefined : 'Only failed or cancelled jobs can be retried.');
  const noCancel = refusal ?? (OPEN.includes(status) ? undefined : 'This job has finished.');

  async function runRetry(): Promise<void> {
    const result = await retry({ jobId });
    if (result.kind === 'error') return toast({ kind: 'error', title: result.error.message });
    toast({ kind: 'success', title: `Queued attempt ${result.value.retryCount + 1}` });
    change({ attempt: undefined }, 'replace');
  }
  async function confirmCancel(): Promise<{ message: string } | undefined> {
    const result = await cancel({ jobId });
    if (result.kind === 'error') return result.error;
    toast({ kind: 'success', title: 'Job cancelled' });
    return undefined;
  }
  useCommands([
    { id: 'retry job', label: 'Retry job', disabledReason: noRetry, run: () => void runRetry() },
    { id: 'cancel job', label: 'Cancel job', disabledReason: noCancel, run: () => setCancelling(true) },
  ]);

  return (
    <>
      <Button
        disabledReason={noRetry}
        isBusy={isRetrying}
        icon={<RotateCcw aria-hidden="true" className="size-3.5" />}
        onClick={() => void runRetry()}
      >
        Retry
      </Button>
      <Button
        variant="danger"
        disabledReason={noCancel}
        icon={<Ban aria-hidden="true" className="size-3.5" />}
        onClick={() => setCancelling(true)}
      >
        Cancel job
      </Button>
      <ConfirmDialog
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        title="Cancel this job?"
        confirmLabel="Cancel job"
        dismissLabel="Back"
        isDanger
        onConfirm={confirmCancel}
      >
        {status === 'RUNNING'
          ? 'The agent is notified if it has a cancel URL. Later reports are refused.'
          : 'The job ends without being sent.'}{' '}
        In a pipeline, steps that depend on this job are skipped. The rest of the run continues.
      </ConfirmDialog>
    </>
  );
}
