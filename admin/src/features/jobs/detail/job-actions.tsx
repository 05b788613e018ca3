import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog.js';
import { ActionButton, type EntityAction, useEntityActions } from '../../../components/entity-actions.js';
import { reportDone, toast } from '../../../components/toast.js';
import { Ban, RotateCcw } from '../../../icons/lucide.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { useUrlState } from '../../../lib/url-state.js';
import { type JobAttemptRowFragment, JobCancelDocument, JobRetryDocument } from '../jobs.generated.js';

const RETRYABLE = ['FAILED', 'DEAD_LETTER', 'CANCELLED'];
const OPEN = ['PENDING', 'RUNNING'];

export function JobActions({ latest }: { latest: JobAttemptRowFragment }) {
  const { jobId, status } = latest;
  const [, change] = useUrlState();
  const [isCancelling, setCancelling] = useState(false);
  const [retry, isRetrying] = useAction(JobRetryDocument, (data) => data.retryJob);
  const [cancel] = useAction(JobCancelDocument, (data) => data.cancelJob);
  async function runRetry(): Promise<void> {
    const result = await retry({ jobId });
    if (result.kind === 'error') return toast({ kind: 'error', title: result.error.message });
    toast({ kind: 'success', title: `Queued attempt ${result.value.retryCount + 1}` });
    change({ attempt: undefined }, 'replace');
  }
  const again: EntityAction = {
    label: 'Retry',
    requires: 'OPERATOR',
    icon: RotateCcw,
    disabledReason: RETRYABLE.includes(status) ? undefined : 'Only failed or cancelled jobs can be retried.',
    isBusy: isRetrying,
    run: () => void runRetry(),
  };
  const stop: EntityAction = {
    label: 'Cancel job',
    requires: 'OPERATOR',
    icon: Ban,
    disabledReason: OPEN.includes(status) ? undefined : 'This job has finished.',
    run: () => setCancelling(true),
  };
  useEntityActions('Job', [again, stop]);

  return (
    <>
      <ActionButton action={again} />
      <ActionButton action={stop} variant="danger" />
      <ConfirmDialog
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        title="Cancel this job?"
        confirmLabel="Cancel job"
        dismissLabel="Back"
        isDanger
        onConfirm={async () => reportDone(await cancel({ jobId }), 'Job cancelled')}
      >
        {status === 'RUNNING'
          ? 'The agent is notified if it has a cancel URL. Later reports are refused.'
          : 'The job ends without being sent.'}{' '}
        In a pipeline, steps that depend on this job are skipped. The rest of the run continues.
      </ConfirmDialog>
    </>
  );
}
