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
import { common } from '../texts/common.js';
import { texts } from '../texts/dialogs.js';
import { ScheduleDetailClearHintsDocument, ScheduleDetailHintDocument } from './schedule-detail.generated.js';
import type { ScheduleDialogProps, ShownSchedule } from './shown-schedule.js';

const t = texts.hint;

const TTLS = [
  { label: common.hour, value: '1h' },
  { label: t.day, value: '1d' },
  { label: t.week, value: '7d' },
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
      title: t.done,
      action: { label: common.undo, run: () => void clear({ id }) },
    });
  }

  return (
    <DialogForm
      title={t.title(name)}
      description={t.description}
      submitLabel={hint ? t.submitReplace : t.submit}
      onSubmit={submit}
      onClose={onClose}
    >
      {hint && <Callout kind="warning">{t.replaces(hint.reason)}</Callout>}
      <TextField {...bind('interval')} label={common.interval} hint={t.intervalHint} className="max-w-40" />
      <TextField
        {...bind('nextRunAt')}
        label={common.extraRun}
        hint={t.extraRunHint(zone)}
        type="datetime-local"
        className="max-w-52"
      />
      <Field
        label={t.ttl}
        path="ttl"
        isRequired
        hint={ttl === undefined ? t.ttlHint : t.ttlRead(formatDuration(ttl))}
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
        label={common.reason}
        isRequired
        hint={t.reasonHint}
        rows={2}
        maxLength={1_000}
      />
      <Limits schedule={schedule} />
    </DialogForm>
  );
}

function Limits({ schedule: { minInterval, maxInterval } }: { schedule: ShownSchedule }) {
  if (minInterval === null && maxInterval === null) return null;
  const [min, max] = [minInterval, maxInterval].map((ms) => (ms === null ? undefined : formatDuration(ms)));
  return <p className="text-xs text-muted">{t.limits(min, max)}</p>;
}

/** Issues that can be found without the server. */
function issuesOf(
  { interval, nextRunAt, ttl, reason }: { interval: string; nextRunAt: string; ttl: string; reason: string },
  zone: string,
): Issue[] {
  const issues: Issue[] = [];
  if (!interval && !nextRunAt) issues.push({ path: ['interval'], message: t.intervalMissing });
  if (interval && readDuration(interval) === undefined)
    issues.push({ path: ['interval'], message: t.intervalInvalid });
  if (nextRunAt && fromZonedText(nextRunAt, zone) === undefined)
    issues.push({ path: ['nextRunAt'], message: t.extraRunInvalid });
  if (readDuration(ttl) === undefined) issues.push({ path: ['ttl'], message: t.ttlInvalid });
  if (!reason.trim()) issues.push({ path: ['reason'], message: t.reasonMissing });
  return issues;
}
