import { Button } from '../../../components/button.js';
import type { Choice } from '../../../components/forms/combobox.js';
import { ComboboxField, TextField } from '../../../components/forms/fields.js';
import { Field, FieldGroup } from '../../../components/forms/form.js';
import { useIssues } from '../../../components/forms/form-context.js';
import { Radios, TextInput } from '../../../components/forms/inputs.js';
import { Menu, MenuItem } from '../../../components/menu.js';
import { readDuration } from '../../../lib/text/duration-text.js';
import { formatDuration } from '../../../lib/text/time.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/form.js';
import { explainCron } from '../timing-words.js';
import { TimingOptions } from './option-sections.js';
import type { SectionProps } from './section-props.js';

const t = texts.timing;

const PRESETS = [
  '* * * * *',
  '*/5 * * * *',
  '0 * * * *',
  '0 8 * * *',
  '0 9 * * 1-5',
  '0 2 * * 0',
  '0 0 1 * *',
] as const;

const RHYTHMS = [
  { value: 'cron', label: t.cron },
  { value: 'interval', label: common.interval },
  { value: 'once', label: t.once },
] as const;

export interface TimingSectionProps extends SectionProps {
  /** The default time zone of the settings. */
  defaultZone: string;
}

export function TimingSection({ defaultZone, ...section }: TimingSectionProps) {
  const { draft, change } = section;
  const rhythm = draft.repeat === 'ONCE' ? 'once' : draft.rhythm;
  const zone = draft.timezone || defaultZone;
  return (
    <>
      <FieldGroup legend={common.timing}>
        <Radios
          label={t.repeat}
          options={RHYTHMS}
          value={rhythm}
          onValue={(value) =>
            change(value === 'once' ? { repeat: 'ONCE' } : { repeat: 'REPEATING', rhythm: value })
          }
        />
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          {rhythm === 'cron' && <CronField {...section} />}
          {rhythm === 'interval' && <IntervalField {...section} />}
          <ZoneField {...section} defaultZone={defaultZone} />
          <InstantField
            label={rhythm === 'once' ? t.at : t.start}
            path="startAt"
            value={draft.startAt}
            hint={rhythm === 'once' ? t.atHint(zone) : t.startHint(zone)}
            onValue={(startAt) => change({ startAt })}
          />
          {rhythm !== 'once' && (
            <InstantField
              label={t.end}
              path="endAt"
              value={draft.endAt}
              hint={t.endHint}
              onValue={(endAt) => change({ endAt })}
            />
          )}
        </div>
      </FieldGroup>
      <TimingOptions {...section} />
    </>
  );
}

function CronField({ draft: { cronExpression }, change }: SectionProps) {
  const isRefused = useIssues('cronExpression').length > 0;
  const explained = cronExpression.trim() === '' ? undefined : explainCron(cronExpression);
  return (
    <Field
      label={t.cron}
      path="cronExpression"
      isRequired
      hint={
        isRefused && explained?.kind === 'error' ? undefined : explained === undefined ? (
          t.cronHint
        ) : (
          <span className={explained.kind === 'ok' ? 'text-ink' : undefined}>{explained.text}</span>
        )
      }
    >
      {(control) => (
        <div className="flex gap-1.5">
          <TextInput
            {...control}
            className="font-mono"
            placeholder="0 8 * * *"
            spellCheck={false}
            value={cronExpression}
            onChange={(event) => change({ cronExpression: event.target.value })}
          />
          <Menu trigger={<Button className="h-8">{t.presets}</Button>}>
            {PRESETS.map((preset) => (
              <MenuItem key={preset} onSelect={() => change({ cronExpression: preset })}>
                <span className="flex items-baseline justify-between gap-6">
                  {explainCron(preset).text}
                  <span className="font-mono text-xs text-muted">{preset}</span>
                </span>
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </Field>
  );
}

function IntervalField({ draft: { interval }, change }: SectionProps) {
  const ms = readDuration(interval);
  return (
    <TextField
      label={common.interval}
      path="interval"
      isRequired
      hint={
        ms === undefined ? (
          t.intervalHint
        ) : (
          <span className="text-ink">{t.intervalRead(common.timingWords.every(formatDuration(ms)))}</span>
        )
      }
      placeholder={t.intervalExample}
      spellCheck={false}
      value={interval}
      onValue={(interval) => change({ interval })}
    />
  );
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone }));

/** Number of listed zones. Typing finds the others. */
const SHOWN_ZONES = 100;

/** `new york` finds America/New_York. */
async function findZones(text: string): Promise<readonly Choice[]> {
  const plain = (name: string) => name.toLowerCase().replaceAll('_', ' ');
  return ZONES.filter(({ label }) => plain(label).includes(plain(text))).slice(0, SHOWN_ZONES);
}

function ZoneField({ draft: { timezone }, change, defaultZone }: TimingSectionProps) {
  return (
    <ComboboxField
      label={common.timeZone}
      path="timezone"
      hint={t.zoneHint(defaultZone)}
      chosen={timezone === '' ? null : { value: timezone, label: timezone }}
      onChoose={(choice) => change({ timezone: choice?.value ?? '' })}
      search={findZones}
      placeholder={defaultZone}
      emptyText={t.zoneUnknown}
    />
  );
}

interface InstantFieldProps {
  label: string;
  path: string;
  value: string;
  hint: string;
  onValue: (value: string) => void;
}

function InstantField({ label, path, value, hint, onValue }: InstantFieldProps) {
  return (
    <TextField
      label={label}
      path={path}
      hint={hint}
      type="datetime-local"
      step={1}
      value={value}
      onValue={onValue}
    />
  );
}
