import { useEffect, useRef } from 'react';
import { TextAreaField, TextField } from '../../../../components/forms/fields.js';
import { Switch } from '../../../../components/forms/inputs.js';
import { KeyField } from '../../../../components/forms/key-field.js';
import { RetryFields } from '../../../../components/forms/retry-fields.js';
import type { Editing } from '../editing.js';

export interface PipelinePanelProps {
  editing: Editing;
  /** Increases when the focus should move to the first invalid field. */
  focusCount: number;
}

/** The settings of the whole pipeline. */
export function PipelinePanel({ editing: { draft, change }, focusCount }: PipelinePanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { name, key, description, enabled, retry } = draft;
  useEffect(() => {
    if (focusCount > 0) panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [focusCount]);
  return (
    <div ref={panel} className="flex flex-col gap-4">
      <TextField
        label="Name"
        path="name"
        isRequired
        value={name}
        maxLength={200}
        placeholder="Newsletter Generation Pipeline"
        onValue={(value) => change((before) => ({ ...before, name: value }), 'name')}
      />
      <KeyField value={key} onValue={(changed) => change((before) => ({ ...before, key: changed }), 'key')} />
      <TextAreaField
        label="Description"
        path="description"
        rows={3}
        value={description}
        onValue={(value) => change((before) => ({ ...before, description: value }), 'description')}
      />
      <Switch
        label="Enabled"
        isOn={enabled}
        onChange={(isOn) => change((before) => ({ ...before, enabled: isOn }))}
      />
      <div className="border-t pt-3">
        <RetryFields
          label="Restart failed contexts from the beginning"
          path="retryConfig"
          retry={retry}
          onChange={(next) => change((before) => ({ ...before, retry: next }), 'retry')}
        />
        <p className="mt-2 text-xs text-muted">A context fails when a step has no retries left.</p>
      </div>
    </div>
  );
}
