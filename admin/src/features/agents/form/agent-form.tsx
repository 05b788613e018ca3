import { useNavigate } from '@tanstack/react-router';
import { bindTo, refusalOf } from '../../../components/forms/draft.js';
import { EntityForm } from '../../../components/forms/entity-form.js';
import { TextAreaField, TextField } from '../../../components/forms/fields.js';
import { FieldGroup } from '../../../components/forms/form.js';
import { Switch } from '../../../components/forms/inputs.js';
import { useDraft } from '../../../components/forms/use-draft.js';
import { useRefused } from '../../../components/forms/use-refused.js';
import { toast } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { linkTo } from '../../../lib/link-to.js';
import { texts } from '../texts/form.js';
import type { PartProps } from './agent-draft.js';
import { type AgentDraft, changesOf, pathOf, readDraft } from './agent-draft.js';
import {
  type AgentFormFieldsFragment,
  AgentFormRegisterDocument,
  AgentFormUpdateDocument,
} from './agent-form.generated.js';
import { AuthenticationPart, EndpointPart } from './endpoint-part.js';
import { AnswersPart, HealthPart, LimitsPart, MorePart, RetriesPart, SchemasPart } from './optional-parts.js';

const t = texts.form;

export interface AgentFormProps {
  /** The agent to edit. Undefined to register one. */
  agent?: AgentFormFieldsFragment;
  /** What is stored now, or the draft of a new agent. */
  stored: AgentDraft;
}

export function AgentForm({ agent, stored }: AgentFormProps) {
  const navigate = useNavigate();
  const { opened, draft, change, isDirty, saved, reload } = useDraft(stored, stored);
  const [error, setError] = useRefused(readDraft(draft).input);
  const [register, isRegistering] = useAction(AgentFormRegisterDocument, (data) => data.registerAgent);
  const [update, isUpdating] = useAction(AgentFormUpdateDocument, (data) => data.updateAgent);
  const part = { draft, change, bind: bindTo(draft, change, pathOf) };

  async function save(): Promise<void> {
    const { input, issues } = readDraft(draft);
    if (issues.length > 0) return setError(refusalOf(issues));
    const result = agent
      ? await update({ id: agent.id, input: changesOf(readDraft(opened).input, input) })
      : await register({ input });
    if (result.kind === 'error') return setError(result.error);
    setError(undefined);
    saved();
    toast({ kind: 'success', title: agent ? t.saved(result.value.name) : t.registered(result.value.name) });
    void navigate({ ...linkTo.agent(result.value.id), replace: true, ignoreBlocker: true });
  }

  return (
    <div className="p-4 md:p-6">
      <EntityForm
        label={agent ? t.editTitle : texts.common.register}
        isNew={!agent}
        managedBy={agent?.managedBy}
        submitLabel={agent ? texts.common.save : texts.common.register}
        error={error}
        isDirty={isDirty}
        isBusy={isRegistering || isUpdating}
        onSave={save}
        onReload={reload}
        back={agent ? linkTo.agent(agent.id) : { to: '/agents' }}
      >
        <IdentityPart {...part} isNew={!agent} />
        <EndpointPart {...part} />
        <AuthenticationPart {...part} agent={agent} />
        <SchemasPart {...part} />
        <AnswersPart {...part} />
        <LimitsPart {...part} />
        <RetriesPart {...part} />
        <HealthPart {...part} />
        <MorePart {...part} agent={agent} />
        <div className="border-t pt-3">
          <Switch
            label={texts.states.true}
            isOn={draft.enabled}
            onChange={(enabled) => change({ enabled })}
          />
        </div>
      </EntityForm>
    </div>
  );
}

/** Until an ID is typed, it follows the name. */
function IdentityPart({ draft, change, bind, isNew }: PartProps & { isNew: boolean }) {
  const followsName = draft.id === '' || draft.id === slugOf(draft.name);
  return (
    <FieldGroup legend={texts.common.agent} columns={2}>
      <TextField
        {...bind('name')}
        label={t.name}
        isRequired
        onValue={(name) => change({ name, ...(isNew && followsName && { id: slugOf(name) }) })}
      />
      <TextField
        {...bind('id')}
        label={t.id}
        isRequired
        isMono
        hint={isNew ? t.newIdHint : t.idHint}
        disabledReason={isNew ? undefined : t.idFixed}
      />
      <TextField {...bind('version')} label={texts.common.version} isRequired isMono hint={t.versionHint} />
      <div className="sm:col-span-2">
        <TextAreaField {...bind('description')} label={t.description} rows={2} />
      </div>
    </FieldGroup>
  );
}

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 128);
}
