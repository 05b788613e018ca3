import { useState } from 'react';
import { Button } from '../../components/button.js';
import { PageHeader } from '../../components/page-header.js';
import { Tabs } from '../../components/tabs.js';
import { Plus } from '../../icons/lucide.js';
import { useUrlState } from '../../lib/url-state.js';
import { ChannelDialog, type EditedChannel } from './channel-dialog.js';
import { Channels } from './channels.js';
import { NotificationLog } from './notification-log.js';

/** `/notifications`: sent notifications and the channels. */
export function NotificationsPage() {
  const [, change] = useUrlState();
  const [edited, setEdited] = useState<EditedChannel>();
  return (
    <>
      <PageHeader
        title="Notifications"
        actions={
          <Button
            variant="primary"
            requires="ADMIN"
            icon={Plus}
            onClick={() => {
              change({ tab: 'channels' });
              setEdited({ kind: 'new' });
            }}
          >
            Add channel
          </Button>
        }
      />
      <Tabs
        label="Notifications"
        tabs={[
          { id: 'log', label: 'Log', render: () => <NotificationLog /> },
          { id: 'channels', label: 'Channels', render: () => <Channels onEdit={setEdited} /> },
        ]}
      />
      {edited && <ChannelDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
