import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../components/button.js';
import { Dialog } from '../../../components/dialog.js';
import { TextField } from '../../../components/forms/fields.js';
import { toast } from '../../../components/toast.js';
import { type ActionError, useAction } from '../../../lib/graphql/use-action.js';
import {
  AgentChangeDocument,
  type AgentDetailFragment,
  type UpdateAgentInput,
} from './agent-detail.generated.js';

export interface SecretDialogProps {
  agent: AgentDetailFragment;
  kind: 'credential' | 'signingSecret';
  onClose: () => void;
}

/** Replaces the stored secret. A signing secret can also be removed. */
export function SecretDialog({ agent, kind, onClose }: SecretDialogProps) {
  const form = useId();
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<ActionError>();
  const [change, isChanging] = useAction(AgentChangeDocument, (data) => data.updateAgent);
  const isSigning = kind === 'signingSecret';
  const authentication = agent.endpoint?.authentication;
  const isPassword = authentication?.type === 'BASIC';
  const name = isSigning ? 'signing secret' : isPassword ? 'password' : 'token';
  const isSet = isSigning ? agent.signingSecret.set : authentication?.credential.set;

  async function save(value: string | null): Promise<void> {
    const result = await change({ id: agent.id, input: inputOf(value) });
    if (result.kind === 'error') return setError(result.error);
    toast({ kind: 'success', title: value === null ? `Removed the ${name}` : `Stored the ${name}` });
    onClose();
  }

  function inputOf(value: string | null): UpdateAgentInput {
    if (isSigning) return { signingSecret: value };
    const { type, header, username } = authentication ?? { type: 'NONE', header: null, username: null };
    return {
      endpoint: {
        authentication: {
          type,
          ...(header && { header }),
          ...(username && { username }),
          ...(isPassword ? { password: value } : { token: value }),
        },
      },
    };
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save(secret);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${isSet ? 'Replace' : 'Set'} the ${name}`}
      description={`New requests ${isSigning ? 'are signed with' : 'use'} the new value. It is stored encrypted and cannot be shown again.`}
      footer={
        <>
          {isSigning && isSet && (
            <Button variant="danger" className="mr-auto" isBusy={isChanging} onClick={() => void save(null)}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            isBusy={isChanging}
            disabledReason={secret === '' ? `Enter the ${name} first.` : undefined}
          >
            Store
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <TextField
          label={`New ${name}`}
          hint={isSigning ? 'whsec_ followed by 24 to 64 bytes in Base64 (Standard Webhooks).' : undefined}
          problem={error && (error.issues.map(({ message }) => message).join('; ') || error.message)}
          type="password"
          autoComplete="new-password"
          value={secret}
          onValue={setSecret}
        />
      </form>
    </Dialog>
  );
}
