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
      ? 'It is being cancelled already.'
      : isOpen(execution)
        ? undefined
        : 'It is over: there is nothing to cancel.');
  const noRetry = refusal ?? (jobsFailed > 0 ? undefined : 'No job of it has failed for good.');

  useCommands([
    {
      id: 'cancel execution',
      label: 'Cancel this execution',
      disabledReason: noCancel,
      run: () => setOpen('cancel'),
    },
    {
      id: 'retry failed',
      label: 'Retry its failed jobs',
      disabledReason: noRetry,
      run: () => setOpen('retry'),
    },
  ]);

  async function confirmCancel(): Promise<{ message: string } | undefined> {
    const result = await cancel({ id });
    if (result.kind === 'error') return result.error;
    toast({ kind: 'success', title: 'The execution is cancelled' });
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
        Cancel
      </Button>
      <ConfirmDialog
        isOpen={open === 'cancel'}
        onClose={() => setOpen(undefined)}
        title="Cancel this execution?"
        confirmLabel="Cancel the execution"
        isDanger
        onConfirm={confirmCancel}
      >
        {jobsCreated === 0
          ? 'It has no jobs yet, and none will be created.'
          : `${jobsWord(left)} of ${jobsCreated.toLocaleString('en')} ${left === 1 ? 'is' : 'are'} not over: what waits ends now, and agents at work are told, where they have a cancel URL.`}
      </ConfirmDialog>
      {open === 'retry' && (
        <RetryFailedDialog executionId={id} count={jobsFailed} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
