import { useEffect, useRef } from 'react';
import { bindTo } from '../../../../components/forms/draft.js';
import { TextAreaField, TextField } from '../../../../components/forms/fields.js';
import { Switch } from '../../../../components/forms/inputs.js';
import { KeyField } from '../../../../components/forms/key-field.js';
import { RetryFields } from '../../../../components/forms/retry-fields.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/editor.js';
import type { PipelineDraft } from '../draft.js';
import type { Editing } from '../editing.js';

const t = texts.pipelinePanel;

export interface PipelinePanelProps {
  editing: Editing;
  /** Increases when the focus should move to the first invalid field. */
  focusCount: number;
}

/** The settings of the whole pipeline. */
export function PipelinePanel({ editing: { draft, change }, focusCount }: PipelinePanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { enabled, retry } = draft;
  const set = (changed: Partial<PipelineDraft>) =>
    change((before) => ({ ...before, ...changed }), Object.keys(changed).join());
  const bind = bindTo<PipelineDraft>(draft, set);
  useEffect(() => {
    if (focusCount > 0) panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [focusCount]);
  return (
    <div ref={panel} className="flex flex-col gap-4">
      <TextField
        {...bind('name')}
        label={t.name}
        isRequired
        maxLength={200}
        placeholder={t.namePlaceholder}
      />
      <KeyField {...bind('key')} />
      <TextAreaField {...bind('description')} label={t.description} rows={3} />
      <Switch label={common.enabled} isOn={enabled} onChange={(isOn) => set({ enabled: isOn })} />
      <div className="border-t pt-3">
        <RetryFields
          label={t.restart}
          path="retryConfig"
          retry={retry}
          onChange={(next) => set({ retry: next })}
        />
        <p className="mt-2 text-xs text-muted">{t.restartHint}</p>
      </div>
    </div>
  );
}
