import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { IconButton } from '../../components/button.js';
import { Callout } from '../../components/callout.js';
import {
  ActionButton,
  ActionItem,
  type EntityAction,
  useEntityActions,
} from '../../components/entity-actions.js';
import { KeyText } from '../../components/facts/key-text.js';
import { ManagedByText } from '../../components/facts/managed-by.js';
import { StatusBadge } from '../../components/facts/status-badge.js';
import { Menu } from '../../components/menu.js';
import { NoObject } from '../../components/no-object.js';
import { PageHeader } from '../../components/page-header.js';
import { Tabs } from '../../components/tabs.js';
import { reportResult } from '../../components/toast.js';
import { Ellipsis, KeyRound, Pause, Pencil, Play, Trash2 } from '../../icons/lucide.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { TargetLink } from './target-link.js';
import { texts } from './texts.js';
import { WebhookCalls } from './webhook-calls.js';
import { DeleteWebhook, RotateSecret } from './webhook-dialogs.js';
import { HowToCall, WebhookSettings } from './webhook-how.js';
import { targetOf, WEBHOOKS } from './webhook-words.js';
import {
  type WebhookDetailFragment,
  WebhookOneDocument,
  WebhookResumeDocument,
  WebhookSuspendDocument,
} from './webhooks.generated.js';

const t = texts.detail;

/** `/webhooks/:id`: calls, instructions and settings of a webhook. */
export function WebhookPage() {
  const { webhookId = '' } = useParams({ strict: false });
  const query = useLiveQuery(WebhookOneDocument, {
    variables: { id: webhookId },
    refetchOn: { record: ({ id }) => id === webhookId || id === 'scheduler' },
  });
  const { data } = query;
  if (!data?.webhook) {
    return (
      <NoObject kind={texts.common.webhook} parent={WEBHOOKS} query={query}>
        {texts.common.mayBeDeleted}
      </NoObject>
    );
  }
  const { webhook } = data;
  return (
    <>
      <WebhookHeader webhook={webhook} />
      <Notices webhook={webhook} />
      <Tabs
        label={texts.common.webhook}
        tabs={[
          { id: 'calls', label: t.calls, render: () => <WebhookCalls webhook={webhook} /> },
          {
            id: 'how',
            label: t.howToCall,
            render: () => (
              <div className="p-4 md:p-6">
                <HowToCall webhook={webhook} />
              </div>
            ),
          },
          {
            id: 'settings',
            label: t.settings,
            render: () => (
              <div className="p-4 md:p-6">
                <WebhookSettings
                  webhook={webhook}
                  maxBodyBytes={data.schedulerConfig.webhooks.maxBodyBytes}
                />
              </div>
            ),
          },
        ]}
      />
    </>
  );
}

function Notices({ webhook }: { webhook: WebhookDetailFragment }) {
  const { isMissing, kind, name } = targetOf(webhook);
  if (!isMissing && !webhook.suspended) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pt-3 md:px-6">
      {isMissing && <Callout kind="error">{texts.deletedTarget.notice(kind, name)}</Callout>}
      {webhook.suspended && <Callout kind="warning">{t.suspendedNotice}</Callout>}
    </div>
  );
}

function WebhookHeader({ webhook }: { webhook: WebhookDetailFragment }) {
  const { id, name, suspended } = webhook;
  const navigate = useNavigate();
  const [open, setOpen] = useState<'rotate' | 'delete'>();
  const [suspend, isSuspending] = useAction(WebhookSuspendDocument, (data) => data.suspendWebhook);
  const [resume, isResuming] = useAction(WebhookResumeDocument, (data) => data.resumeWebhook);

  async function toggle(): Promise<void> {
    const result = await (suspended ? resume({ id }) : suspend({ id }));
    reportResult(result, suspended ? t.resumed : t.suspended);
  }
  const actions = {
    toggle: {
      label: suspended ? t.resume : t.suspend,
      requires: 'OPERATOR',
      icon: suspended ? Play : Pause,
      isBusy: isSuspending || isResuming,
      run: () => void toggle(),
    },
    edit: {
      label: texts.common.edit,
      requires: 'ADMIN',
      icon: Pencil,
      run: () => void navigate({ to: '/webhooks/$webhookId/edit', params: { webhookId: id } }),
    },
    rotate: { label: t.rotate, requires: 'ADMIN', icon: KeyRound, run: () => setOpen('rotate') },
    remove: {
      label: t.delete,
      requires: 'ADMIN',
      icon: Trash2,
      isDanger: true,
      run: () => setOpen('delete'),
    },
  } satisfies Record<string, EntityAction>;
  useEntityActions(texts.common.webhook, Object.values(actions));

  return (
    <PageHeader
      title={name}
      parent={WEBHOOKS}
      aside={
        suspended ? (
          <StatusBadge status="paused" label={texts.states.suspended} />
        ) : (
          <StatusBadge status="completed" label={texts.states.active} />
        )
      }
      actions={
        <>
          <Menu trigger={<IconButton label={t.more} icon={Ellipsis} />}>
            <ActionItem action={actions.rotate} />
            <ActionItem action={actions.remove} />
          </Menu>
          <ActionButton action={actions.toggle} />
          <ActionButton action={actions.edit} />
          {open === 'rotate' && <RotateSecret webhook={webhook} onClose={() => setOpen(undefined)} />}
          <DeleteWebhook webhook={webhook} isOpen={open === 'delete'} onClose={() => setOpen(undefined)} />
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{t.starts(<TargetLink webhook={webhook} />)}</span>
        <KeyText value={webhook.key} />
        <ManagedByText value={webhook.managedBy} />
      </p>
    </PageHeader>
  );
}
