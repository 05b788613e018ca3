import { Ban } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { ConfirmDialog } from '../../../components/dialog.js';
import { toast } from '../../../components/toast.js';
import { useAction } from '../../../lib/use-action.js';
import { ExecutionsCancelDocument } from '../executions.generated.js';

export interface CancelSelectedProps {
  ids: readonly string[];
  onDone: () => void;
}

/** Cancels those that are not over; how many these are is asked first. */
export function CancelSelected({ ids, onDone }: CancelSelectedProps) {
  const [run, isRunning] = useAction(ExecutionsCancelDocument, (data) => data.cancelScheduleExecutions);
  const [matched, setMatched] = useState<number>();

  async function ask(): Promise<void> {
    const counted = await run({ ids: [...ids], dryRun: true });
    if (counted.kind === 'error') toast({ kind: 'error', title: counted.error.message });
    else if (counted.value.matched === 0)
      toast({ title: 'All of these are over: there is nothing to cancel.' });
    else setMatched(counted.value.matched);
  }
  async function confirm(): Promise<{ message: string } | undefined> {
    const result = await run({ ids: [...ids], expectedCount: matched });
    if (result.kind === 'error') return result.error;
    const { changed, refused } = result.value;
    toast({
      kind: refused.length > 0 ? 'error' : 'success',
      title: `${executionsWord(changed)} cancelled`,
      ...(refused[0] && { description: `${refused.length} refused: ${refused[0].message}` }),
    });
    onDone();
    return undefined;
  }
  const words = executionsWord(matched ?? 0);
  return (
    <>
      <Button
        size="sm"
        requires="OPERATOR"
        isBusy={isRunning && matched === undefined}
        icon={<Ban aria-hidden="true" className="size-3.5" />}
        onClick={() => void ask()}
      >
        Cancel…
      </Button>
      <ConfirmDialog
        isOpen={matched !== undefined}
        onClose={() => setMatched(undefined)}
        title={`Cancel ${words}?`}
        confirmLabel={`Cancel ${words}`}
        isDanger
        onConfirm={confirm}
      >
        Of {ids.length} selected, {matched === 1 ? '1 is' : `${matched} are`} not over. What waits ends now;
        agents at work are told, where they have a cancel URL.
      </ConfirmDialog>
    </>
  );
}

function executionsWord(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'execution' : 'executions'}`;
}
