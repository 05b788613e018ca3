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
import {
  WebhookDeleteDocument,
  type WebhookDetailFragment,
  WebhookRotateDocument,
} from './webhooks.generated.js';

interface DialogProps {
  webhook: WebhookDetailFragment;
  isOpen: boolean;
  onClose: () => void;
}

/** Values of `keepOldFor`. The first one does not keep the old secret. */
const KEPT = optionsOf({
  '': 'expires immediately',
  '1h': 'expires in 1 hour',
  '1d': 'expires in 1 day',
  '7d': 'expires in 7 days',
});

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
        title="New secret"
        description={`The old secret ${KEPT.find(({ value }) => value === keepOldFor)?.label}.`}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <SecretOnce label="Secret" secret={made} />
      </Dialog>
    );
  }
  return (
    <DialogForm
      title={`Rotate the secret of “${webhook.name}”`}
      description="If the old secret may be compromised, let it expire immediately. Otherwise give the sender time to switch."
      size="md"
      submitLabel="Rotate secret"
      isDanger
      isResultShownOnce
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Secret from the sender"
        path="secret"
        hint="At least 16 characters. Leave empty to generate one."
        className="font-mono"
        value={own}
        onValue={setOwn}
      />
      <SelectField
        label="Old secret"
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
      title={`Delete “${webhook.name}”?`}
      confirmLabel="Delete webhook"
      isDanger
      onConfirm={async () =>
        reportDone(await remove({ id: webhook.id }), `Deleted “${webhook.name}”`, () =>
          navigate({ to: '/webhooks' }),
        )
      }
    >
      Calls to its address get a 404, and its call history is no longer available. Runs it has started
      continue. To refuse calls temporarily, suspend the webhook instead.
    </ConfirmDialog>
  );
}
