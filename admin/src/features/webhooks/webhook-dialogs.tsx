import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { ConfirmDialog, Dialog } from '../../components/dialog.js';
import { Field, Form } from '../../components/form.js';
import { Select, TextInput } from '../../components/inputs.js';
import { SecretOnce } from '../../components/secret-once.js';
import { toast } from '../../components/toast.js';
import { type ActionError, useAction } from '../../lib/use-action.js';
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

/** As `keepOldFor` takes them; the first: not at all. */
const KEPT = [
  { value: '', label: 'ends at once' },
  { value: '1h', label: 'counts for another hour' },
  { value: '1d', label: 'counts for another day' },
  { value: '7d', label: 'counts for another 7 days' },
];

/** The new secret is shown once. How long the old one counts beside it is the user's choice; by default it ends at once. */
export function RotateSecret({ webhook, isOpen, onClose }: DialogProps) {
  const [rotate, isRotating] = useAction(WebhookRotateDocument, (data) => data.rotateWebhookSecret);
  const [own, setOwn] = useState('');
  const [keepOldFor, setKeepOldFor] = useState('');
  const [error, setError] = useState<ActionError>();
  const [made, setMade] = useState<string>();

  function close(): void {
    setOwn('');
    setKeepOldFor('');
    setError(undefined);
    setMade(undefined);
    onClose();
  }
  async function submit(): Promise<void> {
    const result = await rotate({ id: webhook.id, secret: own || null, keepOldFor: keepOldFor || null });
    if (result.kind === 'error') return setError(result.error);
    setError(undefined);
    setMade(result.value.secret);
  }

  if (made !== undefined) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={close}
        size="md"
        title="The new secret"
        description={`The old one ${KEPT.find(({ value }) => value === keepOldFor)?.label}.`}
        footer={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <SecretOnce label="Secret" secret={made} />
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="md"
      title={`Rotate the secret of “${webhook.name}”`}
      description="One that may have got into wrong hands must end at once. Otherwise leave the sender time to change it."
    >
      <Form
        label="Rotate the secret"
        error={error}
        isDirty={false}
        onSubmit={() => void submit()}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="danger" type="submit" isBusy={isRotating}>
              Rotate secret
            </Button>
          </>
        }
      >
        <Field
          label="Secret of the sender’s"
          path="secret"
          hint="At least 16 characters. Left empty, one is made here."
        >
          {(control) => (
            <TextInput
              {...control}
              className="font-mono"
              value={own}
              onChange={(event) => setOwn(event.target.value)}
            />
          )}
        </Field>
        <Field label="The present secret" path="keepOldFor">
          {(control) => <Select {...control} options={KEPT} value={keepOldFor} onValue={setKeepOldFor} />}
        </Field>
      </Form>
    </Dialog>
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
      onConfirm={async () => {
        const result = await remove({ id: webhook.id });
        if (result.kind === 'error') return result.error;
        toast({ kind: 'success', title: `“${webhook.name}” is deleted` });
        void navigate({ to: '/webhooks' as never });
        return undefined;
      }}
    >
      Its address answers 404 from now on, and the history of its calls cannot be seen any more. What it has
      started goes on. To refuse calls for a while, suspend it instead.
    </ConfirmDialog>
  );
}
