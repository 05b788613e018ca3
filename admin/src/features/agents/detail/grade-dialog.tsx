import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { parseJsonText } from '../../../components/code/json-editor.js';
import { Dialog } from '../../../components/dialog.js';
import { StatusBadge } from '../../../components/facts/status-badge.js';
import { JsonField } from '../../../components/forms/fields.js';
import { FormContext } from '../../../components/forms/form-context.js';
import type { Success } from '../../../lib/graphql/use-action.js';
import { type ActionError, useAction } from '../../../lib/graphql/use-action.js';
import {
  type AgentDetailFragment,
  GradeAgentDocument,
  type GradeAgentMutation,
} from './agent-detail.generated.js';
import { exampleOf } from './schema-fields.js';

type Grade = Success<GradeAgentMutation['gradeAgent']>;

export interface GradeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  agent: AgentDetailFragment;
}

export function GradeDialog({ isOpen, onClose, agent }: GradeDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Check the protocol of ${agent.name}`}
      description="Calls the agent about fifteen times with these params, with all its effects, and reports what to fix. The calls are not recorded."
      size="lg"
    >
      <Checks agent={agent} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted while the dialog is open, so that it starts with an empty state each time. */
function Checks({ agent, onClose }: Pick<GradeDialogProps, 'agent' | 'onClose'>) {
  const [text, setText] = useState(() => JSON.stringify(exampleOf(agent.inputSchema), null, 2));
  const [error, setError] = useState<ActionError>();
  const [grade, setGrade] = useState<Grade>();
  const [run, isRunning] = useAction(GradeAgentDocument, (data) => data.gradeAgent);
  const parsed = parseJsonText(text);

  async function start(): Promise<void> {
    if (parsed.kind === 'error') return;
    setError(undefined);
    setGrade(undefined);
    const answered = await run({ agentId: agent.id, params: parsed.value ?? {} });
    if (answered.kind === 'error') setError(answered.error);
    else setGrade(answered.value);
  }

  return (
    <FormContext value={{ issues: error?.issues ?? [] }}>
      <div className="flex flex-col gap-4">
        <JsonField
          label="Params"
          path="params"
          hint="Params of a short job that the agent can complete."
          value={text}
          onValue={setText}
          lines={5}
        />
        <div aria-live="polite">
          {error && (
            <p role="alert" className="text-red">
              {error.issues.length === 0
                ? error.message
                : 'Not started: the params do not match the input schema.'}
            </p>
          )}
          {isRunning && <p className="text-muted">Calling the agent. This takes up to a minute…</p>}
          {grade && <GradeReport grade={grade} />}
        </div>
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2 border-t pt-3">
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          isBusy={isRunning}
          disabledReason={parsed.kind === 'error' ? parsed.message : undefined}
          onClick={() => void start()}
        >
          {grade ? 'Check again' : 'Check'}
        </Button>
      </div>
    </FormContext>
  );
}

const LOOKS = {
  PASSED: ['completed', 'Passed'],
  WARNING: ['partial', 'Warning'],
  FAILED: ['failed', 'Failed'],
  SKIPPED: ['skipped', 'Skipped'],
} as const;

function GradeReport({ grade: { checks } }: { grade: Grade }) {
  return (
    <ul aria-label="Checks" className="flex flex-col divide-y">
      {checks.map(({ name, status, message, fix }) => (
        <li key={name} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[7rem_9rem_1fr]">
          <span>
            <StatusBadge status={LOOKS[status][0]} label={LOOKS[status][1]} />
          </span>
          <span className="font-medium">{name}</span>
          <span className="min-w-0 break-words">
            {message}
            {fix !== null && <span className="block text-muted">{fix}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
