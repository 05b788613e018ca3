import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { TextField } from '../../../components/forms/fields.js';
import { reportDone, reportResult } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
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
  const [secret, setSecret] = useState('');
  const [isRemoving, setRemoving] = useState(false);
  const [change] = useAction(AgentChangeDocument, (data) => data.updateAgent);
  const isSigning = kind === 'signingSecret';
  const authentication = agent.endpoint?.authentication;
  const isPassword = authentication?.type === 'BASIC';
  const name = isSigning ? 'signing secret' : isPassword ? 'password' : 'token';
  const isSet = isSigning ? agent.signingSecret.set : authentication?.credential.set;

  const store = async (value: string) =>
    reportDone(await change({ id: agent.id, input: inputOf(value) }), `Stored the ${name}`);
  async function remove(): Promise<void> {
    setRemoving(true);
    const result = await change({ id: agent.id, input: inputOf(null) });
    setRemoving(false);
    if (reportResult(result, `Removed the ${name}`)) onClose();
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

  return (
    <DialogForm
      title={`${isSet ? 'Replace' : 'Set'} the ${name}`}
      description={`New requests ${isSigning ? 'are signed with' : 'use'} the new value. It is stored encrypted and cannot be shown again.`}
      submitLabel="Store"
      disabledReason={
        isRemoving ? `The ${name} is being removed.` : secret === '' ? `Enter the ${name} first.` : undefined
      }
      onSubmit={() => store(secret)}
      onClose={onClose}
      aside={
        isSigning &&
        isSet && (
          <Button variant="danger" className="mr-auto" isBusy={isRemoving} onClick={() => void remove()}>
            Remove
          </Button>
        )
      }
    >
      <TextField
        label={`New ${name}`}
        path={isSigning ? 'signingSecret' : 'endpoint.authentication'}
        hint={isSigning ? 'whsec_ followed by 24 to 64 bytes in Base64 (Standard Webhooks).' : undefined}
        isSecret
        value={secret}
        onValue={setSecret}
      />
    </DialogForm>
  );
}
