import { useState } from 'react';
import { Button } from '../../components/button.js';
import { CodeBlock } from '../../components/code/code-block.js';
import { Dialog } from '../../components/dialog.js';
import { DialogForm } from '../../components/forms/dialog-form.js';
import { bindTo, readWords, refusalOf } from '../../components/forms/draft.js';
import { SelectField, TextField } from '../../components/forms/fields.js';
import { Radios, Switch } from '../../components/forms/inputs.js';
import { SecretOnce } from '../../components/secret-once.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { optionsOf } from '../../lib/options-of.js';
import { VIEWER_ZONE } from '../../lib/text/time.js';
import type { Role } from '../../lib/viewer.js';
import { texts } from './texts.js';
import { TokenCreateDocument } from './tokens.generated.js';

const t = texts.create;

const DAY_MS = 86_400_000;

const ROLES = Object.entries(texts.roles).map(([value, words]) => ({ value: value as Role, ...words }));

const START = {
  name: '',
  role: 'VIEWER' as Role,
  lifetime: '90',
  until: '',
  isLimited: false,
  agentIds: '',
  scheduleLabels: '',
};

type Draft = typeof START;

/** Creates a token and shows it once. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const [create] = useAction(TokenCreateDocument, (data) => data.createApiToken);
  const [draft, setDraft] = useState(START);
  const [made, setMade] = useState<{ token: string; name: string }>();
  const { name, role, lifetime, until, isLimited } = draft;
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const bind = bindTo(draft, change);

  async function submit() {
    if (lifetime === 'date' && until === '')
      return refusalOf([{ path: ['expiresAt'], message: t.dateMissing }]);
    const scope = isLimited
      ? { agentIds: readWords(draft.agentIds), scheduleLabels: readWords(draft.scheduleLabels) }
      : null;
    const result = await create({ input: { name, role, expiresAt: expiryOf(lifetime, until), scope } });
    if (result.kind === 'error') return result.error;
    setMade({ token: result.value.token, name: result.value.apiToken?.name ?? name });
    return 'stay';
  }

  if (made) return <MadeToken {...made} onClose={onClose} />;

  return (
    <DialogForm
      title={texts.common.create}
      size="md"
      submitLabel={texts.common.create}
      isResultShownOnce
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField {...bind('name')} label={t.name} isRequired hint={t.nameHint} />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">{texts.common.role}</legend>
        <Radios
          label={texts.common.role}
          options={ROLES.filter(({ value }) => !isLimited || value !== 'ADMIN')}
          value={role}
          onValue={(role) => change({ role })}
          isColumn
        />
      </fieldset>
      <ScopeFields draft={draft} change={change} />
      <ExpiryFields draft={draft} change={change} />
    </DialogForm>
  );
}

interface FieldsProps {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
}

/** The agents and labels that the token is limited to. No limited token is an admin's. */
function ScopeFields({ draft, change }: FieldsProps) {
  const { role, isLimited } = draft;
  const bind = bindTo(draft, change);
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t.limit}
        isOn={isLimited}
        onChange={(isLimited) =>
          change({ isLimited, ...(isLimited && role === 'ADMIN' && { role: 'VIEWER' }) })
        }
      />
      {isLimited && (
        <>
          <p className="text-xs text-muted">{t.limitHint}</p>
          <TextField
            {...bind('agentIds')}
            label={t.agents}
            path="scope.agentIds"
            hint={t.agentsHint}
            isMono
          />
          <TextField
            {...bind('scheduleLabels')}
            label={t.labels}
            path="scope.scheduleLabels"
            hint={t.labelsHint}
            isMono
          />
        </>
      )}
    </div>
  );
}

function ExpiryFields({ draft, change }: FieldsProps) {
  const hasDate = draft.lifetime === 'date';
  const bind = bindTo(draft, change);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        {...bind('lifetime')}
        label={texts.common.expires}
        path={hasDate ? undefined : 'expiresAt'}
        options={optionsOf(t.lifetimes)}
      />
      {hasDate && (
        <TextField
          {...bind('until')}
          label={t.at}
          path="expiresAt"
          hint={t.atHint(VIEWER_ZONE)}
          type="datetime-local"
        />
      )}
    </div>
  );
}

interface MadeTokenProps {
  token: string;
  name: string;
  onClose: () => void;
}

function MadeToken({ token, name, onClose }: MadeTokenProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="md"
      title={texts.made.title(name)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.made.done}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <SecretOnce label={texts.common.token} secret={token} />
        <div className="flex flex-col gap-1.5">
          <h3 className="font-medium">{texts.made.tryTitle}</h3>
          <CodeBlock label={texts.made.example} value={curlOf(token)} />
        </div>
      </div>
    </Dialog>
  );
}

function expiryOf(lifetime: string, until: string): string | null {
  if (lifetime === 'never') return null;
  const at = lifetime === 'date' ? new Date(until) : new Date(Date.now() + Number(lifetime) * DAY_MS);
  return at.toISOString();
}

/** A complete example call. */
function curlOf(token: string): string {
  return `curl -sS ${location.origin}/graphql \\
  -H 'authorization: Bearer ${token}' \\
  -H 'content-type: application/json' \\
  -d '{"query": "{ me { name role } }"}'`;
}
