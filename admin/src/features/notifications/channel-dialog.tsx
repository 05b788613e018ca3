import { useState } from 'react';
import { Dialog } from '../../components/dialog.js';
import { ManagedByWarning } from '../../components/facts/managed-by.js';
import { DialogForm } from '../../components/forms/dialog-form.js';
import { bindTo, refusalOf, valueAt } from '../../components/forms/draft.js';
import { SelectField, TextField } from '../../components/forms/fields.js';
import { KindFields, type StoredSecret } from '../../components/forms/kind-fields.js';
import { NotLoaded } from '../../components/not-loaded.js';
import { reportDone } from '../../components/toast.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { optionsOf } from '../../lib/options-of.js';
import { type ChannelDraft, draftOf, readDraft, settingsOf } from './channel-draft.js';
import { CHANNEL_KINDS } from './channel-kinds.js';
import {
  NotificationChannelFormDocument,
  NotificationChannelSetDocument,
  type NotificationChannelSettingsFragment,
} from './notifications.generated.js';
import { texts } from './texts.js';

const t = texts.form;

export type EditedChannel =
  | { kind: 'new' }
  /** A channel that the settings name but that is not set up. */
  | { kind: 'unconfigured'; name: string }
  | { kind: 'configured'; name: string };

/** Adds or changes a channel. */
export function ChannelDialog({ edited, onClose }: { edited: EditedChannel; onClose: () => void }) {
  const isConfigured = edited.kind === 'configured';
  const query = useLiveQuery(NotificationChannelFormDocument, { pause: !isConfigured });
  const title =
    edited.kind === 'new'
      ? texts.common.addChannel
      : isConfigured
        ? t.editTitle(edited.name)
        : t.setUpTitle(edited.name);
  const stored = isConfigured
    ? query.data?.notificationChannels.find(({ name }) => name === edited.name)
    : undefined;
  if (!isConfigured || stored)
    return <ChannelForm edited={edited} stored={stored} title={title} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} size="md" title={title}>
      <NotLoaded what={t.what} query={query} />
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
  const [set] = useAction(NotificationChannelSetDocument, (data) => data.setNotificationChannel);
  const [draft, setDraft] = useState(() => draftOf(edited.kind === 'new' ? '' : edited.name, stored));
  const change = (changed: Partial<ChannelDraft>) => setDraft({ ...draft, ...changed });
  const bind = bindTo(draft, change);

  async function submit() {
    const { input, issues } = readDraft(draft);
    if (issues.length > 0) return refusalOf(issues);
    const result = await set({ input });
    return reportDone(result, {
      title: texts.common.saved(input.name),
      ...(result.kind === 'ok' && !result.value.inUse && { description: t.notEnabledYet }),
    });
  }

  return (
    <DialogForm title={title} size="md" submitLabel={t.save} onSubmit={submit} onClose={onClose}>
      <ManagedByWarning value={stored?.managedBy} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...bind('name')}
          label={t.name}
          isRequired
          hint={edited.kind === 'new' ? t.nameHint : undefined}
          readOnly={edited.kind !== 'new'}
        />
        <SelectField {...bind('type')} label={texts.common.kind} options={optionsOf(CHANNEL_KINDS)} />
        <KindFields
          fields={settingsOf(draft.type)}
          values={draft.settings}
          onChange={(settings) => change({ settings })}
          secretAt={(path) => valueAt(stored, path) as StoredSecret | undefined}
        />
      </div>
    </DialogForm>
  );
}
