import { useEffect, useState } from 'react';
import { Button, IconButton } from '../../components/button.js';
import { Callout } from '../../components/callout.js';
import { ConfirmDialog } from '../../components/dialog.js';
import { ManagedByText } from '../../components/facts/managed-by.js';
import { StatusText } from '../../components/facts/status-badge.js';
import { Time } from '../../components/facts/time.js';
import { Switch, type SwitchProps } from '../../components/forms/inputs.js';
import { Menu, MenuItem } from '../../components/menu.js';
import { NotLoaded } from '../../components/not-loaded.js';
import { Section } from '../../components/section.js';
import { EmptyState } from '../../components/states.js';
import { reportDone, reportResult, toast } from '../../components/toast.js';
import { Ellipsis, Pencil, Send, Trash2 } from '../../icons/lucide.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { useRefusal } from '../../lib/viewer.js';
import type { EditedChannel } from './channel-dialog.js';
import { CHANNEL_KINDS } from './channel-kinds.js';
import { SENDING } from './notification-words.js';
import {
  NotificationChannelDeleteDocument,
  type NotificationChannelRowFragment,
  NotificationChannelsDocument,
  NotificationChannelTestDocument,
  type NotificationMonitoringFragment,
  NotificationMonitoringUpdateDocument,
} from './notifications.generated.js';
import { texts } from './texts.js';

const t = texts.channels;

/** Resolves to whether the change was saved. */
type SetMonitoring = (change: Partial<NotificationMonitoringFragment>, done: string) => Promise<boolean>;

/** The channels, and the switches of monitoring. */
export function Channels({ onEdit }: { onEdit: (edited: EditedChannel) => void }) {
  const query = useLiveQuery(NotificationChannelsDocument, {
    refetchOn: {
      record: ({ recordKind, id }) =>
        recordKind === 'NOTIFICATION' || id === 'scheduler' || id === 'notifications',
    },
  });
  const [update] = useAction(NotificationMonitoringUpdateDocument, (result) => result.updateSchedulerConfig);
  const set: SetMonitoring = async (monitoring, done) => {
    const result = await update({ monitoring });
    query.refetch();
    return reportResult(result, done);
  };

  if (!query.data) return <NotLoaded what={t.what} query={query} />;
  const { notificationChannels, schedulerConfig } = query.data;
  return (
    <div className="flex max-w-4xl flex-col gap-6 p-4 md:p-6">
      <Monitoring monitoring={schedulerConfig.monitoring} onSet={set} channels={notificationChannels} />
      <Section title={texts.common.channels}>
        {notificationChannels.length === 0 ? (
          <EmptyState title={t.empty} example={EXAMPLE}>
            {t.emptyHint}
          </EmptyState>
        ) : (
          <ul className="divide-y rounded-md border">
            {notificationChannels.map((channel) => (
              <ChannelRow
                key={channel.name}
                channel={channel}
                names={schedulerConfig.monitoring.notificationChannels}
                onSet={set}
                onEdit={onEdit}
                onChanged={query.refetch}
              />
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

/** A switch that changes immediately, and changes back if saving fails. */
function SavedSwitch({
  isOn,
  onChange,
  ...rest
}: Omit<SwitchProps, 'onChange'> & { onChange: (isOn: boolean) => Promise<boolean> }) {
  const [wanted, setWanted] = useState<boolean>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the saved value is now shown
  useEffect(() => setWanted(undefined), [isOn]);
  async function change(next: boolean): Promise<void> {
    setWanted(next);
    if (!(await onChange(next))) setWanted(undefined);
  }
  return <Switch {...rest} isOn={wanted ?? isOn} onChange={(next) => void change(next)} />;
}

function Monitoring({
  monitoring: { enabled, notifyOnFailure },
  channels,
  onSet,
}: {
  monitoring: NotificationMonitoringFragment;
  channels: readonly NotificationChannelRowFragment[];
  onSet: SetMonitoring;
}) {
  const refusal = useRefusal('ADMIN');
  const reaches = channels.some(({ inUse, configured }) => inUse && configured);
  return (
    <Section title={t.monitoring}>
      <div className="flex flex-col gap-2">
        <div>
          <SavedSwitch
            label={t.monitor}
            isOn={enabled}
            disabledReason={refusal}
            onChange={(isOn) => onSet({ enabled: isOn }, isOn ? t.monitoringEnabled : t.monitoringDisabled)}
          />
        </div>
        <div>
          <SavedSwitch
            label={t.notifyOnFailure}
            isOn={notifyOnFailure}
            disabledReason={refusal}
            onChange={(isOn) =>
              onSet({ notifyOnFailure: isOn }, isOn ? t.failuresEnabled : t.failuresDisabled)
            }
          />
        </div>
      </div>
      {!enabled && <Callout kind="warning">{t.monitoringOff}</Callout>}
      {enabled && !reaches && <Callout kind="warning">{t.noneEnabled}</Callout>}
    </Section>
  );
}

function ChannelRow({
  channel,
  names,
  onSet,
  onEdit,
  onChanged,
}: {
  channel: NotificationChannelRowFragment;
  /** Names of the enabled channels. */
  names: readonly string[];
  onSet: SetMonitoring;
  onEdit: (edited: EditedChannel) => void;
  onChanged: () => void;
}) {
  const { name, configured, inUse } = channel;
  const refusal = useRefusal('ADMIN');
  const [isDeleting, setDeleting] = useState(false);
  const use = (isOn: boolean) =>
    onSet(
      { notificationChannels: isOn ? [...names, name] : names.filter((other) => other !== name) },
      isOn ? t.enabledNow(name) : t.disabledNow(name),
    );

  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <ChannelFacts channel={channel} />
      <SavedSwitch label={texts.common.enabled} isOn={inUse} disabledReason={refusal} onChange={use} />
      <div className="flex items-center gap-1.5">
        {configured ? (
          <TestButton name={name} />
        ) : (
          <Button
            requires="ADMIN"
            aria-label={t.setUpNamed(name)}
            onClick={() => onEdit({ kind: 'unconfigured', name })}
          >
            {t.setUp}
          </Button>
        )}
        <Menu trigger={<IconButton label={t.more(name)} icon={Ellipsis} />}>
          <MenuItem
            requires="ADMIN"
            icon={Pencil}
            onSelect={() =>
              onEdit(configured ? { kind: 'configured', name } : { kind: 'unconfigured', name })
            }
          >
            {configured ? t.edit : t.setUpItem}
          </MenuItem>
          <MenuItem
            requires="ADMIN"
            isDanger
            disabledReason={configured ? undefined : t.nothingToDelete}
            icon={Trash2}
            onSelect={() => setDeleting(true)}
          >
            {t.delete}
          </MenuItem>
        </Menu>
      </div>
      {isDeleting && (
        <DeleteChannel channel={channel} onDeleted={onChanged} onClose={() => setDeleting(false)} />
      )}
    </li>
  );
}

/** Sends a test message, and shows the result. */
function TestButton({ name }: { name: string }) {
  const [test, isTesting] = useAction(
    NotificationChannelTestDocument,
    (data) => data.testNotificationChannel,
  );

  async function send(): Promise<void> {
    const result = await test({ name });
    if (result.kind === 'error') toast({ kind: 'error', title: result.error.message });
    else toast({ kind: result.value.ok ? 'success' : 'error', title: result.value.message });
  }

  return (
    <Button
      requires="ADMIN"
      isBusy={isTesting}
      aria-label={t.sendTest(name)}
      icon={Send}
      onClick={() => void send()}
    >
      {t.test}
    </Button>
  );
}

interface DeleteChannelProps {
  channel: NotificationChannelRowFragment;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteChannel({ channel: { name, inUse }, onDeleted, onClose }: DeleteChannelProps) {
  const [remove] = useAction(NotificationChannelDeleteDocument, (data) => data.deleteNotificationChannel);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.deleteTitle(name)}
      confirmLabel={t.deleteConfirm}
      isDanger
      onConfirm={async () => reportDone(await remove({ name }), t.deleted(name), onDeleted)}
    >
      {inUse ? t.deleteEnabled : t.deleteDisabled}
    </ConfirmDialog>
  );
}

/** The name of a channel, where it leads, and its last delivery. */
function ChannelFacts({ channel }: { channel: NotificationChannelRowFragment }) {
  const { name, type, configured, target, lastDelivery, managedBy } = channel;
  return (
    <div className="min-w-0 flex-1 basis-56">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="font-medium">{name}</span>
        {configured ? (
          <StatusText status="completed" label={t.configured} />
        ) : (
          <StatusText status="unknown" label={t.notConfigured} />
        )}
        <ManagedByText value={managedBy} />
      </div>
      <div className="text-muted">
        {type
          ? t.sendsTo(CHANNEL_KINDS[type].label, <span className="break-words">{target}</span>)
          : t.onlyEnabled}
      </div>
      {lastDelivery && (
        <div className="text-muted">
          {t.lastDelivery(
            <StatusText
              status={SENDING[lastDelivery.status].status}
              label={SENDING[lastDelivery.status].word.toLowerCase()}
            />,
            <Time at={lastDelivery.at} />,
          )}
          {configured && lastDelivery.error && (
            <span className="block break-words text-red">{lastDelivery.error}</span>
          )}
        </div>
      )}
    </div>
  );
}

const EXAMPLE = `mutation {
  setNotificationChannel(input: {
    name: "email"
    email: { host: "smtp.example.com", from: "callboard@example.com", to: ["ops@example.com"] }
  }) {
    __typename
    ... on Error { message }
  }
}`;
