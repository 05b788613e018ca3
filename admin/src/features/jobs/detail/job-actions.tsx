import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog.js';
import { ActionButton, type EntityAction, useEntityActions } from '../../../components/entity-actions.js';
import { reportDone, toast } from '../../../components/toast.js';
import { Ban, RotateCcw } from '../../../icons/lucide.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { useUrlState } from '../../../lib/url-state.js';
import { OPEN, RETRYABLE } from '../job-words.js';
import { type JobAttemptRowFragment, JobCancelDocument, JobRetryDocument } from '../jobs.generated.js';
import { texts } from '../texts.js';

const t = texts.actions;

export function JobActions({ latest }: { latest: JobAttemptRowFragment }) {
  const { jobId, status } = latest;
  const [, change] = useUrlState();
  const [isCancelling, setCancelling] = useState(false);
  const [retry, isRetrying] = useAction(JobRetryDocument, (data) => data.retryJob);
  const [cancel] = useAction(JobCancelDocument, (data) => data.cancelJob);
  async function runRetry(): Promise<void> {
    const result = await retry({ jobId });
    if (result.kind === 'error') return toast({ kind: 'error', title: result.error.message });
    toast({ kind: 'success', title: t.queued(result.value.retryCount + 1) });
    change({ attempt: undefined }, 'replace');
  }
  const again: EntityAction = {
    label: t.retry,
    requires: 'OPERATOR',
    icon: RotateCcw,
    disabledReason: RETRYABLE.includes(status) ? undefined : t.notRetryable,
    isBusy: isRetrying,
    run: () => void runRetry(),
  };
  const stop: EntityAction = {
    label: t.cancel,
    requires: 'OPERATOR',
    icon: Ban,
    disabledReason: OPEN.includes(status) ? undefined : t.finished,
    run: () => setCancelling(true),
  };
  useEntityActions(texts.common.job, [again, stop]);

  return (
    <>
      <ActionButton action={again} />
      <ActionButton action={stop} variant="danger" />
      <ConfirmDialog
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        title={t.cancelTitle}
        confirmLabel={t.cancel}
        dismissLabel={texts.common.back}
        isDanger
        onConfirm={async () => reportDone(await cancel({ jobId }), t.cancelled)}
      >
        {status === 'RUNNING' ? t.cancelRunning : t.cancelQueued}
      </ConfirmDialog>
    </>
  );
}
