import { useState } from 'react';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { formatInstant, VIEWER_ZONE } from '../../../lib/text/time.js';
import { toZonedText } from '../form/zoned-text.js';
import { firstPauseChoice, PauseFields, readPauseChoice } from '../pause-fields.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/dialogs.js';
import { ScheduleDetailPauseDocument, ScheduleDetailResumeDocument } from './schedule-detail.generated.js';
import type { ScheduleDialogProps } from './shown-schedule.js';

const t = texts.pause;

export function PauseDialog({
  schedule: { id, name, pausedUntil, pauseNote },
  onClose,
}: ScheduleDialogProps) {
  const isPaused = pausedUntil !== null && new Date(pausedUntil) > new Date();
  const [choice, setChoice] = useState(() =>
    isPaused
      ? { until: toZonedText(pausedUntil, VIEWER_ZONE), note: pauseNote ?? '' }
      : firstPauseChoice(new Date()),
  );
  const [pause] = useAction(ScheduleDetailPauseDocument, (data) => data.pauseSchedule);
  const [resume] = useAction(ScheduleDetailResumeDocument, (data) => data.resumeSchedule);

  async function submit() {
    const read = readPauseChoice(choice, new Date());
    if (read.kind === 'error') return read.error;
    return reportDone(await pause({ id, ...read.value }), {
      title: t.done(formatInstant(new Date(read.value.until))),
      action: { label: common.undo, run: () => void resume({ id }) },
    });
  }

  return (
    <DialogForm
      title={isPaused ? t.changeTitle(name) : t.title(name)}
      description={t.description}
      submitLabel={isPaused ? t.submitChange : t.submit}
      onSubmit={submit}
      onClose={onClose}
    >
      <PauseFields choice={choice} onChange={setChoice} />
    </DialogForm>
  );
}
