import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Callout } from '../../../components/callout.js';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { toast } from '../../../components/toast.js';
import { type ActionError, useAction } from '../../../lib/graphql/use-action.js';
import { linkTo } from '../../../lib/link-to.js';
import { OverrideFields, ownParams, readOverride } from './params-override.js';
import { useRunOptions } from './run-options.js';
import { ScheduleDetailTriggerDocument } from './schedule-detail.generated.js';
import { type ScheduleDialogProps, type ShownSchedule, targetOf } from './shown-schedule.js';

/** Runs the schedule now. Shows the number of jobs in advance. */
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
      title: options.isLater ? `Scheduled a run of ${name}` : `Triggered ${name}`,
      action: { label: 'Open', run: () => void navigate(linkTo.run(executionId)) },
    });
    return undefined;
  }

  return (
    <DialogForm
      title={`Trigger ${name}`}
      description={`Runs the ${target.kind} ${target.name} now, or once at a later time. The regular timing does not change.`}
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
    return 'A run is in progress and this schedule forbids overlaps. The trigger is refused until that run ends.';
  if (activeExecution) return 'A run is in progress. The new run starts alongside it.';
  if (!isSchedulerEnabled) return 'The scheduler is disabled in the settings. Manual runs still start.';
  if (!enabled) return 'The schedule is disabled. This runs it once anyway.';
  return undefined;
}
