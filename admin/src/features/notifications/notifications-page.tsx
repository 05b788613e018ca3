import { useState } from 'react';
import { Button } from '../../components/button.js';
import { PageHeader } from '../../components/page-header.js';
import { Tabs } from '../../components/tabs.js';
import { Plus } from '../../icons/lucide.js';
import { useUrlState } from '../../lib/url-state.js';
import { ChannelDialog, type EditedChannel } from './channel-dialog.js';
import { Channels } from './channels.js';
import { NotificationLog } from './notification-log.js';
import { texts } from './texts.js';

const t = texts.common;

/** `/notifications`: sent notifications and the channels. */
export function NotificationsPage() {
  const [, change] = useUrlState();
  const [edited, setEdited] = useState<EditedChannel>();
  function add(): void {
    change({ tab: 'channels' });
    setEdited({ kind: 'new' });
  }
  return (
    <>
      <PageHeader
        title={t.notifications}
        actions={
          <Button variant="primary" requires="ADMIN" icon={Plus} onClick={add}>
            {t.addChannel}
          </Button>
        }
      />
      <Tabs
        label={t.notifications}
        tabs={[
          { id: 'log', label: t.log, render: () => <NotificationLog onAdd={add} /> },
          { id: 'channels', label: t.channels, render: () => <Channels onEdit={setEdited} /> },
        ]}
      />
      {edited && <ChannelDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
