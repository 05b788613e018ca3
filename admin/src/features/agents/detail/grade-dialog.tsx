import { useState } from 'react';
import { parseJsonText } from '../../../components/code/json-editor.js';
import { StatusBadge } from '../../../components/facts/status-badge.js';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { JsonField } from '../../../components/forms/fields.js';
import type { Success } from '../../../lib/graphql/use-action.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { texts } from '../texts/calls.js';
import {
  type AgentDetailFragment,
  GradeAgentDocument,
  type GradeAgentMutation,
} from './agent-detail.generated.js';
import { exampleOf } from './schema-fields.js';

const t = texts.grade;

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
      title={t.title(agent.name)}
      description={t.about}
      size="lg"
      submitLabel={grade ? t.checkAgain : t.check}
      closeLabel={texts.common.close}
      disabledReason={parsed.kind === 'error' ? parsed.message : undefined}
      onSubmit={start}
      onClose={onClose}
    >
      <JsonField
        label={texts.common.params}
        path="params"
        hint={t.paramsHint}
        value={text}
        onValue={setText}
        lines={5}
      />
      <div aria-live="polite">
        {isRunning && <p className="text-muted">{t.running}</p>}
        {grade && <GradeReport grade={grade} />}
      </div>
    </DialogForm>
  );
}

const STATUSES = {
  PASSED: { status: 'completed', label: t.statuses.PASSED },
  WARNING: { status: 'partial', label: t.statuses.WARNING },
  FAILED: { status: 'failed', label: t.statuses.FAILED },
  SKIPPED: { status: 'skipped', label: t.statuses.SKIPPED },
} as const;

function GradeReport({ grade: { checks } }: { grade: Grade }) {
  return (
    <ul aria-label={t.checks} className="flex flex-col divide-y">
      {checks.map(({ name, status, message, fix }) => (
        <li key={name} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[7rem_9rem_1fr]">
          <span>
            <StatusBadge {...STATUSES[status]} />
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
