import { optionsOf } from '../../lib/options-of.js';
import { readDuration } from '../../lib/text/duration-text.js';
import { formatDuration } from '../../lib/text/time.js';
import { bindTo } from './draft.js';
import { SelectField, TextField } from './fields.js';
import { Switch } from './inputs.js';
import type { RetryPolicyFragment } from './retry-draft.generated.js';
import type { RetryDraft } from './retry-draft.js';

export type { RetryDraft } from './retry-draft.js';

export const NEW_RETRY: RetryDraft = {
  maxRetries: '3',
  backoff: 'EXPONENTIAL',
  delay: '5s',
  maxDelay: '',
  jitter: 'NONE',
};

export interface RetryFieldsProps {
  /** Label of the switch: `Use custom retry settings instead of the schedule’s`. */
  label: string;
  /** Path of the retryConfig in the input. */
  path: string;
  retry: RetryDraft | null;
  onChange: (retry: RetryDraft | null) => void;
}

/** Retry settings. If the switch is off, inherited settings apply. */
export function RetryFields({ label, path, retry, onChange }: RetryFieldsProps) {
  return (
    <div className="@container flex flex-col gap-3">
      <Switch label={label} isOn={retry !== null} onChange={(isOn) => onChange(isOn ? NEW_RETRY : null)} />
      {retry && <Fields path={path} retry={retry} set={(changed) => onChange({ ...retry, ...changed })} />}
    </div>
  );
}

interface FieldsProps {
  path: string;
  retry: RetryDraft;
  set: (changed: Partial<RetryDraft>) => void;
}

function Fields({ path, retry, set }: FieldsProps) {
  const bind = bindTo(retry, set, (name) => `${path}.${name}`);
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-3 @md:grid-cols-3">
        <TextField {...bind('maxRetries')} label="Maximum retries" inputMode="numeric" />
        <SelectField
          {...bind('backoff')}
          label="Backoff"
          options={optionsOf({ EXPONENTIAL: 'Exponential', LINEAR: 'Linear', FIXED: 'Fixed' })}
        />
        <TextField {...bind('delay')} label="Delay" placeholder="5s" spellCheck={false} />
        <TextField {...bind('maxDelay')} label="Maximum delay" placeholder="1h" spellCheck={false} />
        <SelectField
          {...bind('jitter')}
          label="Jitter"
          options={optionsOf({
            NONE: 'None',
            FULL: 'Full: from 0 to the delay',
            EQUAL: 'Equal: from half the delay to the delay',
          })}
        />
      </div>
      <p className="text-xs text-muted">{waitsWords(retry)}</p>
    </>
  );
}

const JITTER_WORDS = {
  NONE: '',
  FULL: ', each shortened at random',
  EQUAL: ', each shortened at random by up to half',
} as const;
const SHOWN = 5;
const LONGEST_MS = 3_600_000;

/** `Waits 5 s, 10 s, 20 s`: the delays of the API's Backoff, before jitter. */
export function waitsWords({ maxRetries, backoff, delay, maxDelay, jitter }: RetryDraft): string {
  const base = readDuration(delay);
  const count = Number(maxRetries);
  if (base === undefined || !Number.isInteger(count) || count < 0) return '';
  if (count === 0) return 'Failed attempts are not retried.';
  const longest = readDuration(maxDelay) ?? LONGEST_MS;
  const waits = Array.from({ length: Math.min(count, SHOWN) }, (_, index) => {
    const factor = { EXPONENTIAL: 2 ** index, LINEAR: index + 1, FIXED: 1 }[backoff];
    return formatDuration(Math.min(base * factor, longest));
  });
  return `Waits ${waits.join(', ')}${count > SHOWN ? ', …' : ''} between attempts${JITTER_WORDS[jitter]}.`;
}

/** `up to 5, exponential backoff from 5 s, up to 1 h, full jitter`. */
export function retryWords({ maxRetries, backoff, delay, maxDelay, jitter }: RetryPolicyFragment): string {
  const parts = [
    `up to ${maxRetries}`,
    `${backoff.toLowerCase()} backoff from ${formatDuration(delay)}`,
    maxDelay !== null && `up to ${formatDuration(maxDelay)}`,
    jitter && jitter !== 'NONE' && `${jitter.toLowerCase()} jitter`,
  ];
  return parts.filter(Boolean).join(', ');
}
