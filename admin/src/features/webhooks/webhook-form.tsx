import { bindTo } from '../../components/forms/draft.js';
import { useEntitySearch } from '../../components/forms/entity-search.js';
import { ComboboxField, SelectField, TextField } from '../../components/forms/fields.js';
import { FieldGroup } from '../../components/forms/form.js';
import { KeyField } from '../../components/forms/key-field.js';
import { optionsOf } from '../../lib/options-of.js';
import { readDuration } from '../../lib/text/duration-text.js';
import { formatDuration } from '../../lib/text/time.js';
import type { WebhookDraft } from './webhook-draft.js';
import { PROFILES, TARGETS } from './webhook-words.js';
import type { WebhookTargetType } from './webhooks.generated.js';

export interface WebhookFieldsProps {
  draft: WebhookDraft;
  onChange: (change: Partial<WebhookDraft>) => void;
  /** A secret can only be given for a new webhook. */
  isNew: boolean;
}

/** All fields of a webhook. */
export function WebhookFields({ draft, onChange, isNew }: WebhookFieldsProps) {
  const target = TARGETS[draft.targetType];
  const search = useEntitySearch(target.entity);
  const { label, signed, eventIdHeader, dedupeWindow } = PROFILES[draft.profile];
  const bind = bindTo(draft, onChange);
  return (
    <>
      <TextField {...bind('name')} label="Name" isRequired />
      <KeyField {...bind('key')} />
      <FieldGroup legend="Target" columns={2}>
        <SelectField
          label="Target"
          path="targetType"
          value={draft.targetType}
          options={optionsOf(TARGETS)}
          onValue={(value) => onChange({ targetType: value as WebhookTargetType, target: null })}
        />
        <ComboboxField
          key={draft.targetType}
          label={target.label}
          path={target.field}
          isRequired
          hint={
            draft.targetType === 'SCHEDULE'
              ? 'The webhook uses the schedule’s params, retries, priority and requirements, but not its timing.'
              : undefined
          }
          chosen={draft.target}
          onChoose={(target) => onChange({ target })}
          {...search}
        />
      </FieldGroup>
      <FieldGroup legend="Sender" columns={2}>
        <SelectField {...bind('profile')} label="Profile" hint={signed} options={optionsOf(PROFILES)} />
        {isNew && (
          <TextField
            {...bind('secret')}
            label="Secret"
            hint={
              draft.profile === 'STANDARD'
                ? 'Base64 of 24 to 64 bytes, usually after whsec_. Leave empty to generate one.'
                : 'From the sender, at least 16 characters. Leave empty to generate one.'
            }
            className="font-mono"
          />
        )}
        <TextField
          {...bind('eventIdHeader')}
          label="Event ID header"
          hint={`Leave empty to use ${eventIdHeader} (${label}).`}
          className="font-mono"
          placeholder={eventIdHeader}
        />
        <TextField
          {...bind('dedupeWindow')}
          label="Deduplication window"
          hint={dedupeHint(draft.dedupeWindow, dedupeWindow)}
          className="font-mono"
          placeholder={dedupeWindow}
        />
      </FieldGroup>
      <FieldGroup legend="Payload" hint="Data sources in the body are not expanded." columns={2}>
        <SelectField
          {...bind('payload')}
          label="Body format"
          path="payload.mode"
          options={optionsOf({
            param: 'JSON, stored in one param',
            members: 'JSON object, one param per property',
            text: 'Text, stored in one param',
          })}
        />
        {draft.payload !== 'members' && (
          <TextField
            {...bind('inputKey')}
            label="Param"
            path="payload.inputKey"
            className="font-mono"
            placeholder="payload"
          />
        )}
      </FieldGroup>
    </>
  );
}

function dedupeHint(text: string, usual: string): string {
  const ms = text === '' ? undefined : readDuration(text);
  if (ms !== undefined) return `${formatDuration(ms)}: repeated events within this time are ignored.`;
  return `Repeated events within this time are ignored. For example 12h. Leave empty to use ${usual}.`;
}
