import { useState } from 'react';
import { Button } from '../../components/button.js';
import { ConfirmDialog } from '../../components/dialog.js';
import { toast } from '../../components/toast.js';
import { Ban, RotateCcw } from '../../icons/lucide.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { JobsCancelDocument, JobsRetryDocument } from './jobs.generated.js';
import { texts } from './texts.js';

const t = texts.selected;

export interface SelectedJobsProps {
  jobIds: readonly string[];
  onDone: () => void;
}

export function SelectedJobs({ jobIds, onDone }: SelectedJobsProps) {
  const [open, setOpen] = useState<'retry' | 'cancel'>();
  const [retry] = useAction(JobsRetryDocument, (data) => data.retryJobs);
  const [cancel] = useAction(JobsCancelDocument, (data) => data.cancelJobs);
  const count = jobIds.length;

  async function confirm(): Promise<{ message: string } | undefined> {
    const chosen = { jobIds: [...jobIds], expectedCount: count };
    const result = open === 'retry' ? await retry(chosen) : await cancel(chosen);
    if (result.kind === 'error') return result.error;
    const { changed, refused } = result.value;
    const refusals = count - changed;
    toast({
      kind: refusals > 0 ? 'error' : 'success',
      title: open === 'retry' ? t.retried(changed) : t.cancelled(changed),
      ...(refused[0] && { description: t.refused(refusals, refused[0].message) }),
    });
    onDone();
    return undefined;
  }

  return (
    <>
      <Button size="sm" requires="OPERATOR" icon={RotateCcw} onClick={() => setOpen('retry')}>
        {t.retry}
      </Button>
      <Button size="sm" requires="OPERATOR" icon={Ban} onClick={() => setOpen('cancel')}>
        {t.cancel}
      </Button>
      <ConfirmDialog
        isOpen={open === 'retry'}
        onClose={() => setOpen(undefined)}
        title={t.retryTitle(count)}
        confirmLabel={t.retryConfirm(count)}
        onConfirm={confirm}
      >
        {t.retryHint}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'cancel'}
        onClose={() => setOpen(undefined)}
        title={t.cancelTitle(count)}
        confirmLabel={t.cancelConfirm(count)}
        dismissLabel={texts.common.back}
        isDanger
        onConfirm={confirm}
      >
        {t.cancelHint}
      </ConfirmDialog>
    </>
  );
}
