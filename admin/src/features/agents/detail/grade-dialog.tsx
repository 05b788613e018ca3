import { useState } from 'react';
import { parseJsonText } from '../../../components/code/json-editor.js';
import { StatusBadge } from '../../../components/facts/status-badge.js';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { JsonField } from '../../../components/forms/fields.js';
import type { Success } from '../../../lib/graphql/use-action.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import {
  type AgentDetailFragment,
  GradeAgentDocument,
  type GradeAgentMutation,
} from './agent-detail.generated.js';
import { exampleOf } from './schema-fields.js';

type Grade = Success<GradeAgentMutation['gradeAgent']>;

export interface GradeDialogProps {
  onClose: () => void;
  agent: AgentDetailFragment;
}

export function GradeDialog({ onClose, agent }: GradeDialogProps) {
  const [text, setText] = useState(() => JSON.stringify(exampleOf(agent.inputSchema), null, 2));
  const [grade, setGrade] = useState<Grade>();
  const [run, isRunning] = useAction(GradeAgentDocument, (data) => data.gradeAgent);
  const parsed = parseJsonText(text);

  async function start() {
    if (parsed.kind === 'error') return undefined;
    setGrade(undefined);
    const answered = await run({ agentId: agent.id, params: parsed.value ?? {} });
    if (answered.kind === 'error') return answered.error;
    setGrade(answered.value);
    return 'stay';
  }

  return (
    <DialogForm
      title={`Check the protocol of ${agent.name}`}
      description="Sends about fifteen real requests with these params, so anything the agent does takes effect, and reports what to fix. The calls are not recorded."
      size="lg"
      submitLabel={grade ? 'Check again' : 'Check'}
      closeLabel="Close"
      disabledReason={parsed.kind === 'error' ? parsed.message : undefined}
      onSubmit={start}
      onClose={onClose}
    >
      <JsonField
        label="Params"
        path="params"
        hint="Params of a short job that the agent can complete."
        value={text}
        onValue={setText}
        lines={5}
      />
      <div aria-live="polite">
        {isRunning && <p className="text-muted">Calling the agent. This takes up to a minute…</p>}
        {grade && <GradeReport grade={grade} />}
      </div>
    </DialogForm>
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
