import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { ConfirmDialog } from '../../../components/dialog.js';
import { toast } from '../../../components/toast.js';
import { Ban } from '../../../icons/lucide.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { counted } from '../../../lib/text/count-text.js';
import { ExecutionsCancelDocument } from '../executions.generated.js';

export interface CancelSelectedProps {
  ids: readonly string[];
  onDone: () => void;
}

/** Cancels the selected runs that have not ended. Their number is queried first. */
export function CancelSelected({ ids, onDone }: CancelSelectedProps) {
  const [run, isRunning] = useAction(ExecutionsCancelDocument, (data) => data.cancelScheduleExecutions);
  const [matched, setMatched] = useState<number>();

  async function ask(): Promise<void> {
    const counted = await run({ ids: [...ids], dryRun: true });
    if (counted.kind === 'error') toast({ kind: 'error', title: counted.error.message });
    else if (counted.value.matched === 0) toast({ title: 'All selected runs have finished.' });
    else setMatched(counted.value.matched);
  }
  async function confirm(): Promise<{ message: string } | undefined> {
    const result = await run({ ids: [...ids], expectedCount: matched });
    if (result.kind === 'error') return result.error;
    const { changed, refused } = result.value;
    toast({
      kind: refused.length > 0 ? 'error' : 'success',
      title: `Cancelled ${counted(changed, 'run')}`,
      ...(refused[0] && { description: `${refused.length} refused: ${refused[0].message}` }),
    });
    onDone();
    return undefined;
  }
  const words = counted(matched ?? 0, 'run');
  return (
    <>
      <Button
        size="sm"
        requires="OPERATOR"
        isBusy={isRunning && matched === undefined}
        icon={Ban}
        onClick={() => void ask()}
      >
        Cancel…
      </Button>
      <ConfirmDialog
        isOpen={matched !== undefined}
        onClose={() => setMatched(undefined)}
        title={`Cancel ${words}?`}
        confirmLabel={`Cancel ${words}`}
        dismissLabel="Back"
        isDanger
        onConfirm={confirm}
      >
        {matched} of {ids.length} selected {ids.length === 1 ? 'run' : 'runs'}{' '}
        {matched === 1 ? 'has' : 'have'} not finished. Queued jobs are cancelled; agents with a cancel URL are
        notified of running attempts.
      </ConfirmDialog>
    </>
  );
}
