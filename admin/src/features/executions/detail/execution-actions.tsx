import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog.js';
import { ActionButton, type EntityAction, useEntityActions } from '../../../components/entity-actions.js';
import { reportDone } from '../../../components/toast.js';
import { Ban, RotateCcw } from '../../../icons/lucide.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { endedOf } from '../../../lib/run-counters.js';
import { isOpen } from '../execution-words.js';
import { ExecutionCancelDocument } from '../executions.generated.js';
import { texts } from '../texts.js';
import { RetryFailedDialog } from './retry-failed-dialog.js';
import type { ExecutionDetail } from './shown-execution.js';

const t = texts.actions;

/** Actions on a whole run. */
export function ExecutionActions({ execution }: { execution: ExecutionDetail }) {
  const { id, jobsCreated, jobsFailed } = execution;
  const [open, setOpen] = useState<'cancel' | 'retry'>();
  const [cancel] = useAction(ExecutionCancelDocument, (data) => data.cancelScheduleExecution);
  const retry: EntityAction = {
    label: jobsFailed > 0 ? t.retryFailedCount(jobsFailed) : t.retryFailed,
    requires: 'OPERATOR',
    icon: RotateCcw,
    disabledReason: jobsFailed > 0 ? undefined : t.noneFailed,
    run: () => setOpen('retry'),
  };
  const stop: EntityAction = {
    label: t.cancel,
    requires: 'OPERATOR',
    icon: Ban,
    disabledReason: isOpen(execution)
      ? (execution.cancelRequestedAt && t.isCancelling) || undefined
      : t.finished,
    run: () => setOpen('cancel'),
  };
  useEntityActions(texts.common.run, [stop, retry]);

  const left = jobsCreated - endedOf(execution);
  return (
    <>
      <ActionButton action={retry} />
      <ActionButton action={stop} variant="danger" />
      <ConfirmDialog
        isOpen={open === 'cancel'}
        onClose={() => setOpen(undefined)}
        title={t.cancelTitle}
        confirmLabel={t.cancel}
        dismissLabel={texts.common.back}
        isDanger
        onConfirm={async () => reportDone(await cancel({ id }), t.cancelled)}
      >
        {jobsCreated === 0 ? t.cancelEmpty : t.cancelHint(left, jobsCreated)}
      </ConfirmDialog>
      {open === 'retry' && (
        <RetryFailedDialog executionId={id} count={jobsFailed} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
