import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { changesOf } from '../../components/forms/draft.js';
import { EntityForm } from '../../components/forms/entity-form.js';
import { useDraft } from '../../components/forms/use-draft.js';
import { useRefused } from '../../components/forms/use-refused.js';
import { NoObject } from '../../components/no-object.js';
import { PageHeader } from '../../components/page-header.js';
import { SecretOnce } from '../../components/secret-once.js';
import { Section } from '../../components/section.js';
import { toast } from '../../components/toast.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { linkTo } from '../../lib/link-to.js';
import { texts } from './texts.js';
import { draftOf, EMPTY_DRAFT, inputOf, TOGETHER } from './webhook-draft.js';
import { WebhookFields } from './webhook-form.js';
import { HowToCall } from './webhook-how.js';
import { targetOf, WEBHOOKS } from './webhook-words.js';
import {
  WebhookCreateDocument,
  type WebhookDetailFragment,
  WebhookOneDocument,
  WebhookUpdateDocument,
} from './webhooks.generated.js';

const t = texts.form;

/** `/webhooks/new`. The created webhook is shown on the same page, because its secret is shown only once. */
export function NewWebhookPage() {
  const navigate = useNavigate();
  const [create, isCreating] = useAction(WebhookCreateDocument, (data) => data.createWebhook);
  const { draft, change, isDirty } = useDraft(EMPTY_DRAFT);
  const [error, setError] = useRefused(inputOf(draft), TOGETHER);
  const [made, setMade] = useState<{ secret: string; webhook: WebhookDetailFragment }>();

  async function submit(): Promise<void> {
    const result = await create({ input: inputOf(draft) });
    if (result.kind === 'error') return setError(result.error);
    const { secret, webhook } = result.value;
    if (webhook) setMade({ secret, webhook });
    else void navigate({ to: '/webhooks', replace: true, ignoreBlocker: true });
  }

  if (made) return <MadeWebhook {...made} />;
  return (
    <>
      <PageHeader title={texts.common.create} parent={WEBHOOKS} />
      <div className="p-4 md:p-6">
        <EntityForm
          label={texts.common.create}
          isNew
          submitLabel={texts.common.create}
          error={error}
          isDirty={isDirty}
          isBusy={isCreating}
          onSave={submit}
          back={{ to: '/webhooks' }}
        >
          <WebhookFields draft={draft} onChange={change} />
        </EntityForm>
      </div>
    </>
  );
}

function MadeWebhook({ secret, webhook }: { secret: string; webhook: WebhookDetailFragment }) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t.created(webhook.name)} parent={WEBHOOKS} />
      <div className="flex max-w-204 flex-col gap-6 p-4 md:p-6">
        <Section title={t.signingSecret}>
          <SecretOnce label={texts.common.secret} secret={secret} />
        </Section>
        <HowToCall webhook={webhook} secret={secret} />
        <div className="flex justify-end border-t pt-3">
          <Button
            variant="primary"
            onClick={() => void navigate({ ...linkTo.webhook(webhook.id), replace: true })}
          >
            {t.view}
          </Button>
        </div>
      </div>
    </>
  );
}

/** `/webhooks/:id/edit`. */
export function EditWebhookPage() {
  const { webhookId = '' } = useParams({ strict: false });
  const query = useLiveQuery(WebhookOneDocument, {
    variables: { id: webhookId },
    refetchOn: { record: ({ id }) => id === webhookId },
  });
  const webhook = query.data?.webhook;
  if (webhook) return <EditWebhook key={webhook.id} webhook={webhook} />;
  return (
    <NoObject kind={texts.common.webhook} parent={WEBHOOKS} query={query}>
      {texts.common.mayBeDeleted}
    </NoObject>
  );
}

function EditWebhook({ webhook }: { webhook: WebhookDetailFragment }) {
  const { id, name } = webhook;
  const navigate = useNavigate();
  const [update, isUpdating] = useAction(WebhookUpdateDocument, (data) => data.updateWebhook);
  const stored = draftOf(webhook);
  const { opened, draft, change, isDirty, saved, reload } = useDraft(stored, stored);
  const [error, setError] = useRefused(inputOf(draft), TOGETHER);

  async function submit(): Promise<void> {
    const result = await update({ id, input: changesOf(inputOf(opened), inputOf(draft)) });
    if (result.kind === 'error') return setError(result.error);
    saved();
    toast({ kind: 'success', title: t.saved(result.value.name) });
    void navigate({ ...linkTo.webhook(id), replace: true, ignoreBlocker: true });
  }

  return (
    <>
      <PageHeader title={texts.common.edit} parent={{ label: name, ...linkTo.webhook(id) }} />
      <div className="p-4 md:p-6">
        <EntityForm
          label={t.editNamed(name)}
          isNew={false}
          managedBy={webhook.managedBy}
          submitLabel={t.save}
          error={error}
          isDirty={isDirty}
          isBusy={isUpdating}
          onSave={submit}
          onReload={reload}
          back={linkTo.webhook(id)}
        >
          <WebhookFields draft={draft} onChange={change} stored={targetOf(webhook)} />
        </EntityForm>
      </div>
    </>
  );
}
