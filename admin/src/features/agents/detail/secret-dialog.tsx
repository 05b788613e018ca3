import { useState } from 'react';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { TextField } from '../../../components/forms/fields.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { draftOf, readDraft } from '../form/agent-draft.js';
import { texts } from '../texts/configuration.js';
import {
  AgentChangeDocument,
  type AgentDetailFragment,
  type UpdateAgentInput,
} from './agent-detail.generated.js';

const t = texts.secret;

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
      value === null ? t.removed(name) : t.stored(name),
    );
  function inputOf(value: string | null): UpdateAgentInput {
    if (isSigning) return { signingSecret: value };
    const draft = draftOf(agent);
    const { input } = readDraft({ ...draft, credentials: { ...draft.credentials, [path]: value } });
    return { endpoint: { authentication: input.endpoint.authentication } };
  }

  return (
    <DialogForm
      title={isSet ? t.replaceTitle(name) : t.setTitle(name)}
      description={isSigning ? t.signingHint : t.credentialHint}
      submitLabel={t.submit}
      disabledReason={secret === '' ? t.missing(name) : undefined}
      onSubmit={() => store(secret)}
      second={isSigning && isSet ? { label: texts.common.remove, run: () => store(null) } : undefined}
      onClose={onClose}
    >
      <TextField
        label={t.label(name)}
        path={path}
        hint={isSigning ? t.signingFormat : undefined}
        isSecret
        value={secret}
        onValue={setSecret}
      />
    </DialogForm>
  );
}
