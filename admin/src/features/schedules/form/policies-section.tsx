import { Field } from '../../../components/form.js';
import { Select, Switch, TextArea, TextInput } from '../../../components/inputs.js';
import { Disclosure, setWords } from './disclosure.js';
import { NEW_DRAFT } from './draft.js';
import type { AgentEnvironment, ConcurrencyPolicy, MisfirePolicy } from './schedule-form.generated.js';
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

/** What becomes of its slots, and what may move them. */
export function PoliciesSection({ draft, change }: SectionProps) {
  const text = (path: TextName, label: string, hint: string, placeholder?: string) => (
    <Field label={label} path={path} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          spellCheck={false}
          placeholder={placeholder}
          value={draft[path]}
          onChange={(event) => change({ [path]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <Disclosure
      label="Policies"
      summary={setWords(
        PATHS.map((name) => draft[name]),
        PATHS.map((name) => NEW_DRAFT[name]),
      )}
      paths={PATHS}
    >
      <Field label="While an earlier run goes on" path="concurrencyPolicy">
        {(control) => (
          <Select
            {...control}
            value={draft.concurrencyPolicy}
            onValue={(value) => change({ concurrencyPolicy: value as ConcurrencyPolicy })}
            options={[
              { value: 'ALLOW', label: 'Allow: both run' },
              { value: 'FORBID', label: 'Forbid: the new one is skipped' },
              { value: 'REPLACE', label: 'Replace: the earlier is cancelled' },
              { value: 'QUEUE', label: 'Queue: the new one waits' },
            ]}
          />
        )}
      </Field>
      <Field label="Slots found late" path="misfirePolicy" hint="After downtime, for example.">
        {(control) => (
          <Select
            {...control}
            value={draft.misfirePolicy}
            onValue={(value) => change({ misfirePolicy: value as MisfirePolicy })}
            options={[
              { value: 'LATEST', label: 'Latest: one run for the newest' },
              { value: 'ALL', label: 'All: each runs, the oldest first' },
              { value: 'SKIP', label: 'Skip: none runs' },
            ]}
          />
        )}
      </Field>
      <Field label="Agent version" path="environment" hint="The version that is deployed there.">
        {(control) => (
          <Select
            {...control}
            value={draft.environment}
            onValue={(value) => change({ environment: value as AgentEnvironment })}
            options={[
              { value: 'PRODUCTION', label: 'Production' },
              { value: 'STAGING', label: 'Staging, else production' },
              { value: 'DEVELOPMENT', label: 'Development, else production' },
            ]}
          />
        )}
      </Field>
      {text(
        'startingDeadline',
        'Starting deadline',
        'A slot later than this, such as 10m, does not run.',
        'none',
      )}
      {text('jitter', 'Jitter', 'Slots fire up to this much later, such as 30s.', 'none')}
      {text('minInterval', 'Shortest interval', 'The next run is not sooner, whatever a hint says.', 'none')}
      {text('maxInterval', 'Longest interval', 'The next run is not later, whatever a hint says.', 'none')}
      <div className="flex flex-col gap-1 sm:col-span-2">
        <Switch
          label="Back off while it fails"
          isOn={draft.failureBackoff}
          onChange={(failureBackoff) => change({ failureBackoff })}
        />
        <p className="text-xs text-muted">
          Each failed run in a row doubles the interval, up to 32 times; one that succeeds ends that.
        </p>
      </div>
      {text('successfulHistoryLimit', 'Successful runs kept', 'Until they are too old.', 'all')}
      {text('failedHistoryLimit', 'Failed runs kept', 'Until they are too old.', 'all')}
      <div className="sm:col-span-2">
        <Field
          label="Requirements"
          path="requirements"
          hint='What a worker must be able to do, such as { "region": "eu" }.'
        >
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              spellCheck={false}
              className="font-mono text-xs"
              placeholder="any worker will do"
              value={draft.requirements}
              onChange={(event) => change({ requirements: event.target.value })}
            />
          )}
        </Field>
      </div>
    </Disclosure>
  );
}
