import { useClient } from 'urql';
import { type Choice, Combobox } from '../../components/combobox.js';
import { Field, FieldGroup } from '../../components/form.js';
import { Select, TextInput } from '../../components/inputs.js';
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
      <Field label="Name" path="name" isRequired>
        {(control) => (
          <TextInput
            {...control}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <KeyField value={draft.key} onChange={(key) => onChange({ key })} />
      <FieldGroup legend="Target" columns={2}>
        <Field label="Target" path="targetType">
          {(control) => (
            <Select
              {...control}
              value={draft.targetType}
              options={Object.entries(TARGET_WORDS).map(([value, word]) => ({ value, label: word }))}
              onValue={(value) => onChange({ targetType: value as WebhookTargetType, target: null })}
            />
          )}
        </Field>
        <Field
          key={draft.targetType}
          label={TARGET_WORDS[draft.targetType]}
          path={TARGET_FIELDS[draft.targetType]}
          isRequired
          hint={
            draft.targetType === 'SCHEDULE'
              ? 'The webhook uses the schedule’s params, retries, priority and requirements, but not its timing.'
              : undefined
          }
        >
          {(control) => (
            <Combobox
              {...control}
              chosen={draft.target}
              onChoose={(target) => onChange({ target })}
              search={search}
              placeholder={`Search ${kind}s`}
              emptyText={`No ${kind}s match.`}
            />
          )}
        </Field>
      </FieldGroup>
      <FieldGroup legend="Sender" columns={2}>
        <Field label="Profile" path="profile" hint={SIGNED[draft.profile]}>
          {(control) => (
            <Select
              {...control}
              value={draft.profile}
              options={Object.entries(PROFILES).map(([value, profile]) => ({ value, label: profile.label }))}
              onValue={(value) => onChange({ profile: value as WebhookProfile })}
            />
          )}
        </Field>
        {isNew && (
          <Field
            label="Secret"
            path="secret"
            hint={
              draft.profile === 'STANDARD'
                ? 'Base64 of 24 to 64 bytes, usually after whsec_. Leave empty to generate one.'
                : 'From the sender, at least 16 characters. Leave empty to generate one.'
            }
          >
            {(control) => (
              <TextInput
                {...control}
                className="font-mono"
                value={draft.secret}
                onChange={(event) => onChange({ secret: event.target.value })}
              />
            )}
          </Field>
        )}
        <Field
          label="Event id header"
          path="eventIdHeader"
          hint={`Leave empty to use ${eventIdHeader} (${label}).`}
        >
          {(control) => (
            <TextInput
              {...control}
              className="font-mono"
              placeholder={eventIdHeader}
              value={draft.eventIdHeader}
              onChange={(event) => onChange({ eventIdHeader: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Deduplication window"
          path="dedupeWindow"
          hint={dedupeHint(draft.dedupeWindow, dedupeWindow)}
        >
          {(control) => (
            <TextInput
              {...control}
              className="font-mono"
              placeholder={dedupeWindow}
              value={draft.dedupeWindow}
              onChange={(event) => onChange({ dedupeWindow: event.target.value })}
            />
          )}
        </Field>
      </FieldGroup>
      <FieldGroup legend="Payload" hint="Data sources in the body are not expanded." columns={2}>
        <Field label="Body format" path="payload.mode">
          {(control) => (
            <Select
              {...control}
              value={draft.payload}
              options={[
                { value: 'param', label: 'JSON, stored in one param' },
                { value: 'members', label: 'JSON object, one param per property' },
                { value: 'text', label: 'Text, stored in one param' },
              ]}
              onValue={(value) => onChange({ payload: value as WebhookDraft['payload'] })}
            />
          )}
        </Field>
        {draft.payload !== 'members' && (
          <Field label="Param" path="payload.inputKey">
            {(control) => (
              <TextInput
                {...control}
                className="font-mono"
                placeholder="payload"
                value={draft.inputKey}
                onChange={(event) => onChange({ inputKey: event.target.value })}
              />
            )}
          </Field>
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
