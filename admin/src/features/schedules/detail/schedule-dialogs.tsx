import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../components/dialog.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { BackfillDialog } from './backfill-dialog.js';
import { HintDialog } from './hint-dialog.js';
import { PauseDialog } from './pause-dialog.js';
import { ScheduleDetailDeleteDocument } from './schedule-detail.generated.js';
import { PARENT } from './schedule-header.js';
import type { ScheduleDialogProps, ShownSchedule } from './shown-schedule.js';
import { TriggerDialog } from './trigger-dialog.js';
import type { ScheduleActions } from './use-schedule-actions.js';

const DIALOGS = {
  trigger: TriggerDialog,
  pause: PauseDialog,
  hint: HintDialog,
  backfill: BackfillDialog,
  delete: DeleteDialog,
};

/** The open dialog. */
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
      title={`Delete ${name}?`}
      confirmLabel="Delete schedule"
      isDanger
      onConfirm={async () => reportDone(await remove({ id }), `Deleted ${name}`, () => navigate(PARENT))}
    >
      <ul className="list-disc pl-4">
        <li>
          {enabled && nextRunAt
            ? 'The schedule will not run again. This cannot be undone.'
            : 'This cannot be undone.'}
        </li>
        <li>Past runs remain listed under Runs.</li>
        {activeExecution && <li>The current run continues.</li>}
        <li>Webhooks that trigger it will be refused.</li>
      </ul>
    </ConfirmDialog>
  );
}
