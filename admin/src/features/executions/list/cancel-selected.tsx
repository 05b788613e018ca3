import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { ConfirmDialog } from '../../../components/dialog.js';
import { toast } from '../../../components/toast.js';
import { Ban } from '../../../icons/lucide.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { ExecutionsCancelDocument } from '../executions.generated.js';
import { texts } from '../texts.js';

const t = texts.cancelSelected;

export interface CancelSelectedProps {
  ids: readonly string[];
  onDone: () => void;
}

/** Cancels the selected runs that have not ended. Their number is queried first. */
export function CancelSelected({ ids, onDone }: CancelSelectedProps) {
  const [run, isRunning] = useAction(ExecutionsCancelDocument, (data) => data.cancelScheduleExecutions);
  const [matched, setMatched] = useState<number>();

  async function ask(): Promise<void> {
    const result = await run({ ids: [...ids], dryRun: true });
    if (result.kind === 'error') toast({ kind: 'error', title: result.error.message });
    else if (result.value.matched > 0) setMatched(result.value.matched);
    else {
      setMatched(undefined);
      toast({ title: t.allFinished });
    }
  }
  async function confirm(): Promise<{ message: string } | undefined> {
    const result = await run({ ids: [...ids], expectedCount: matched });
    if (result.kind === 'error') {
      // The count has changed: the next attempt uses the new one.
      if (result.error.code === 'CONFLICT') await ask();
      return result.error;
    }
    const { changed, refused } = result.value;
    toast({
      kind: refused.length > 0 ? 'error' : 'success',
      title: t.cancelled(changed),
      ...(refused[0] && { description: t.refused(refused.length, refused[0].message) }),
    });
    onDone();
    return undefined;
  }
  return (
    <>
      <Button
        size="sm"
        requires="OPERATOR"
        isBusy={isRunning && matched === undefined}
        icon={Ban}
        onClick={() => void ask()}
      >
        {t.button}
      </Button>
      <ConfirmDialog
        isOpen={matched !== undefined}
        onClose={() => setMatched(undefined)}
        title={t.title(matched ?? 0)}
        confirmLabel={t.confirm(matched ?? 0)}
        dismissLabel={texts.common.back}
        isDanger
        onConfirm={confirm}
      >
        {t.about(matched ?? 0, ids.length)}
      </ConfirmDialog>
    </>
  );
}
