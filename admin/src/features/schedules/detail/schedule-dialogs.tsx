import { BackfillDialog } from './backfill-dialog.js';
import { DeleteDialog } from './delete-dialog.js';
import { HintDialog } from './hint-dialog.js';
import { PauseDialog } from './pause-dialog.js';
import type { ShownSchedule } from './shown-schedule.js';
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
