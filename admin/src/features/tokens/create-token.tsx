import { useState } from 'react';
import { Button } from '../../components/button.js';
import { CodeBlock } from '../../components/code/code-block.js';
import { Dialog } from '../../components/dialog.js';
import { readWords } from '../../components/forms/draft.js';
import { SelectField, TextField } from '../../components/forms/fields.js';
import { Form } from '../../components/forms/form.js';
import { Radios, Switch } from '../../components/forms/inputs.js';
import { SecretOnce } from '../../components/secret-once.js';
import { type ActionError, useAction } from '../../lib/graphql/use-action.js';
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
export function CreateToken({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [create, isCreating] = useAction(TokenCreateDocument, (data) => data.createApiToken);
  const [draft, setDraft] = useState(START);
  const [error, setError] = useState<ActionError>();
  const [made, setMade] = useState<{ token: string; name: string }>();
  const { name, role, lifetime, until, isLimited } = draft;
  const change = (changed: Partial<typeof START>) => setDraft({ ...draft, ...changed });

  function close(): void {
    setDraft(START);
    setError(undefined);
    setMade(undefined);
    onClose();
  }
  async function submit(): Promise<void> {
    if (lifetime === 'date' && until === '') {
      const issue = { path: ['expiresAt'], message: 'choose a date' };
      return setError({ code: 'VALIDATION', message: 'Enter an expiration date.', issues: [issue] });
    }
    const scope = isLimited
      ? { agentIds: readWords(draft.agentIds), scheduleLabels: readWords(draft.scheduleLabels) }
      : null;
    const result = await create({ input: { name, role, expiresAt: expiryOf(lifetime, until), scope } });
    if (result.kind === 'error') return setError(result.error);
    setError(undefined);
    setMade({ token: result.value.token, name: result.value.apiToken?.name ?? name });
  }

  if (made) return <MadeToken {...made} isOpen={isOpen} onClose={close} />;

  return (
    <Dialog isOpen={isOpen} onClose={close} size="md" title="Create token">
      <Form
        label="Create token"
        error={error}
        isDirty={false}
        onSubmit={() => void submit()}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" type="submit" requires="ADMIN" isBusy={isCreating}>
              Create token
            </Button>
          </>
        }
      >
        <TextField
          label="Name"
          path="name"
          isRequired
          hint="Who or what uses the token. Shown in the audit log."
          autoFocus
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
      </Form>
    </Dialog>
  );
}

interface MadeTokenProps {
  token: string;
  name: string;
  isOpen: boolean;
  onClose: () => void;
}

function MadeToken({ token, name, isOpen, onClose }: MadeTokenProps) {
  return (
    <Dialog
      isOpen={isOpen}
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
