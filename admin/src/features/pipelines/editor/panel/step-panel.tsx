import { useEffect, useRef } from 'react';
import { IconButton } from '../../../../components/button.js';
import { EntityField } from '../../../../components/forms/entity-field.js';
import { TextField } from '../../../../components/forms/fields.js';
import { ArrowDown, ArrowUp, Trash2 } from '../../../../icons/lucide.js';
import { useLiveQuery } from '../../../../lib/graphql/use-live-query.js';
import { ParamsField } from '../../../schedules/form/params/params-field.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/editor.js';
import type { StepDraft } from '../draft.js';
import type { Editing } from '../editing.js';
import { PipelineEditorAgentDocument } from '../pipeline-editor.generated.js';
import { DependencyFields } from './dependency-fields.js';
import { LimitFields } from './limit-fields.js';
import { LoopFields } from './loop-fields.js';
import { bindStep, type StepPartProps } from './step-part.js';

const t = texts.stepPanel;

export interface StepPanelProps {
  editing: Editing;
  step: StepDraft;
  /** Increases when the focus should move to the first field, or the first invalid one. */
  focusCount: number;
}

export function StepPanel({ editing, step, focusCount }: StepPanelProps) {
  const { draft, changeStep, move, remove } = editing;
  const { key } = step;
  const panel = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const index = draft.steps.indexOf(step);
  const part = { editing, step, path: `steps.${index}` };
  useEffect(() => {
    if (focusCount === 0) return;
    // After the dialog that selected the step has returned the focus.
    const frame = requestAnimationFrame(() => {
      const wrong = panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      (wrong ?? first.current)?.focus();
      // Only some browsers focus a field when its text is selected.
      if (!wrong) first.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, [focusCount]);
  return (
    <div ref={panel} className="flex flex-col gap-4">
      <div className="flex items-center gap-1">
        <span className="flex-1 text-muted">{t.position(index + 1, draft.steps.length)}</span>
        <IconButton
          label={t.moveUp}
          icon={ArrowUp}
          disabledReason={index === 0 ? texts.steps.isFirst : undefined}
          onClick={() => move(key, -1)}
        />
        <IconButton
          label={t.moveDown}
          icon={ArrowDown}
          disabledReason={index === draft.steps.length - 1 ? texts.steps.isLast : undefined}
          onClick={() => move(key, 1)}
        />
        <IconButton label={t.delete} icon={Trash2} onClick={() => remove(key)} />
      </div>
      <TextField
        {...bindStep(part)('stepId')}
        label={t.stepId}
        isRequired
        ref={first}
        maxLength={100}
        spellCheck={false}
        className="font-mono text-xs"
      />
      <AgentField {...part} />
      <DependencyFields {...part} />
      <ParamsField
        path={`${part.path}.params`}
        lines={4}
        value={step.params}
        onChange={(text) => changeStep(key, { params: text }, `${key}.params`)}
        agentId={step.agentId}
        hasSources={false}
        hint={t.paramsHint}
      />
      <LimitFields {...part} />
      <LoopFields {...part} />
    </div>
  );
}

function AgentField({ editing, step: { key, agentId }, path }: StepPartProps) {
  const { data } = useLiveQuery(PipelineEditorAgentDocument, {
    variables: { id: agentId },
    pause: agentId === '',
    refetchOn: { agent: ({ id }) => id === agentId },
  });
  return (
    <EntityField
      kind="agent"
      label={common.agent}
      path={`${path}.agentId`}
      hint={data?.agent?.enabled === false ? t.disabledAgent : undefined}
      id={agentId}
      name={editing.agentName(agentId)}
      onChoose={(chosen) => editing.changeStep(key, { agentId: chosen })}
    />
  );
}
