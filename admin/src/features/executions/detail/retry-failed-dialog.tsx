import { ConfirmDialog } from '../../../components/dialog.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { ExecutionRetryFailedDocument } from '../executions.generated.js';
import { texts } from '../texts.js';

const t = texts.retry;

export interface RetryFailedDialogProps {
  executionId: string;
  count: number;
  /** Only jobs that failed with this message. */
  errorMessage?: string;
  onClose: () => void;
}

export function RetryFailedDialog({ executionId, count, errorMessage, onClose }: RetryFailedDialogProps) {
  const [retry] = useAction(ExecutionRetryFailedDocument, (data) => data.retryFailedJobs);
  const confirm = async () =>
    reportDone(await retry({ id: executionId, errorMessage: errorMessage ?? null }), t.done(count));
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.title(count)}
      confirmLabel={t.confirm(count)}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-2">
        {errorMessage !== undefined && (
          <p>{t.withMessage(<q className="break-words font-mono text-xs">{errorMessage}</q>)}</p>
        )}
        <p>{t.about(count)}</p>
      </div>
    </ConfirmDialog>
  );
}
