import { Disclosure } from '../../../components/disclosure.js';
import { SelectField, TextAreaField, TextField } from '../../../components/forms/fields.js';
import { Switch } from '../../../components/forms/inputs.js';
import { optionsOf } from '../../../lib/options-of.js';
import { setWords } from './draft.js';
import type { SectionProps } from './section-props.js';

const PATHS = [
  'concurrencyPolicy',
  'misfirePolicy',
  'startingDeadline',
  'jitter',
  'minInterval',
  'maxInterval',
  'failureBackoff',
  'requirements',
  'environment',
  'successfulHistoryLimit',
  'failedHistoryLimit',
] as const;

type TextName = Exclude<
  (typeof PATHS)[number],
  'concurrencyPolicy' | 'misfirePolicy' | 'failureBackoff' | 'environment'
>;

/** Policies for slots, and limits of the timing. */
export function PoliciesSection({ draft, change, bind }: SectionProps) {
  const text = (name: TextName, label: string, hint: string, placeholder?: string) => (
    <TextField {...bind(name)} label={label} hint={hint} spellCheck={false} placeholder={placeholder} />
  );
  return (
    <Disclosure label="Policies" summary={setWords(draft, PATHS)} paths={PATHS}>
      <SelectField
        {...bind('concurrencyPolicy')}
        label="If an earlier run is in progress"
        options={optionsOf({
          ALLOW: 'Allow: run both',
          FORBID: 'Forbid: skip the new run',
          REPLACE: 'Replace: cancel the earlier run',
          QUEUE: 'Queue: wait for the earlier run',
        })}
      />
      <SelectField
        {...bind('misfirePolicy')}
        label="Missed slots"
        hint="For example, after downtime."
        options={optionsOf({
          LATEST: 'Latest: run only the newest',
          ALL: 'All: run each, oldest first',
          SKIP: 'Skip: run none',
        })}
      />
      <SelectField
        {...bind('environment')}
        label="Agent version"
        hint="The version deployed to this environment."
        options={optionsOf({
          PRODUCTION: 'Production',
          STAGING: 'Staging, or production if none',
          DEVELOPMENT: 'Development, or production if none',
        })}
      />
      {text(
        'startingDeadline',
        'Starting deadline',
        'Slots later than this, such as 10m, are skipped.',
        'none',
      )}
      {text('jitter', 'Jitter', 'Maximum random delay of each slot, such as 30s.', 'none')}
      {text(
        'minInterval',
        'Minimum interval',
        'The next run is no earlier than this, regardless of hints.',
        'none',
      )}
      {text(
        'maxInterval',
        'Maximum interval',
        'The next run is no later than this, regardless of hints.',
        'none',
      )}
      <div className="flex flex-col gap-1 sm:col-span-2">
        <Switch
          label="Back off after failures"
          isOn={draft.failureBackoff}
          onChange={(failureBackoff) => change({ failureBackoff })}
        />
        <p className="text-xs text-muted">
          Each consecutive failed run doubles the interval, up to 32 times. A successful run resets it.
        </p>
      </div>
      {text(
        'successfulHistoryLimit',
        'Successful runs to keep',
        'Leave empty to keep them until they expire.',
        'all',
      )}
      {text(
        'failedHistoryLimit',
        'Failed runs to keep',
        'Leave empty to keep them until they expire.',
        'all',
      )}
      <TextAreaField
        isWide
        {...bind('requirements')}
        label="Worker requirements"
        hint='Capabilities a worker needs, such as { "region": "eu" }.'
        rows={2}
        spellCheck={false}
        className="font-mono text-xs"
        placeholder="any worker"
      />
    </Disclosure>
  );
}
