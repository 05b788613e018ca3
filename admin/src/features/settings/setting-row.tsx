import { useId } from 'react';
import { IconButton } from '../../components/button.js';
import { useIssues, useLabel } from '../../components/forms/form-context.js';
import { Select, Switch, TextInput } from '../../components/forms/inputs.js';
import { RotateCcw } from '../../icons/lucide.js';
import { cn } from '../../lib/class-names.js';
import { formatDuration } from '../../lib/text/time.js';
import {
  isSame,
  problemOf,
  readText,
  type Setting,
  type SettingValue,
  textOf,
  warningOf,
} from './setting.js';
import { texts } from './texts.js';

const t = texts.setting;

export interface SettingRowProps {
  setting: Setting;
  /** As typed, or as stored. */
  text: string;
  stored: SettingValue;
  /** The value that applies if nothing is set. */
  byDefault: SettingValue;
  /** The value after a reset: the default, or null for not set. */
  reset: SettingValue;
  refusal: string | undefined;
  isHidden: boolean;
  onChange: (text: string) => void;
}

/** A setting: its description on the left, its value on the right, and the difference from the default. */
export function SettingRow(props: SettingRowProps) {
  const { setting, text, stored, byDefault, reset, refusal, isHidden, onChange } = props;
  const id = useId();
  useLabel(setting.path, setting.label);
  const value = readText(setting, text);
  const isUnsaved = !isSame(value, stored);
  const isOwn = !isSame(value, reset) && !isSame(value, byDefault);
  const problem = problemOf(setting, text);
  const warning = warningOf(setting, value);
  const messages = [...(problem ? [problem] : []), ...useIssues(setting.path).map(({ message }) => message)];
  const control = {
    id,
    'aria-describedby': [`${id}-hint`, `${id}-default`, messages.length > 0 && `${id}-problem`]
      .filter(Boolean)
      .join(' '),
    'aria-invalid': messages.length > 0 ? (true as const) : undefined,
  };
  return (
    <div
      hidden={isHidden}
      className={cn(
        '-mx-3 grid gap-x-6 gap-y-1 rounded-md px-3 py-2 sm:grid-cols-[minmax(0,1fr)_15rem]',
        isUnsaved && 'bg-accent-soft',
        isHidden && 'hidden',
      )}
    >
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {setting.label}
        </label>
        {setting.key === 'engine' && (
          <span className="ml-2 font-mono text-xs text-muted">{setting.path}</span>
        )}
        {isOwn && (
          <span className="ml-2 rounded-full bg-accent-soft px-1.5 text-xs text-accent">{t.changed}</span>
        )}
        <p id={`${id}-hint`} className="text-muted">
          {setting.description.replaceAll('`', '')}
        </p>
        {warning && <p className="text-amber">{warning}</p>}
      </div>
      <div className="min-w-0">
        <div className="flex items-center gap-1">
          <Control {...props} control={control} />
          {isOwn && (
            <IconButton
              label={t.reset(setting.label, describe(setting, byDefault))}
              disabledReason={refusal}
              icon={RotateCcw}
              onClick={() => onChange(textOf(setting, reset))}
            />
          )}
        </div>
        <p id={`${id}-default`} className="mt-0.5 text-xs text-muted">
          {isOwn && setting.kind === 'DURATION' && typeof value === 'number' && `${formatDuration(value)} · `}
          {(value === null && reset === null ? t.notSet : t.default)(describe(setting, byDefault))}
        </p>
        {messages.length > 0 && (
          <p id={`${id}-problem`} className="text-xs text-red">
            {messages.join('; ')}
          </p>
        )}
      </div>
    </div>
  );
}

function describe(setting: Setting, value: SettingValue): string {
  if (setting.kind === 'BOOLEAN') return value ? t.on : t.off;
  const text = textOf(setting, value);
  if (setting.kind === 'CHOICE') return text.toLowerCase();
  if (setting.kind === 'INTEGER') return Number(text).toLocaleString('en');
  return text || t.none;
}

interface ControlProps extends SettingRowProps {
  control: { id: string; 'aria-describedby': string; 'aria-invalid': true | undefined };
}

function Control({ setting, text, byDefault, refusal, onChange, control }: ControlProps) {
  const { kind, choices, unit } = setting;
  const suggestions = kind === 'TIME_ZONE' ? Intl.supportedValuesOf('timeZone') : undefined;
  if (kind === 'BOOLEAN') {
    return (
      <span className="flex h-8 items-center">
        <Switch
          id={control.id}
          aria-describedby={control['aria-describedby']}
          label={<span aria-hidden="true">{text === 'true' ? t.switchedOn : t.switchedOff}</span>}
          isOn={text === 'true'}
          disabledReason={refusal}
          onChange={(isOn) => onChange(String(isOn))}
        />
      </span>
    );
  }
  if (kind === 'CHOICE') {
    const options = choices.map((value) => ({ value, label: value.toLowerCase() }));
    return <Select {...control} value={text} options={options} disabledReason={refusal} onValue={onChange} />;
  }
  return (
    <>
      <TextInput
        {...control}
        className={cn((kind === 'INTEGER' || kind === 'DURATION') && 'font-mono')}
        inputMode={kind === 'INTEGER' ? 'numeric' : undefined}
        list={suggestions ? `${control.id}-list` : undefined}
        placeholder={textOf(setting, byDefault)}
        value={text}
        disabledReason={refusal}
        onChange={(event) => onChange(event.target.value)}
      />
      {unit && <span className="text-muted">{unit}</span>}
      {suggestions && (
        <datalist id={`${control.id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}
