import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../components/dialog.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { texts } from '../texts/dialogs.js';
import { BackfillDialog } from './backfill-dialog.js';
import { HintDialog } from './hint-dialog.js';
import { PauseDialog } from './pause-dialog.js';
import { ScheduleDetailDeleteDocument } from './schedule-detail.generated.js';
import { PARENT } from './schedule-header.js';
import type { ScheduleDialogProps, ShownSchedule } from './shown-schedule.js';
import { TriggerDialog } from './trigger-dialog.js';
import type { ScheduleActions } from './use-schedule-actions.js';

const t = texts.remove;

const DIALOGS = {
  trigger: TriggerDialog,
  pause: PauseDialog,
  hint: HintDialog,
  backfill: BackfillDialog,
  delete: DeleteDialog,
};

export function ScheduleDialogs({
  schedule,
  actions,
}: {
  schedule: ShownSchedule;
  actions: ScheduleActions;
}) {
  const Open = actions.dialog && DIALOGS[actions.dialog];
  return Open && <Open schedule={schedule} onClose={actions.closeDialog} />;
}

function DeleteDialog({ schedule, onClose }: ScheduleDialogProps) {
  const { id, name, nextRunAt, enabled, activeExecution } = schedule;
  const navigate = useNavigate();
  const [remove] = useAction(ScheduleDetailDeleteDocument, (data) => data.deleteSchedule);

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.title(name)}
      confirmLabel={t.confirm}
      isDanger
      onConfirm={async () =>
        reportDone(await remove({ id }), t.done(name), () => navigate({ to: PARENT.to, replace: true }))
      }
    >
      <ul className="list-disc pl-4">
        <li>{enabled && nextRunAt ? t.noMoreRuns : t.noUndo}</li>
        <li>{t.runsRemain}</li>
        {activeExecution && <li>{t.currentRun}</li>}
        <li>{t.webhooks}</li>
      </ul>
    </ConfirmDialog>
  );
}
