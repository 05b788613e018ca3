import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { ManagedByWarning } from '../../components/facts/managed-by.js';
import { bindTo } from '../../components/forms/draft.js';
import { SelectField, TextField } from '../../components/forms/fields.js';
import { Form } from '../../components/forms/form.js';
import { Switch } from '../../components/forms/inputs.js';
import { ErrorState, LoadingState } from '../../components/states.js';
import { toast } from '../../components/toast.js';
import { type ActionError, useAction } from '../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { optionsOf } from '../../lib/options-of.js';
import { type ChannelDraft, draftOf, emptyDraft, inputOf, newSigningSecret } from './channel-draft.js';
import { CHANNEL_TYPES } from './notification-words.js';
import {
  NotificationChannelFormDocument,
  NotificationChannelSetDocument,
  type NotificationChannelSettingsFragment,
} from './notifications.generated.js';

export type EditedChannel =
  | { kind: 'new' }
  /** A channel that the settings name but that is not set up. */
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
  const bind = bindTo(draft, change);
  const part = { draft, change, bind, stored };

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
          {...bind('name')}
          label="Name"
          isRequired
          hint={edited.kind === 'new' ? 'Letters, digits, “_” and “-”.' : undefined}
          readOnly={edited.kind !== 'new'}
        />
        <SelectField {...bind('type')} label="Kind" options={optionsOf(CHANNEL_TYPES)} />
      </div>
      {draft.type === 'SLACK' && <SlackFields {...part} />}
      {draft.type === 'WEBHOOK' && <WebhookFields {...part} />}
      {draft.type === 'EMAIL' && <EmailFields {...part} />}
    </Form>
  );
}

interface KindFieldsProps {
  draft: ChannelDraft;
  change: (changed: Partial<ChannelDraft>) => void;
  bind: ReturnType<typeof bindTo<ChannelDraft>>;
  stored: NotificationChannelSettingsFragment | undefined;
}

/** Hint for a stored secret: leave the field empty to keep it. */
function keepHint(secret: { set: boolean; hint: string | null } | undefined): string | undefined {
  return secret?.set ? `Stored: ${secret.hint ?? '…'}. Leave empty to keep it.` : undefined;
}

function SlackFields({ bind, stored }: KindFieldsProps) {
  return (
    <TextField
      {...bind('slackUrl')}
      label="Incoming webhook URL"
      path="slack.url"
      isRequired={!stored?.slack}
      hint={
        keepHint(stored?.slack?.url) ??
        'In Slack: Apps → Incoming Webhooks. Anyone who knows the URL can post.'
      }
      className="font-mono text-xs"
      placeholder="https://hooks.slack.com/services/…"
    />
  );
}

function WebhookFields({ change, bind, stored }: KindFieldsProps) {
  return (
    <>
      <TextField
        {...bind('webhookUrl')}
        label="URL"
        path="webhook.url"
        isRequired
        className="font-mono text-xs"
        placeholder="https://example.com/callboard"
      />
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            {...bind('webhookSecret')}
            label="Signing secret"
            path="webhook.secret"
            isRequired={!stored?.webhook}
            hint={
              keepHint(stored?.webhook?.secret) ??
              'whsec_… (Standard Webhooks). Copy it to the receiver now: it is not shown again.'
            }
            className="font-mono text-xs"
            placeholder="whsec_…"
          />
        </div>
        <Button className="mt-6 h-8" onClick={() => change({ webhookSecret: newSigningSecret() })}>
          Generate
        </Button>
      </div>
    </>
  );
}

function EmailFields({ draft, change, bind, stored }: KindFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_6rem]">
        <TextField
          {...bind('host')}
          label="SMTP server"
          path="email.host"
          isRequired
          placeholder="smtp.example.com"
        />
        <TextField {...bind('port')} label="Port" path="email.port" isRequired inputMode="numeric" />
      </div>
      <Switch
        label="TLS from the first byte (usually port 465); otherwise STARTTLS if the server offers it"
        isOn={draft.secure}
        onChange={(secure) => change({ secure, ...(secure && draft.port === '587' && { port: '465' }) })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...bind('username')}
          label="User name"
          path="email.username"
          hint="Leave empty to connect without signing in."
        />
        <TextField
          {...bind('password')}
          label="Password"
          path="email.password"
          hint={keepHint(stored?.email?.password)}
          type="password"
          autoComplete="new-password"
        />
        <TextField
          {...bind('from')}
          label="From"
          path="email.from"
          isRequired
          placeholder="callboard@example.com"
        />
        <TextField
          {...bind('to')}
          label="To"
          path="email.to"
          isRequired
          hint="Up to 20 addresses, separated by commas."
          placeholder="ops@example.com"
        />
      </div>
    </>
  );
}
