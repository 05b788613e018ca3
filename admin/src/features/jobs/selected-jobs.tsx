import { ConfirmButton } from '../../components/confirm-button.js';
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
  const [retry] = useAction(JobsRetryDocument, (data) => data.retryJobs);
  const [cancel] = useAction(JobsCancelDocument, (data) => data.cancelJobs);
  const count = jobIds.length;

  async function confirm(
    act: typeof retry | typeof cancel,
    done: (count: number) => string,
  ): Promise<{ message: string } | undefined> {
    const result = await act({ jobIds: [...jobIds], expectedCount: count });
    if (result.kind === 'error') return result.error;
    const { changed, refused } = result.value;
    const refusals = count - changed;
    toast({
      kind: refusals > 0 ? 'error' : 'success',
      title: done(changed),
      ...(refused[0] && { description: t.refused(refusals, refused[0].message) }),
    });
    onDone();
    return undefined;
  }

  return (
    <>
      <ConfirmButton
        label={t.retry}
        size="sm"
        requires="OPERATOR"
        icon={RotateCcw}
        title={t.retryTitle(count)}
        confirmLabel={t.retryConfirm(count)}
        onConfirm={() => confirm(retry, t.retried)}
      >
        {t.retryHint}
      </ConfirmButton>
      <ConfirmButton
        label={t.cancel}
        size="sm"
        requires="OPERATOR"
        icon={Ban}
        title={t.cancelTitle(count)}
        confirmLabel={t.cancelConfirm(count)}
        dismissLabel={texts.common.back}
        isDanger
        onConfirm={() => confirm(cancel, t.cancelled)}
      >
        {t.cancelHint}
      </ConfirmButton>
    </>
  );
}
