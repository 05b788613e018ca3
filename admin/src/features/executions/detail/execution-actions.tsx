import { Ban, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { ConfirmDialog } from '../../../components/dialog.js';
import { toast } from '../../../components/toast.js';
import { useCommands } from '../../../lib/commands.js';
import { useAction } from '../../../lib/use-action.js';
import { useRefusal } from '../../../lib/viewer.js';
import { endedOf, isOpen, jobsWord } from '../execution-words.js';
import { ExecutionCancelDocument } from '../executions.generated.js';
import { RetryFailedDialog } from './retry-failed-dialog.js';
import type { ExecutionDetail } from './shown-execution.js';

/** What can be done with an execution as a whole. */
export function ExecutionActions({ execution }: { execution: ExecutionDetail }) {
  const { id, jobsCreated, jobsFailed } = execution;
  const [open, setOpen] = useState<'cancel' | 'retry'>();
  const [cancel] = useAction(ExecutionCancelDocument, (data) => data.cancelScheduleExecution);
  const refusal = useRefusal('OPERATOR');
  const noCancel =
    refusal ??
    (execution.cancelRequestedAt && isOpen(execution)
      ? 'This run is already being cancelled.'
      : isOpen(execution)
        ? undefined
        : 'This run has finished.');
  const noRetry = refusal ?? (jobsFailed > 0 ? undefined : 'This run has no failed jobs.');

  useCommands([
    {
      id: 'cancel execution',
      label: 'Cancel run',
      disabledReason: noCancel,
      run: () => setOpen('cancel'),
    },
    {
      id: 'retry failed',
      label: 'Retry failed jobs',
      disabledReason: noRetry,
      run: () => setOpen('retry'),
    },
  ]);

  async function confirmCancel(): Promise<{ message: string } | undefined> {
    const result = await cancel({ id });
    if (result.kind === 'error') return result.error;
    toast({ kind: 'success', title: 'Run cancelled' });
    return undefined;
  }

  const left = jobsCreated - endedOf(execution);
  return (
    <>
      <Button
        disabledReason={noRetry}
        icon={<RotateCcw aria-hidden="true" className="size-3.5" />}
        onClick={() => setOpen('retry')}
      >
        Retry failed{jobsFailed > 0 && ` (${jobsFailed.toLocaleString('en')})`}
      </Button>
      <Button
        variant="danger"
        disabledReason={noCancel}
        icon={<Ban aria-hidden="true" className="size-3.5" />}
        onClick={() => setOpen('cancel')}
      >
        Cancel run
      </Button>
      <ConfirmDialog
        isOpen={open === 'cancel'}
        onClose={() => setOpen(undefined)}
        title="Cancel this run?"
        confirmLabel="Cancel run"
        dismissLabel="Back"
        isDanger
        onConfirm={confirmCancel}
      >
        {jobsCreated === 0
          ? 'No jobs exist yet, and none will be created.'
          : `Cancels ${jobsWord(left)} of ${jobsCreated.toLocaleString('en')}. Agents with a cancel URL are notified of running attempts.`}
      </ConfirmDialog>
      {open === 'retry' && (
        <RetryFailedDialog executionId={id} count={jobsFailed} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
