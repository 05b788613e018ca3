import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { Callout } from '../../../components/callout.js';
import { Field } from '../../../components/form.js';
import { TextArea, TextInput } from '../../../components/inputs.js';
import { toast } from '../../../components/toast.js';
import { readDuration } from '../../../lib/duration-text.js';
import { formatDuration } from '../../../lib/time.js';
import { type ActionError, type Issue, useAction } from '../../../lib/use-action.js';
import { fromZonedText } from '../form/zoned-text.js';
import { DialogForm } from './dialog-form.js';
import { ScheduleDetailClearHintsDocument, ScheduleDetailHintDocument } from './schedule-detail.generated.js';
import type { ScheduleDialogProps, ShownSchedule } from './shown-schedule.js';

const TTLS = [
  { label: '1 hour', value: '1h' },
  { label: '1 day', value: '1d' },
  { label: '1 week', value: '7d' },
];

/** Another interval, or one more run, for a while. */
export function HintDialog({ schedule, onClose }: ScheduleDialogProps) {
  const { id, name, zone, hint } = schedule;
  const [draft, setDraft] = useState({ interval: '', nextRunAt: '', ttl: '1h', reason: '' });
  const change = (changed: Partial<typeof draft>) => setDraft({ ...draft, ...changed });
  const [propose] = useAction(ScheduleDetailHintDocument, (data) => data.proposeHint);
  const [clear] = useAction(ScheduleDetailClearHintsDocument, (data) => data.clearHints);
  const ttl = readDuration(draft.ttl);

  async function submit(): Promise<ActionError | undefined> {
    const issues = issuesOf(draft, zone);
    if (issues.length > 0)
      return { code: 'VALIDATION', message: 'Something is missing or cannot be read.', issues };
    const result = await propose({
      id,
      input: {
        ...(draft.interval && { interval: draft.interval.trim() }),
        ...(draft.nextRunAt && { nextRunAt: fromZonedText(draft.nextRunAt, zone) }),
        ttl: draft.ttl.trim(),
        reason: draft.reason,
      },
    });
    if (result.kind === 'error') return result.error;
    toast({
      kind: 'success',
      title: 'The hint is in force',
      action: { label: 'Undo', run: () => void clear({ id }) },
    });
    return undefined;
  }

  return (
    <DialogForm
      title={`Propose a hint for ${name}`}
      description="Changes when it runs, for a while. In force at once; its limits and a pause stand above it."
      submitLabel={hint ? 'Replace the hint' : 'Propose'}
      onSubmit={submit}
      onClose={onClose}
    >
      {hint && <Callout kind="warning">It replaces the hint in force: “{hint.reason}”.</Callout>}
      <Field label="Interval" path="interval" hint="In the place of its own rhythm: 30s, 5m, 1.5h.">
        {(control) => (
          <TextInput
            {...control}
            className="max-w-40"
            value={draft.interval}
            onChange={({ target }) => change({ interval: target.value })}
          />
        )}
      </Field>
      <Field label="One more run" path="nextRunAt" hint={`Beside its own rhythm, or alone. Time of ${zone}.`}>
        {(control) => (
          <TextInput
            {...control}
            type="datetime-local"
            className="max-w-52"
            value={draft.nextRunAt}
            onChange={({ target }) => change({ nextRunAt: target.value })}
          />
        )}
      </Field>
      <Field
        label="In force for"
        path="ttl"
        isRequired
        hint={
          ttl === undefined
            ? 'A duration: 30m, 6h, 2d.'
            : `${formatDuration(ttl)}. Then it goes on along its own grid.`
        }
      >
        {(control) => (
          <div className="flex flex-wrap gap-1.5">
            <TextInput
              {...control}
              className="max-w-28"
              value={draft.ttl}
              onChange={({ target }) => change({ ttl: target.value })}
            />
            {TTLS.map(({ label, value }) => (
              <Button key={value} className="h-8" onClick={() => change({ ttl: value })}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </Field>
      <Field label="Reason" path="reason" isRequired hint="Shown wherever the hint decides.">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={1_000}
            value={draft.reason}
            onChange={({ target }) => change({ reason: target.value })}
          />
        )}
      </Field>
      <Limits schedule={schedule} />
    </DialogForm>
  );
}

function Limits({ schedule: { minInterval, maxInterval } }: { schedule: ShownSchedule }) {
  const limits = [
    minInterval !== null && `not sooner than ${formatDuration(minInterval)}`,
    maxInterval !== null && `not later than ${formatDuration(maxInterval)}`,
  ].filter(Boolean);
  if (limits.length === 0) return null;
  return (
    <p className="text-xs text-muted">
      Whatever it says, from each decision the next run is {limits.join(' and ')}.
    </p>
  );
}

/** What the server would find too, told before anything is sent. */
function issuesOf(
  { interval, nextRunAt, ttl, reason }: { interval: string; nextRunAt: string; ttl: string; reason: string },
  zone: string,
): Issue[] {
  const issues: Issue[] = [];
  if (!interval && !nextRunAt)
    issues.push({ path: ['interval'], message: 'Say an interval, or a time for one more run.' });
  if (interval && readDuration(interval) === undefined)
    issues.push({ path: ['interval'], message: 'This is no duration: write 30s, 5m or 1.5h.' });
  if (nextRunAt && fromZonedText(nextRunAt, zone) === undefined)
    issues.push({ path: ['nextRunAt'], message: 'This is no date and time.' });
  if (readDuration(ttl) === undefined)
    issues.push({ path: ['ttl'], message: 'This is no duration: write 30m, 6h or 2d.' });
  if (!reason.trim()) issues.push({ path: ['reason'], message: 'Say why.' });
  return issues;
}
