import { useState } from 'react';
import { Button } from '../../components/button.js';
import { CodeBlock } from '../../components/code/code-block.js';
import { Dialog } from '../../components/dialog.js';
import { DialogForm } from '../../components/forms/dialog-form.js';
import { readWords, refusalOf } from '../../components/forms/draft.js';
import { SelectField, TextField } from '../../components/forms/fields.js';
import { Radios, Switch } from '../../components/forms/inputs.js';
import { SecretOnce } from '../../components/secret-once.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { VIEWER_ZONE } from '../../lib/text/time.js';
import type { Role } from '../../lib/viewer.js';
import { curlOf, LIFETIMES, ROLES } from './token-words.js';
import { TokenCreateDocument } from './tokens.generated.js';

const START = {
  name: '',
  role: 'VIEWER' as Role,
  lifetime: '90',
  until: '',
  isLimited: false,
  agentIds: '',
  scheduleLabels: '',
};

/** Creates a token and shows it once. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const [create] = useAction(TokenCreateDocument, (data) => data.createApiToken);
  const [draft, setDraft] = useState(START);
  const [made, setMade] = useState<{ token: string; name: string }>();
  const { name, role, lifetime, until, isLimited } = draft;
  const change = (changed: Partial<typeof START>) => setDraft({ ...draft, ...changed });

  async function submit() {
    if (lifetime === 'date' && until === '')
      return refusalOf([{ path: ['expiresAt'], message: 'choose a date' }]);
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
      title="Create token"
      size="md"
      submitLabel="Create token"
      isResultShownOnce
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        path="name"
        isRequired
        hint="Who or what uses the token. Shown in the audit log."
        value={name}
        onValue={(name) => change({ name })}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">Role</legend>
        <Radios
          label="Role"
          options={ROLES.filter(({ value }) => !isLimited || value !== 'ADMIN')}
          value={role}
          onValue={(role) => change({ role })}
          isColumn
        />
      </fieldset>
      <div className="flex flex-col gap-3">
        <Switch
          label="Limit to some agents and schedules"
          isOn={isLimited}
          onChange={(isLimited) =>
            change({ isLimited, ...(isLimited && role === 'ADMIN' && { role: 'VIEWER' }) })
          }
        />
        {isLimited && (
          <>
            <p className="text-xs text-muted">
              The token can read these agents and schedules with their runs and, as an operator, trigger,
              pause, retry and cancel them. Everything else is refused. It cannot sign in to the admin.
            </p>
            <TextField
              label="Agents"
              path="scope.agentIds"
              hint="IDs, separated by commas."
              isMono
              value={draft.agentIds}
              onValue={(agentIds) => change({ agentIds })}
            />
            <TextField
              label="Schedules with a label"
              path="scope.scheduleLabels"
              hint="Labels, separated by commas."
              isMono
              value={draft.scheduleLabels}
              onValue={(scheduleLabels) => change({ scheduleLabels })}
            />
          </>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Expires"
          path={lifetime === 'date' ? undefined : 'expiresAt'}
          value={lifetime}
          options={[
            ...LIFETIMES.map(({ value, label }) => ({
              value,
              label: value === 'never' ? 'never' : `in ${label}`,
            })),
            { value: 'date', label: 'on a date' },
          ]}
          onValue={(value) => change({ lifetime: value })}
        />
        {lifetime === 'date' && (
          <TextField
            label="At"
            path="expiresAt"
            hint={`Time zone: ${VIEWER_ZONE}.`}
            type="datetime-local"
            value={until}
            onValue={(until) => change({ until })}
          />
        )}
      </div>
    </DialogForm>
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
      title={`Token “${name}” created`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <SecretOnce label="Token" secret={token} />
        <div className="flex flex-col gap-1.5">
          <h3 className="font-medium">Try it</h3>
          <CodeBlock label="example call" value={curlOf(token)} />
        </div>
      </div>
    </Dialog>
  );
}

function expiryOf(lifetime: string, until: string): string | null {
  if (lifetime === 'date') return new Date(until).toISOString();
  const ms = LIFETIMES.find(({ value }) => value === lifetime)?.ms ?? null;
  return ms === null ? null : new Date(Date.now() + ms).toISOString();
}
