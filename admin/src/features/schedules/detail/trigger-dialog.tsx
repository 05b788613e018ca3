import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Callout } from '../../../components/callout.js';
import { toast } from '../../../components/toast.js';
import { type ActionError, useAction } from '../../../lib/use-action.js';
import { DialogForm } from './dialog-form.js';
import { OverrideFields, ownParams, readOverride } from './params-override.js';
import { useRunOptions } from './run-options.js';
import { ScheduleDetailTriggerDocument } from './schedule-detail.generated.js';
import { type ScheduleDialogProps, type ShownSchedule, targetOf } from './shown-schedule.js';

/** Runs it now; says before how much that is. */
export function TriggerDialog({ schedule, onClose }: ScheduleDialogProps) {
  const { id, name } = schedule;
  const [text, setText] = useState(() => ownParams(schedule));
  const options = useRunOptions(text);
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
      title: options.isLater ? `A run of ${name} is planned` : `${name} was triggered`,
      action: { label: 'Open', run: () => void navigate({ to: `/executions/${executionId}` as never }) },
    });
    return undefined;
  }

  return (
    <DialogForm
      title={`Trigger ${name}`}
      description={`Runs the ${target.kind} ${target.name} now, or once later. The plan stays as it is.`}
      size="md"
      isReady
      submitLabel="Trigger"
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
        scope="For this run only"
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
  if (activeExecution && concurrencyPolicy === 'FORBID')
    return 'A run is under way, and this schedule forbids overlaps: it will be refused until that has ended.';
  if (activeExecution) return 'A run is under way; this one runs beside it.';
  if (!isSchedulerEnabled) return 'The scheduler is disabled in the settings: this runs all the same.';
  if (!enabled) return 'The schedule is disabled: this runs it once all the same.';
  return undefined;
}
