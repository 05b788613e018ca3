import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { parseJsonText } from '../../../components/code/json-editor.js';
import { ConfirmButton } from '../../../components/confirm-button.js';
import { Time } from '../../../components/facts/time.js';
import { Who } from '../../../components/facts/who.js';
import { JsonField } from '../../../components/forms/fields.js';
import { Form } from '../../../components/forms/form.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { toast } from '../../../components/toast.js';
import { type ActionError, useAction } from '../../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { useRefusal } from '../../../lib/viewer.js';
import { texts } from '../texts/configuration.js';
import {
  AgentConfigurationDocument,
  type AgentConfigurationQuery,
  AgentSetConfigDocument,
} from './agent-detail.generated.js';

const t = texts.config;

/** The `config` that is sent with every request. It may contain confidential values, so only admins see it. */
export function ConfigTab({ agentId }: { agentId: string }) {
  const refusal = useRefusal('ADMIN');
  const query = useLiveQuery(AgentConfigurationDocument, {
    variables: { agentId },
    pause: refusal !== undefined,
    refetchOn: { record: ({ id }) => id === agentId },
  });
  if (refusal) return <p className="p-4 text-muted md:p-6">{refusal}</p>;
  const { data, refetch } = query;
  if (!data) return <NotLoaded what={t.what} query={query} />;
  const config = data.agentConfig ?? { value: null, updatedAt: null, updatedBy: null, updatedByName: null };
  return (
    <div className="flex flex-col gap-3 p-4 md:p-6">
      <p className="max-w-prose text-muted">
        {t.about(agentId)}
        {config.updatedAt && (
          <span className="block">
            {config.updatedBy
              ? t.changedBy(
                  <Time at={config.updatedAt} />,
                  <Who id={config.updatedBy} name={config.updatedByName} />,
                )
              : t.changed(<Time at={config.updatedAt} />)}
          </span>
        )}
      </p>
      <ConfigForm agentId={agentId} config={config} onSaved={refetch} />
    </div>
  );
}

interface ConfigFormProps {
  agentId: string;
  config: NonNullable<AgentConfigurationQuery['agentConfig']>;
  onSaved: () => void;
}

function ConfigForm({ agentId, config, onSaved }: ConfigFormProps) {
  const stored = config.value === null ? '' : JSON.stringify(config.value, null, 2);
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<ActionError>();
  const [save, isSaving] = useAction(AgentSetConfigDocument, (data) => data.setAgentConfig);
  const text = typed ?? stored;
  const parsed = parseJsonText(text);
  const isDirty = typed !== undefined && typed !== stored;

  async function store(value: unknown) {
    const result = await save({ agentId, value });
    if (result.kind === 'error') {
      setError(result.error);
      return result.error;
    }
    setError(undefined);
    setTyped(undefined);
    onSaved();
    toast({ kind: 'success', title: value === null ? t.removed : t.saved });
    return undefined;
  }

  return (
    <Form
      label={t.title}
      error={error}
      isDirty={isDirty}
      onSubmit={() => {
        if (parsed.kind === 'ok' && isDirty) void store(parsed.value ?? null);
      }}
      footer={
        <>
          {config.value !== null && (
            <ConfirmButton
              label={t.remove}
              variant="danger"
              className="mr-auto"
              title={t.removeTitle}
              confirmLabel={texts.common.remove}
              isDanger
              onConfirm={() => store(null)}
            >
              {t.removeHint}
            </ConfirmButton>
          )}
          <Button disabledReason={isDirty ? undefined : t.unchanged} onClick={() => setTyped(undefined)}>
            {t.discard}
          </Button>
          <Button
            type="submit"
            variant="primary"
            isBusy={isSaving}
            disabledReason={parsed.kind === 'error' ? parsed.message : isDirty ? undefined : t.unchanged}
          >
            {texts.common.save}
          </Button>
        </>
      }
    >
      <JsonField label={t.title} path="value" hint={t.hint} value={text} onValue={setTyped} lines={10} />
    </Form>
  );
}
