import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { Callout } from '../../../components/callout.js';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { bindTo, refusalOf } from '../../../components/forms/draft.js';
import { TextAreaField, TextField } from '../../../components/forms/fields.js';
import { Field } from '../../../components/forms/form.js';
import { TextInput } from '../../../components/forms/inputs.js';
import { reportDone } from '../../../components/toast.js';
import { type ActionError, type Issue, useAction } from '../../../lib/graphql/use-action.js';
import { readDuration } from '../../../lib/text/duration-text.js';
import { formatDuration } from '../../../lib/text/time.js';
import { fromZonedText } from '../form/zoned-text.js';
import { ScheduleDetailClearHintsDocument, ScheduleDetailHintDocument } from './schedule-detail.generated.js';
import type { ScheduleDialogProps, ShownSchedule } from './shown-schedule.js';

const TTLS = [
  { label: '1 hour', value: '1h' },
  { label: '1 day', value: '1d' },
  { label: '1 week', value: '7d' },
];

/** Proposes another interval or an additional run for a limited time. */
export function HintDialog({ schedule, onClose }: ScheduleDialogProps) {
  const { id, name, zone, hint } = schedule;
  const [draft, setDraft] = useState({ interval: '', nextRunAt: '', ttl: '1h', reason: '' });
  const change = (changed: Partial<typeof draft>) => setDraft({ ...draft, ...changed });
  const bind = bindTo(draft, change);
  const [propose] = useAction(ScheduleDetailHintDocument, (data) => data.proposeHint);
  const [clear] = useAction(ScheduleDetailClearHintsDocument, (data) => data.clearHints);
  const ttl = readDuration(draft.ttl);

  async function submit(): Promise<ActionError | undefined> {
    const flawed = refusalOf(issuesOf(draft, zone));
    if (flawed) return flawed;
    const result = await propose({
      id,
      input: {
        ...(draft.interval && { interval: draft.interval.trim() }),
        ...(draft.nextRunAt && { nextRunAt: fromZonedText(draft.nextRunAt, zone) }),
        ttl: draft.ttl.trim(),
        reason: draft.reason,
      },
    });
    return reportDone(result, {
      title: 'Hint applied',
      action: { label: 'Undo', run: () => void clear({ id }) },
    });
  }

  return (
    <DialogForm
      title={`Propose a hint for ${name}`}
      description="Changes the timing temporarily. The hint takes effect immediately. The interval limits and a pause take precedence."
      submitLabel={hint ? 'Replace hint' : 'Propose hint'}
      onSubmit={submit}
      onClose={onClose}
    >
      {hint && <Callout kind="warning">Replaces the current hint: “{hint.reason}”.</Callout>}
      <TextField
        {...bind('interval')}
        label="Interval"
        hint="Replaces the schedule’s own timing, such as 30s, 5m or 1.5h."
        className="max-w-40"
      />
      <TextField
        {...bind('nextRunAt')}
        label="One extra run"
        hint={`In addition to the regular timing or the interval above. Time zone: ${zone}.`}
        type="datetime-local"
        className="max-w-52"
      />
      <Field
        label="Valid for"
        path="ttl"
        isRequired
        hint={
          ttl === undefined
            ? 'A duration, such as 30m, 6h or 2d.'
            : `${formatDuration(ttl)}. After that, the schedule returns to its regular timing.`
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
      <TextAreaField
        {...bind('reason')}
        label="Reason"
        isRequired
        hint="Shown wherever the hint affects the timing."
        rows={2}
        maxLength={1_000}
      />
      <Limits schedule={schedule} />
    </DialogForm>
  );
}

function Limits({ schedule: { minInterval, maxInterval } }: { schedule: ShownSchedule }) {
  const limits = [
    minInterval !== null && `no earlier than ${formatDuration(minInterval)}`,
    maxInterval !== null && `no later than ${formatDuration(maxInterval)}`,
  ].filter(Boolean);
  if (limits.length === 0) return null;
  return (
    <p className="text-xs text-muted">
      Limits apply regardless of the hint: after each decision, the next run is {limits.join(' and ')}.
    </p>
  );
}

/** Issues that can be found without the server. */
function issuesOf(
  { interval, nextRunAt, ttl, reason }: { interval: string; nextRunAt: string; ttl: string; reason: string },
  zone: string,
): Issue[] {
  const issues: Issue[] = [];
  if (!interval && !nextRunAt)
    issues.push({ path: ['interval'], message: 'Enter an interval or a time for an extra run.' });
  if (interval && readDuration(interval) === undefined)
    issues.push({
      path: ['interval'],
      message: 'Not a valid duration. Enter a value such as 30s, 5m or 1.5h.',
    });
  if (nextRunAt && fromZonedText(nextRunAt, zone) === undefined)
    issues.push({ path: ['nextRunAt'], message: 'Not a valid date and time.' });
  if (readDuration(ttl) === undefined)
    issues.push({ path: ['ttl'], message: 'Not a valid duration. Enter a value such as 30m, 6h or 2d.' });
  if (!reason.trim()) issues.push({ path: ['reason'], message: 'Enter a reason.' });
  return issues;
}
