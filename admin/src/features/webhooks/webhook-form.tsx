import { useState } from 'react';
import type { Choice } from '../../components/forms/combobox.js';
import { bindTo } from '../../components/forms/draft.js';
import { useEntitySearch } from '../../components/forms/entity-search.js';
import { ComboboxField, SelectField, TextField } from '../../components/forms/fields.js';
import { FieldGroup } from '../../components/forms/form.js';
import { KeyField } from '../../components/forms/key-field.js';
import { optionsOf } from '../../lib/options-of.js';
import { readDuration } from '../../lib/text/duration-text.js';
import { formatDuration } from '../../lib/text/time.js';
import { texts } from './texts.js';
import { USUAL_KEY, type WebhookDraft } from './webhook-draft.js';
import { PROFILES, TARGETS, type Target } from './webhook-words.js';
import type { WebhookTargetType } from './webhooks.generated.js';

const t = texts.form;

export interface WebhookFieldsProps {
  draft: WebhookDraft;
  onChange: (change: Partial<WebhookDraft>) => void;
  /** The target as it is stored. Undefined for a new webhook. A secret can only be given for a new one. */
  stored?: Target;
}

export function WebhookFields({ draft, onChange, stored }: WebhookFieldsProps) {
  const target = TARGETS[draft.targetType];
  const search = useEntitySearch(target.entity);
  // The name of the target does not belong to the webhook.
  const [chosen, setChosen] = useState<Choice | null>(null);
  const known = [...(stored ? [{ value: stored.id, label: stored.name }] : []), ...(chosen ? [chosen] : [])];
  const { label, signed, eventIdHeader, dedupeWindow } = PROFILES[draft.profile];
  const bind = bindTo(draft, onChange);
  return (
    <>
      <TextField {...bind('name')} label={t.name} isRequired />
      <KeyField {...bind('key')} />
      <FieldGroup legend={texts.common.target} columns={2}>
        <SelectField
          label={texts.common.target}
          path="targetType"
          value={draft.targetType}
          options={optionsOf(TARGETS)}
          onValue={(value) => onChange({ targetType: value as WebhookTargetType, target: '' })}
        />
        <ComboboxField
          key={draft.targetType}
          label={target.label}
          path={target.field}
          isRequired
          hint={draft.targetType === 'SCHEDULE' ? t.scheduleHint : undefined}
          chosen={known.find(({ value }) => value === draft.target) ?? null}
          onChoose={(choice) => {
            setChosen(choice);
            onChange({ target: choice?.value ?? '' });
          }}
          {...search}
        />
      </FieldGroup>
      <FieldGroup legend={t.sender} columns={2}>
        <SelectField
          {...bind('profile')}
          label={texts.common.profile}
          hint={signed}
          options={optionsOf(PROFILES)}
        />
        {!stored && (
          <TextField
            {...bind('secret')}
            label={texts.common.secret}
            hint={draft.profile === 'STANDARD' ? t.standardSecretHint : t.secretHint}
            className="font-mono"
          />
        )}
        <TextField
          {...bind('eventIdHeader')}
          label={texts.common.eventIdHeader}
          hint={t.eventIdHint(eventIdHeader, label)}
          className="font-mono"
          placeholder={eventIdHeader}
        />
        <TextField
          {...bind('dedupeWindow')}
          label={texts.common.dedupeWindow}
          hint={dedupeHint(draft.dedupeWindow, dedupeWindow)}
          className="font-mono"
          placeholder={dedupeWindow}
        />
      </FieldGroup>
      <FieldGroup legend={texts.common.payload} hint={texts.how.notExpanded} columns={2}>
        <SelectField
          {...bind('payload')}
          label={t.bodyFormat}
          path="payload.mode"
          options={optionsOf(t.bodyFormats)}
        />
        {draft.payload !== 'members' && (
          <TextField
            {...bind('inputKey')}
            label={t.param}
            path="payload.inputKey"
            className="font-mono"
            placeholder={USUAL_KEY}
          />
        )}
      </FieldGroup>
    </>
  );
}

function dedupeHint(text: string, usual: string): string {
  const ms = text === '' ? undefined : readDuration(text);
  if (ms !== undefined) return t.dedupeTime(formatDuration(ms));
  return t.dedupeHint(usual);
}
