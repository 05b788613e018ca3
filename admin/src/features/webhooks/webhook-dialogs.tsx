import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { ConfirmDialog, Dialog } from '../../components/dialog.js';
import { DialogForm } from '../../components/forms/dialog-form.js';
import { SelectField, TextField } from '../../components/forms/fields.js';
import { SecretOnce } from '../../components/secret-once.js';
import { reportDone } from '../../components/toast.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { optionsOf } from '../../lib/options-of.js';
import { texts } from './texts.js';
import {
  WebhookDeleteDocument,
  type WebhookDetailFragment,
  WebhookRotateDocument,
} from './webhooks.generated.js';

const t = texts.rotate;

interface DialogProps {
  webhook: WebhookDetailFragment;
  isOpen: boolean;
  onClose: () => void;
}

/** Values of `keepOldFor`. The first one does not keep the old secret. */
const KEPT = optionsOf(t.keptFor);

/**
 * Shows the new secret once. The user chooses how long the old one is still accepted; by default it
 * expires immediately.
 */
export function RotateSecret({ webhook, onClose }: Omit<DialogProps, 'isOpen'>) {
  const [rotate] = useAction(WebhookRotateDocument, (data) => data.rotateWebhookSecret);
  const [own, setOwn] = useState('');
  const [keepOldFor, setKeepOldFor] = useState('');
  const [made, setMade] = useState<string>();

  async function submit() {
    const result = await rotate({ id: webhook.id, secret: own || null, keepOldFor: keepOldFor || null });
    if (result.kind === 'error') return result.error;
    setMade(result.value.secret);
    return 'stay';
  }

  if (made !== undefined) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        size="md"
        title={t.made}
        description={t.oldExpires(KEPT.find(({ value }) => value === keepOldFor)?.label)}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t.done}
          </Button>
        }
      >
        <SecretOnce label={texts.common.secret} secret={made} />
      </Dialog>
    );
  }
  return (
    <DialogForm
      title={t.title(webhook.name)}
      description={t.about}
      size="md"
      submitLabel={t.submit}
      isDanger
      isResultShownOnce
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.ownSecret}
        path="secret"
        hint={t.ownSecretHint}
        className="font-mono"
        value={own}
        onValue={setOwn}
      />
      <SelectField
        label={t.oldSecret}
        path="keepOldFor"
        options={KEPT}
        value={keepOldFor}
        onValue={setKeepOldFor}
      />
    </DialogForm>
  );
}

export function DeleteWebhook({ webhook, isOpen, onClose }: DialogProps) {
  const navigate = useNavigate();
  const [remove] = useAction(WebhookDeleteDocument, (data) => data.deleteWebhook);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.delete.title(webhook.name)}
      confirmLabel={texts.delete.confirm}
      isDanger
      onConfirm={async () =>
        reportDone(await remove({ id: webhook.id }), texts.delete.deleted(webhook.name), () =>
          navigate({ to: '/webhooks', replace: true }),
        )
      }
    >
      {texts.delete.about}
    </ConfirmDialog>
  );
}
