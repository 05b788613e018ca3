import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Callout } from '../../../components/callout.js';
import { Field } from '../../../components/form.js';
import { JsonEditor, parseJsonText } from '../../../components/json-editor.js';
import { toast } from '../../../components/toast.js';
import { newRequestKey } from '../../../lib/request-key.js';
import { type ActionError, useAction } from '../../../lib/use-action.js';
import { ExpansionPanel } from '../form/expansion-panel.js';
import { DialogForm } from './dialog-form.js';
import { ScheduleDetailTriggerDocument } from './schedule-detail.generated.js';
import { type ScheduleDialogProps, type ShownSchedule, targetOf } from './shown-schedule.js';

/** Runs it now; says before how much that is. */
export function TriggerDialog({ schedule, onClose }: ScheduleDialogProps) {
  const { id, name, targetType } = schedule;
  const own = isObject(schedule.params) ? schedule.params : {};
  const [text, setText] = useState(() => JSON.stringify(own, null, 2));
  // The same request sent twice runs once; other params are another request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a key for each text
  const idempotencyKey = useMemo(newRequestKey, [text]);
  const [trigger] = useAction(ScheduleDetailTriggerDocument, (data) => data.triggerSchedule);
  const navigate = useNavigate();
  const read = readParams(text);
  const changed = read.kind === 'ok' ? changesOf(own, read.value) : {};
  const kept = read.kind === 'ok' ? Object.keys(own).filter((key) => !(key in read.value)) : [];
  const inForce = read.kind === 'ok' ? JSON.stringify({ ...own, ...read.value }) : text;
  const warning = warningOf(schedule);
  const target = targetOf(schedule);

  async function submit(): Promise<ActionError | undefined> {
    const isChanged = Object.keys(changed).length > 0;
    const result = await trigger({ id, idempotencyKey, ...(isChanged && { params: changed }) });
    if (result.kind === 'error') return result.error;
    const { id: executionId } = result.value;
    toast({
      kind: 'success',
      title: `${name} was triggered`,
      action: { label: 'Open', run: () => void navigate({ to: `/executions/${executionId}` as never }) },
    });
    return undefined;
  }

  return (
    <DialogForm
      title={`Trigger ${name}`}
      description={`Runs the ${target.kind} ${target.name} now. The plan stays as it is.`}
      size="md"
      isReady
      submitLabel="Trigger"
      disabledReason={read.kind === 'error' ? read.message : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {warning && <Callout kind="warning">{warning}</Callout>}
      <Field
        label="Params"
        path="params"
        hint="For this run only: what you change here is laid over the schedule’s params, key by key."
        problem={read.kind === 'error' ? read.message : undefined}
      >
        {(control) => <JsonEditor {...control} label="Params" value={text} onChange={setText} />}
      </Field>
      {kept.length > 0 && (
        <p className="text-xs text-muted">Left out, so as the schedule has them: {kept.join(', ')}.</p>
      )}
      <ExpansionPanel params={inForce} isPipeline={targetType === 'PIPELINE'} />
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

type Params = Record<string, unknown>;

function readParams(text: string): { kind: 'ok'; value: Params } | { kind: 'error'; message: string } {
  const read = parseJsonText(text);
  if (read.kind === 'error') return read;
  const value = read.value ?? {};
  return isObject(value) ? { kind: 'ok', value } : { kind: 'error', message: 'Params are a JSON object.' };
}

function changesOf(own: Params, wanted: Params): Params {
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(own[key])),
  );
}

function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
