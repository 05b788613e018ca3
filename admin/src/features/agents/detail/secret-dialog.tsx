import { useState } from 'react';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { TextField } from '../../../components/forms/fields.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { draftOf, readDraft } from '../form/agent-draft.js';
import {
  AgentChangeDocument,
  type AgentDetailFragment,
  type UpdateAgentInput,
} from './agent-detail.generated.js';

export interface AgentSecret {
  /** In the input. */
  path: string;
  name: string;
  isSet: boolean;
}

export interface SecretDialogProps {
  agent: AgentDetailFragment;
  secret: AgentSecret;
  onClose: () => void;
}

/** Replaces the stored secret. A signing secret can also be removed. */
export function SecretDialog({ agent, secret: { path, name, isSet }, onClose }: SecretDialogProps) {
  const [secret, setSecret] = useState('');
  const [change] = useAction(AgentChangeDocument, (data) => data.updateAgent);
  const isSigning = path === 'signingSecret';

  const store = async (value: string | null) =>
    reportDone(
      await change({ id: agent.id, input: inputOf(value) }),
      `${value === null ? 'Removed' : 'Stored'} the ${name}`,
    );
  function inputOf(value: string | null): UpdateAgentInput {
    if (isSigning) return { signingSecret: value };
    const draft = draftOf(agent);
    const { input } = readDraft({ ...draft, credentials: { ...draft.credentials, [path]: value } });
    return { endpoint: { authentication: input.endpoint.authentication } };
  }

  return (
    <DialogForm
      title={`${isSet ? 'Replace' : 'Set'} the ${name}`}
      description={`New requests ${isSigning ? 'are signed with' : 'use'} the new value. It is stored encrypted and cannot be shown again.`}
      submitLabel="Store"
      disabledReason={secret === '' ? `Enter the ${name} first.` : undefined}
      onSubmit={() => store(secret)}
      second={isSigning && isSet ? { label: 'Remove', run: () => store(null) } : undefined}
      onClose={onClose}
    >
      <TextField
        label={`New ${name}`}
        path={path}
        hint={isSigning ? 'whsec_ followed by 24 to 64 bytes in Base64 (Standard Webhooks).' : undefined}
        isSecret
        value={secret}
        onValue={setSecret}
      />
    </DialogForm>
  );
}
