import { ConfirmDialog } from '../../../components/dialog.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { counted } from '../../../lib/text/count-text.js';
import { ExecutionRetryFailedDocument } from '../executions.generated.js';

export interface RetryFailedDialogProps {
  executionId: string;
  /** Number of failed jobs. */
  count: number;
  /** Only jobs that failed with this message. */
  errorMessage?: string;
  onClose: () => void;
}

export function RetryFailedDialog({ executionId, count, errorMessage, onClose }: RetryFailedDialogProps) {
  const [retry] = useAction(ExecutionRetryFailedDocument, (data) => data.retryFailedJobs);
  const confirm = async () =>
    reportDone(
      await retry({ id: executionId, errorMessage: errorMessage ?? null }),
      `Retrying ${counted(count, 'job')}`,
    );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Retry ${counted(count, 'job')}?`}
      confirmLabel={`Retry ${counted(count, 'job')}`}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-2">
        {errorMessage !== undefined && (
          <p>
            Jobs that failed with <q className="break-words font-mono text-xs">{errorMessage}</q>
          </p>
        )}
        <p>
          Each job gets a new attempt with all its retries. Completed jobs are kept. In a pipeline, steps that
          were skipped because of a failed job are queued again.
        </p>
      </div>
    </ConfirmDialog>
  );
}
