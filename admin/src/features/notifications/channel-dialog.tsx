import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { SelectField, TextField } from '../../components/fields.js';
import { Form } from '../../components/form.js';
import { Switch } from '../../components/inputs.js';
import { ManagedByWarning } from '../../components/managed-by.js';
import { ErrorState, LoadingState } from '../../components/states.js';
import { toast } from '../../components/toast.js';
import { type ActionError, useAction } from '../../lib/use-action.js';
import { useLiveQuery } from '../../lib/use-live-query.js';
import { type ChannelDraft, draftOf, emptyDraft, inputOf, newSigningSecret } from './channel-draft.js';
import { CHANNEL_TYPES } from './notification-words.js';
import {
  NotificationChannelFormDocument,
  NotificationChannelSetDocument,
  type NotificationChannelSettingsFragment,
  type NotificationChannelType,
} from './notifications.generated.js';

export type EditedChannel =
  | { kind: 'new' }
  /** The settings name it. */
  | { kind: 'unconfigured'; name: string }
  | { kind: 'configured'; name: string };

/** Adds or changes a channel. */
export function ChannelDialog({ edited, onClose }: { edited: EditedChannel; onClose: () => void }) {
  const isConfigured = edited.kind === 'configured';
  const { data, error, isLoading, refetch } = useLiveQuery(NotificationChannelFormDocument, {
    pause: !isConfigured,
  });
  const title =
    edited.kind === 'new'
      ? 'Add channel'
      : isConfigured
        ? `Edit channel “${edited.name}”`
        : `Set up channel “${edited.name}”`;
  const stored = isConfigured
    ? data?.notificationChannels.find(({ name }) => name === edited.name)
    : undefined;
  return (
    <Dialog isOpen onClose={onClose} size="md" title={title}>
      {isConfigured && isLoading ? (
        <LoadingState label="Loading the channel…" />
      ) : isConfigured && !stored ? (
        <ErrorState title="Could not load the channel" error={error} onRetry={refetch} />
      ) : (
        <ChannelForm edited={edited} stored={stored} title={title} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ChannelFormProps {
  edited: EditedChannel;
  stored: NotificationChannelSettingsFragment | undefined;
  title: string;
  onClose: () => void;
}

function ChannelForm({ edited, stored, title, onClose }: ChannelFormProps) {
  const [set, isSetting] = useAction(NotificationChannelSetDocument, (data) => data.setNotificationChannel);
  const [draft, setDraft] = useState<ChannelDraft>(() =>
    stored ? draftOf(stored) : emptyDraft(edited.kind === 'new' ? '' : edited.name),
  );
  const [error, setError] = useState<ActionError>();
  const change = (changed: Partial<ChannelDraft>) => setDraft({ ...draft, ...changed });

  async function submit(): Promise<void> {
    const result = await set({ input: inputOf(draft) });
    if (result.kind === 'error') return setError(result.error);
    const { name, inUse } = result.value;
    toast({
      kind: 'success',
      title: `Saved “${name}”`,
      ...(!inUse && { description: 'It is not enabled yet. Enable it in the list.' }),
    });
    onClose();
  }

  return (
    <Form
      label={title}
      error={error}
      isDirty={false}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" requires="ADMIN" isBusy={isSetting}>
            Save channel
          </Button>
        </>
      }
    >
      <ManagedByWarning value={stored?.managedBy} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          path="name"
          isRequired
          hint={edited.kind === 'new' ? 'Letters, digits, “_” and “-”.' : undefined}
          readOnly={edited.kind !== 'new'}
          value={draft.name}
          onValue={(name) => change({ name })}
        />
        <SelectField
          label="Kind"
          value={draft.type}
          options={Object.entries(CHANNEL_TYPES).map(([value, label]) => ({ value, label }))}
          onValue={(type) => change({ type: type as NotificationChannelType })}
        />
      </div>
      {draft.type === 'SLACK' && <SlackFields draft={draft} change={change} stored={stored} />}
      {draft.type === 'WEBHOOK' && <WebhookFields draft={draft} change={change} stored={stored} />}
      {draft.type === 'EMAIL' && <EmailFields draft={draft} change={change} stored={stored} />}
    </Form>
  );
}

interface KindFieldsProps {
  draft: ChannelDraft;
  change: (changed: Partial<ChannelDraft>) => void;
  stored: NotificationChannelSettingsFragment | undefined;
}

/** Of a secret that is stored: leave it, or type another one. */
function keepHint(secret: { set: boolean; hint: string | null } | undefined): string | undefined {
  return secret?.set ? `Stored: ${secret.hint ?? '…'}. Leave empty to keep it.` : undefined;
}

function SlackFields({ draft, change, stored }: KindFieldsProps) {
  return (
    <TextField
      label="Incoming webhook URL"
      path="slack.url"
      isRequired={!stored?.slack}
      hint={
        keepHint(stored?.slack?.url) ??
        'In Slack: Apps → Incoming Webhooks. Anyone who knows the URL can post.'
      }
      className="font-mono text-xs"
      placeholder="https://hooks.slack.com/services/…"
      value={draft.slackUrl}
      onValue={(slackUrl) => change({ slackUrl })}
    />
  );
}

function WebhookFields({ draft, change, stored }: KindFieldsProps) {
  return (
    <>
      <TextField
        label="URL"
        path="webhook.url"
        isRequired
        className="font-mono text-xs"
        placeholder="https://example.com/callboard"
        value={draft.webhookUrl}
        onValue={(webhookUrl) => change({ webhookUrl })}
      />
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            label="Signing secret"
            path="webhook.secret"
            isRequired={!stored?.webhook}
            hint={
              keepHint(stored?.webhook?.secret) ??
              'whsec_… (Standard Webhooks). Copy it to the receiver now: it is not shown again.'
            }
            className="font-mono text-xs"
            placeholder="whsec_…"
            value={draft.webhookSecret}
            onValue={(webhookSecret) => change({ webhookSecret })}
          />
        </div>
        <Button className="mt-6 h-8" onClick={() => change({ webhookSecret: newSigningSecret() })}>
          Generate
        </Button>
      </div>
    </>
  );
}

function EmailFields({ draft, change, stored }: KindFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_6rem]">
        <TextField
          label="SMTP server"
          path="email.host"
          isRequired
          placeholder="smtp.example.com"
          value={draft.host}
          onValue={(host) => change({ host })}
        />
        <TextField
          label="Port"
          path="email.port"
          isRequired
          inputMode="numeric"
          value={draft.port}
          onValue={(port) => change({ port })}
        />
      </div>
      <Switch
        label="TLS from the first byte (usually port 465); otherwise STARTTLS if the server offers it"
        isOn={draft.secure}
        onChange={(secure) => change({ secure, ...(secure && draft.port === '587' && { port: '465' }) })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="User name"
          path="email.username"
          hint="Leave empty to connect without signing in."
          value={draft.username}
          onValue={(username) => change({ username })}
        />
        <TextField
          label="Password"
          path="email.password"
          hint={keepHint(stored?.email?.password)}
          type="password"
          autoComplete="new-password"
          value={draft.password}
          onValue={(password) => change({ password })}
        />
        <TextField
          label="From"
          path="email.from"
          isRequired
          placeholder="callboard@example.com"
          value={draft.from}
          onValue={(from) => change({ from })}
        />
        <TextField
          label="To"
          path="email.to"
          isRequired
          hint="Up to 20 addresses, separated by commas."
          placeholder="ops@example.com"
          value={draft.to}
          onValue={(to) => change({ to })}
        />
      </div>
    </>
  );
}
