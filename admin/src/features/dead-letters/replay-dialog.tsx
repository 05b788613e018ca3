import { useRef, useState } from 'react';
import { Button } from '../../components/button.js';
import { ConfirmDialog, Dialog } from '../../components/dialog.js';
import { toast } from '../../components/toast.js';
import { useCountedChange } from '../../components/use-counted-change.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { JobsRetryDocument } from '../jobs/jobs.generated.js';
import { type DeadLetterFilter, DeadLetterRetryMatchingDocument } from './dead-letters.generated.js';
import { texts } from './texts.js';

const t = texts.dialog;

/** The jobs to replay: the given ones, or all that match. */
export type Replay =
  | { kind: 'jobs'; jobIds: readonly string[] }
  | { kind: 'matching'; filter: DeadLetterFilter; what: string };

/** More jobs need several replays. */
const AT_ONCE = 10_000;

export interface ReplayDialogProps {
  replay: Replay;
  onClose: () => void;
  /** Called after jobs were replayed. */
  onDone: () => void;
}

interface Outcome {
  changed: number;
  refused: readonly { id: string; message: string }[];
}

/** Shows the server's count of jobs before the replay, and the result after it. */
export function ReplayDialog({ replay, onClose, onDone }: ReplayDialogProps) {
  const [retryJobs] = useAction(JobsRetryDocument, (data) => data.retryJobs);
  const [retryMatching] = useAction(DeadLetterRetryMatchingDocument, (data) => data.retryDeadLetters);
  const [outcome, setOutcome] = useState<Outcome>();
  const selected = replay.kind === 'jobs' ? replay.jobIds.length : undefined;
  /** Jobs were refused, so the dialog shows the result. */
  const hasRefused = useRef(false);

  const { matched, problem, confirm } = useCountedChange((how) => {
    if (replay.kind === 'jobs') return retryJobs({ jobIds: [...replay.jobIds], ...how });
    const { filter } = replay;
    return retryMatching({ filter, all: Object.keys(filter).length === 0, ...how });
  }, t.counting);

  function showOutcome({ changed, refused }: Outcome): void {
    onDone();
    hasRefused.current = refused.length > 0;
    if (hasRefused.current) setOutcome({ changed, refused });
    else toast({ kind: 'success', title: t.replayed(changed) });
  }

  if (outcome) return <OutcomeDialog outcome={outcome} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      onClose={() => hasRefused.current || onClose()}
      title={t.title(matched)}
      confirmLabel={t.confirm(matched)}
      onConfirm={() => confirm(showOutcome)}
    >
      <p>
        {replay.kind === 'matching' ? replay.what : t.selected(replay.jobIds.length)}{' '}
        {t.consequence(matched ?? selected)}
      </p>
      {matched !== undefined && matched > AT_ONCE && <p className="mt-2">{t.onlyOldest(AT_ONCE)}</p>}
      {problem && (
        <p role="alert" className="mt-2 text-red">
          {problem}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** The jobs that were not replayed, grouped by reason. */
function OutcomeDialog({
  outcome: { changed, refused },
  onClose,
}: {
  outcome: Outcome;
  onClose: () => void;
}) {
  const reasons = new Map<string, number>();
  for (const { message } of refused) reasons.set(message, (reasons.get(message) ?? 0) + 1);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.outcome(changed, refused.length)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <ul className="divide-y rounded-md border">
        {[...reasons].map(([message, count]) => (
          <li key={message} className="flex gap-3 px-3 py-1.5">
            <span className="min-w-6 shrink-0 text-right font-medium text-red">
              {count.toLocaleString('en')}
            </span>
            <span className="min-w-0">{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
