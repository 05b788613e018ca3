import { useClient } from 'urql';
import type { Choice } from '../../components/combobox.js';
import { ComboboxField, SelectField, TextField } from '../../components/fields.js';
import { FieldGroup } from '../../components/form.js';
import { KeyField } from '../../components/key-field.js';
import { readDuration } from '../../lib/duration-text.js';
import { formatDuration } from '../../lib/time.js';
import type { WebhookDraft } from './webhook-draft.js';
import { PROFILES, TARGET_WORDS } from './webhook-words.js';
import {
  WebhookAgentsDocument,
  WebhookPipelinesDocument,
  type WebhookProfile,
  WebhookSchedulesDocument,
  type WebhookTargetType,
} from './webhooks.generated.js';

export interface WebhookFieldsProps {
  draft: WebhookDraft;
  onChange: (change: Partial<WebhookDraft>) => void;
  /** Its own secret can be given when it is made. */
  isNew: boolean;
}

const TARGET_FIELDS = { AGENT: 'agentId', PIPELINE: 'pipelineId', SCHEDULE: 'scheduleId' } as const;

const SIGNED: Readonly<Record<WebhookProfile, string>> = {
  GENERIC: 'Signed with X-Signature over X-Timestamp and the body.',
  GITHUB: 'Signed like GitHub webhooks: X-Hub-Signature-256 over the body.',
  STANDARD:
    'Signed according to Standard Webhooks: webhook-signature over webhook-id, webhook-timestamp and the body.',
};

/** Everything that a webhook is made of. */
export function WebhookFields({ draft, onChange, isNew }: WebhookFieldsProps) {
  const search = useTargetSearch(draft.targetType);
  const { label, eventIdHeader, dedupeWindow } = PROFILES[draft.profile];
  const kind = TARGET_WORDS[draft.targetType].toLowerCase();
  return (
    <>
      <TextField
        label="Name"
        path="name"
        isRequired
        value={draft.name}
        onValue={(name) => onChange({ name })}
      />
      <KeyField value={draft.key} onChange={(key) => onChange({ key })} />
      <FieldGroup legend="Target" columns={2}>
        <SelectField
          label="Target"
          path="targetType"
          value={draft.targetType}
          options={Object.entries(TARGET_WORDS).map(([value, word]) => ({ value, label: word }))}
          onValue={(value) => onChange({ targetType: value as WebhookTargetType, target: null })}
        />
        <ComboboxField
          key={draft.targetType}
          label={TARGET_WORDS[draft.targetType]}
          path={TARGET_FIELDS[draft.targetType]}
          isRequired
          hint={
            draft.targetType === 'SCHEDULE'
              ? 'The webhook uses the schedule’s params, retries, priority and requirements, but not its timing.'
              : undefined
          }
          chosen={draft.target}
          onChoose={(target) => onChange({ target })}
          search={search}
          placeholder={`Search ${kind}s`}
          emptyText={`No ${kind}s match.`}
        />
      </FieldGroup>
      <FieldGroup legend="Sender" columns={2}>
        <SelectField
          label="Profile"
          path="profile"
          hint={SIGNED[draft.profile]}
          value={draft.profile}
          options={Object.entries(PROFILES).map(([value, profile]) => ({ value, label: profile.label }))}
          onValue={(value) => onChange({ profile: value as WebhookProfile })}
        />
        {isNew && (
          <TextField
            label="Secret"
            path="secret"
            hint={
              draft.profile === 'STANDARD'
                ? 'Base64 of 24 to 64 bytes, usually after whsec_. Leave empty to generate one.'
                : 'From the sender, at least 16 characters. Leave empty to generate one.'
            }
            className="font-mono"
            value={draft.secret}
            onValue={(secret) => onChange({ secret })}
          />
        )}
        <TextField
          label="Event id header"
          path="eventIdHeader"
          hint={`Leave empty to use ${eventIdHeader} (${label}).`}
          className="font-mono"
          placeholder={eventIdHeader}
          value={draft.eventIdHeader}
          onValue={(eventIdHeader) => onChange({ eventIdHeader })}
        />
        <TextField
          label="Deduplication window"
          path="dedupeWindow"
          hint={dedupeHint(draft.dedupeWindow, dedupeWindow)}
          className="font-mono"
          placeholder={dedupeWindow}
          value={draft.dedupeWindow}
          onValue={(dedupeWindow) => onChange({ dedupeWindow })}
        />
      </FieldGroup>
      <FieldGroup legend="Payload" hint="Data sources in the body are not expanded." columns={2}>
        <SelectField
          label="Body format"
          path="payload.mode"
          value={draft.payload}
          options={[
            { value: 'param', label: 'JSON, stored in one param' },
            { value: 'members', label: 'JSON object, one param per property' },
            { value: 'text', label: 'Text, stored in one param' },
          ]}
          onValue={(value) => onChange({ payload: value as WebhookDraft['payload'] })}
        />
        {draft.payload !== 'members' && (
          <TextField
            label="Param"
            path="payload.inputKey"
            className="font-mono"
            placeholder="payload"
            value={draft.inputKey}
            onValue={(inputKey) => onChange({ inputKey })}
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

function useTargetSearch(type: WebhookTargetType): (text: string) => Promise<readonly Choice[]> {
  const client = useClient();
  return async (text) => {
    const variables = { search: text };
    const nodes = {
      AGENT: async () => nodesOf((await client.query(WebhookAgentsDocument, variables)).data?.agents),
      PIPELINE: async () =>
        nodesOf((await client.query(WebhookPipelinesDocument, variables)).data?.pipelines),
      SCHEDULE: async () =>
        nodesOf((await client.query(WebhookSchedulesDocument, variables)).data?.schedules),
    }[type];
    return (await nodes()).map(({ id, name }) => ({
      value: id,
      label: name,
      detail: id.length > 14 ? `…${id.slice(-8)}` : id,
    }));
  };
}

function nodesOf<Node>(connection: { edges: readonly { node: Node }[] } | undefined): Node[] {
  if (!connection) throw new Error('Could not load it.');
  return connection.edges.map(({ node }) => node);
}
