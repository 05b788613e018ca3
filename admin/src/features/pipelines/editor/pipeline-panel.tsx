import { Field } from '../../../components/form.js';
import { Switch, TextArea, TextInput } from '../../../components/inputs.js';
import type { Editing } from './editing.js';
import { RetryFields } from './retry-fields.js';

/** What the pipeline is as a whole. */
export function PipelinePanel({ editing: { draft, change } }: { editing: Editing }) {
  const { name, description, enabled, retry } = draft;
  return (
    <div className="flex flex-col gap-4">
      <Field label="Name" path="name" isRequired>
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={200}
            placeholder="Newsletter Generation Pipeline"
            onChange={({ target }) => change((before) => ({ ...before, name: target.value }), 'name')}
          />
        )}
      </Field>
      <Field label="Description" path="description">
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            value={description}
            onChange={({ target }) =>
              change((before) => ({ ...before, description: target.value }), 'description')
            }
          />
        )}
      </Field>
      <Switch
        label="Enabled"
        isOn={enabled}
        onChange={(isOn) => change((before) => ({ ...before, enabled: isOn }))}
      />
      <div className="border-t pt-3">
        <RetryFields
          label="Repeat failed contexts from the beginning"
          path="retryConfig"
          retry={retry}
          onChange={(next) => change((before) => ({ ...before, retry: next }), 'retry')}
        />
        <p className="mt-2 text-xs text-muted">
          Once the retries of a step are used up, its context has failed.
        </p>
      </div>
    </div>
  );
}
