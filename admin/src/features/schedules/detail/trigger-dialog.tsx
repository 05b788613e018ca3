import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Callout } from '../../../components/callout.js';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { toast } from '../../../components/toast.js';
import { type ActionError, useAction } from '../../../lib/graphql/use-action.js';
import { linkTo } from '../../../lib/link-to.js';
import { texts } from '../texts/dialogs.js';
import { OverrideFields, ownParams, readOverride } from './params-override.js';
import { useRunOptions } from './run-options.js';
import { ScheduleDetailTriggerDocument } from './schedule-detail.generated.js';
import { type ScheduleDialogProps, type ShownSchedule, targetOf } from './shown-schedule.js';

const t = texts.trigger;

/** Runs the schedule now. Shows the number of jobs in advance. */
export function TriggerDialog({ schedule, onClose }: ScheduleDialogProps) {
  const { id, name } = schedule;
  const [text, setText] = useState(() => ownParams(schedule));
  const options = useRunOptions();
  const [trigger] = useAction(ScheduleDetailTriggerDocument, (data) => data.triggerSchedule);
  const navigate = useNavigate();
  const override = readOverride(schedule, text);
  const warning = options.isLater ? undefined : warningOf(schedule);
  const target = targetOf(schedule);

  async function submit(): Promise<ActionError | undefined> {
    const { changed } = override;
    const result = await trigger({ id, ...options.variables, ...(changed && { params: changed }) });
    if (result.kind === 'error') return result.error;
    const { id: executionId } = result.value;
    toast({
      kind: 'success',
      title: options.isLater ? t.scheduled(name) : t.triggered(name),
      action: { label: t.open, run: () => void navigate(linkTo.run(executionId)) },
    });
    return undefined;
  }

  return (
    <DialogForm
      title={t.title(name)}
      description={t.description(target.kind, target.name)}
      size="md"
      isReady
      submitLabel={t.submit}
      disabledReason={override.problem ?? options.problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {warning && <Callout kind="warning">{warning}</Callout>}
      <OverrideFields
        schedule={schedule}
        text={text}
        onChange={setText}
        override={override}
        scope={t.scope}
      />
      {options.fields}
    </DialogForm>
  );
}

function warningOf({
  concurrencyPolicy,
  activeExecution,
  enabled,
  isSchedulerEnabled,
}: ShownSchedule): string | undefined {
  if (activeExecution && concurrencyPolicy === 'FORBID') return t.refusedByRun;
  if (activeExecution) return t.besideRun;
  if (!isSchedulerEnabled) return t.schedulerDisabled;
  if (!enabled) return t.scheduleDisabled;
  return undefined;
}
