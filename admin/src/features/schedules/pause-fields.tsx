import { Button } from '../../components/button.js';
import { TextField } from '../../components/forms/fields.js';
import { Field } from '../../components/forms/form.js';
import { TextInput } from '../../components/forms/inputs.js';
import type { ActionResult } from '../../lib/graphql/use-action.js';
import { VIEWER_ZONE } from '../../lib/text/time.js';
import { common } from './texts/common.js';

const t = common.pause;

export interface PauseChoice {
  /** As in `datetime-local`, in the viewer's time zone. */
  until: string;
  note: string;
}

const HOUR_MS = 3_600_000;

/** An hour from now. */
export function firstPauseChoice(now: Date): PauseChoice {
  return { until: toLocalText(new Date(now.getTime() + HOUR_MS)), note: '' };
}

/** The end of the pause for the API, or the problem with the choice. */
export function readPauseChoice(
  { until, note }: PauseChoice,
  now: Date,
): ActionResult<{ until: string; note: string | undefined }> {
  const at = new Date(until);
  const problem = Number.isNaN(at.getTime()) ? t.untilMissing : at <= now && t.untilPast;
  if (problem) return { kind: 'error', error: { code: 'VALIDATION', message: problem, issues: [] } };
  return { kind: 'ok', value: { until: at.toISOString(), note: note.trim() || undefined } };
}

export interface PauseFieldsProps {
  choice: PauseChoice;
  onChange: (choice: PauseChoice) => void;
}

/** The end of the pause, with presets, and a note. */
export function PauseFields({ choice, onChange }: PauseFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      <Field label={t.until} isRequired hint={t.untilHint(VIEWER_ZONE)}>
        {(control) => (
          <>
            <TextInput
              {...control}
              type="datetime-local"
              value={choice.until}
              onChange={(event) => onChange({ ...choice, until: event.target.value })}
            />
            <div className="flex flex-wrap gap-1.5">
              {presets(new Date()).map(({ label, at }) => (
                <Button key={label} size="sm" onClick={() => onChange({ ...choice, until: toLocalText(at) })}>
                  {label}
                </Button>
              ))}
            </div>
          </>
        )}
      </Field>
      <TextField
        label={t.note}
        hint={t.noteHint}
        value={choice.note}
        maxLength={1_000}
        onValue={(note) => onChange({ ...choice, note })}
      />
    </div>
  );
}

function presets(now: Date): { label: string; at: Date }[] {
  const morning = new Date(now);
  morning.setDate(now.getDate() + 1);
  morning.setHours(9, 0, 0, 0);
  const monday = new Date(morning);
  monday.setDate(now.getDate() + ((8 - now.getDay()) % 7 || 7));
  return [
    { label: common.hour, at: new Date(now.getTime() + HOUR_MS) },
    { label: t.tomorrow, at: morning },
    { label: t.monday, at: monday },
  ];
}

function toLocalText(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
