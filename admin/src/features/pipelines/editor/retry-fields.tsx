import { Field } from '../../../components/form.js';
import { Select, Switch, TextInput } from '../../../components/inputs.js';
import { waitsWords } from '../../schedules/form/delivery-section.js';
import { NEW_RETRY, type RetryDraft } from './draft.js';
import type { Backoff, RetryJitter } from './pipeline-editor.generated.js';

export interface RetryFieldsProps {
  label: string;
  /** Of the retryConfig in the input. */
  path: string;
  retry: RetryDraft | null;
  onChange: (retry: RetryDraft | null) => void;
}

/** How often something that failed is tried again; off: as it is set elsewhere. */
export function RetryFields({ label, path, retry, onChange }: RetryFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
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
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-3">
        <Field label="Retries at most" path={`${path}.maxRetries`}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              value={retry.maxRetries}
              onChange={(event) => set({ maxRetries: event.target.value })}
            />
          )}
        </Field>
        <Field label="Backoff" path={`${path}.backoff`}>
          {(control) => (
            <Select
              {...control}
              value={retry.backoff}
              onValue={(backoff) => set({ backoff: backoff as Backoff })}
              options={[
                { value: 'EXPONENTIAL', label: 'Exponential' },
                { value: 'LINEAR', label: 'Linear' },
                { value: 'FIXED', label: 'Fixed' },
              ]}
            />
          )}
        </Field>
        <Field label="Delay" path={`${path}.delay`}>
          {(control) => (
            <TextInput
              {...control}
              placeholder="5s"
              value={retry.delay}
              onChange={(event) => set({ delay: event.target.value })}
            />
          )}
        </Field>
        <Field label="Longest delay" path={`${path}.maxDelay`}>
          {(control) => (
            <TextInput
              {...control}
              placeholder="1h"
              value={retry.maxDelay}
              onChange={(event) => set({ maxDelay: event.target.value })}
            />
          )}
        </Field>
        <Field label="Jitter" path={`${path}.jitter`}>
          {(control) => (
            <Select
              {...control}
              value={retry.jitter}
              onValue={(jitter) => set({ jitter: jitter as RetryJitter })}
              options={[
                { value: 'NONE', label: 'None' },
                { value: 'FULL', label: 'Full' },
                { value: 'EQUAL', label: 'Equal' },
              ]}
            />
          )}
        </Field>
      </div>
      <p className="text-xs text-muted">{waitsWords(retry)}</p>
    </>
  );
}
