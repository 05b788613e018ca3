import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog.js';
import { ActionButton, type EntityAction, useEntityActions } from '../../../components/entity-actions.js';
import { reportDone } from '../../../components/toast.js';
import { Ban, RotateCcw } from '../../../icons/lucide.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { endedOf } from '../../../lib/run-counters.js';
import { counted } from '../../../lib/text/count-text.js';
import { isOpen } from '../execution-words.js';
import { ExecutionCancelDocument } from '../executions.generated.js';
import { RetryFailedDialog } from './retry-failed-dialog.js';
import type { ExecutionDetail } from './shown-execution.js';

/** Actions on a whole run. */
export function ExecutionActions({ execution }: { execution: ExecutionDetail }) {
  const { id, jobsCreated, jobsFailed } = execution;
  const [open, setOpen] = useState<'cancel' | 'retry'>();
  const [cancel] = useAction(ExecutionCancelDocument, (data) => data.cancelScheduleExecution);
  const count = jobsFailed > 0 ? ` (${jobsFailed.toLocaleString('en')})` : '';
  const retry: EntityAction = {
    label: `Retry failed${count}`,
    requires: 'OPERATOR',
    icon: RotateCcw,
    disabledReason: jobsFailed > 0 ? undefined : 'This run has no failed jobs.',
    run: () => setOpen('retry'),
  };
  const stop: EntityAction = {
    label: 'Cancel run',
    requires: 'OPERATOR',
    icon: Ban,
    disabledReason: isOpen(execution)
      ? (execution.cancelRequestedAt && 'This run is already being cancelled.') || undefined
      : 'This run has finished.',
    run: () => setOpen('cancel'),
  };
  useEntityActions('Run', [stop, retry]);

  const left = jobsCreated - endedOf(execution);
  return (
    <>
      <ActionButton action={retry} />
      <ActionButton action={stop} variant="danger" />
      <ConfirmDialog
        isOpen={open === 'cancel'}
        onClose={() => setOpen(undefined)}
        title="Cancel this run?"
        confirmLabel="Cancel run"
        dismissLabel="Back"
        isDanger
        onConfirm={async () => reportDone(await cancel({ id }), 'Run cancelled')}
      >
        {jobsCreated === 0
          ? 'No jobs exist yet, and none will be created.'
          : `Cancels ${counted(left, 'job')} of ${jobsCreated.toLocaleString('en')}. Agents with a cancel URL are notified of running attempts.`}
      </ConfirmDialog>
      {open === 'retry' && (
        <RetryFailedDialog executionId={id} count={jobsFailed} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
