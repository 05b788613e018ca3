import { ConfirmButton } from '../../components/confirm-button.js';
import { toast } from '../../components/toast.js';
import { Ban, RotateCcw } from '../../icons/lucide.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { OPEN, RETRYABLE } from './job-words.js';
import { type JobStatus, JobsCancelDocument, JobsRetryDocument } from './jobs.generated.js';
import { texts } from './texts.js';

const t = texts.selected;

export interface SelectedJob {
  jobId: string;
  /** Undefined if only an earlier attempt is known. Then the server decides what is possible. */
  status: JobStatus | undefined;
}

export interface SelectedJobsProps {
  /** One for each job. */
  jobs: readonly SelectedJob[];
  onDone: () => void;
}

const idsOf = (jobs: readonly SelectedJob[], statuses: readonly JobStatus[]) =>
  jobs.flatMap(({ jobId, status }) => (!status || statuses.includes(status) ? [jobId] : []));

/** Changes those of the selected jobs that can be changed, and says how many they are. */
export function SelectedJobs({ jobs, onDone }: SelectedJobsProps) {
  const [retry] = useAction(JobsRetryDocument, (data) => data.retryJobs);
  const [cancel] = useAction(JobsCancelDocument, (data) => data.cancelJobs);
  const retried = idsOf(jobs, RETRYABLE);
  const cancelled = idsOf(jobs, OPEN);

  async function confirm(
    jobIds: readonly string[],
    act: typeof retry | typeof cancel,
    done: (count: number) => string,
  ): Promise<{ message: string } | undefined> {
    const result = await act({ jobIds: [...jobIds], expectedCount: jobIds.length });
    if (result.kind === 'error') return result.error;
    const { changed, refused } = result.value;
    const refusals = jobIds.length - changed;
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
        disabledReason={retried.length > 0 ? undefined : texts.actions.notRetryable}
        title={t.retryTitle(retried.length)}
        confirmLabel={t.retryConfirm(retried.length)}
        onConfirm={() => confirm(retried, retry, t.retried)}
      >
        {t.retryAbout(retried.length, jobs.length)}
      </ConfirmButton>
      <ConfirmButton
        label={t.cancel}
        size="sm"
        requires="OPERATOR"
        icon={Ban}
        disabledReason={cancelled.length > 0 ? undefined : t.allFinished}
        title={t.cancelTitle(cancelled.length)}
        confirmLabel={t.cancelConfirm(cancelled.length)}
        dismissLabel={texts.common.back}
        isDanger
        onConfirm={() => confirm(cancelled, cancel, t.cancelled)}
      >
        {t.cancelAbout(cancelled.length, jobs.length)}
      </ConfirmButton>
    </>
  );
}
