import { EntityField } from '../../../components/forms/entity-field.js';
import { FieldGroup } from '../../../components/forms/form.js';
import { Radios } from '../../../components/forms/inputs.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/form.js';
import {
  ScheduleFormAgentDocument,
  ScheduleFormPipelineDocument,
  ScheduleFormTemplateDocument,
  type TargetType,
} from './schedule-form.generated.js';
import type { SectionProps } from './section-props.js';

const t = texts.target;

const TYPES: readonly { value: TargetType | 'TEMPLATE'; label: string; hint: string }[] = [
  { value: 'AGENT', label: common.agent, hint: t.agentHint },
  { value: 'PIPELINE', label: common.pipeline, hint: t.pipelineHint },
  { value: 'TEMPLATE', label: common.states.template, hint: t.templateTypeHint },
];

export function TargetSection(section: SectionProps) {
  const { draft, change } = section;
  return (
    <FieldGroup legend={common.target}>
      <Radios
        label={t.type}
        options={TYPES}
        value={draft.runsTemplate ? 'TEMPLATE' : draft.targetType}
        onValue={(value) =>
          change(value === 'TEMPLATE' ? { runsTemplate: true } : { runsTemplate: false, targetType: value })
        }
      />
      {draft.runsTemplate ? (
        <TemplateField {...section} />
      ) : draft.targetType === 'AGENT' ? (
        <AgentField {...section} />
      ) : (
        <PipelineField {...section} />
      )}
    </FieldGroup>
  );
}

interface TargetFieldProps extends SectionProps {
  kind: 'template' | 'agent' | 'pipeline';
  label: string;
  /** What was found by the chosen ID. */
  found: { name: string; enabled: boolean } | null | undefined;
  hint?: string | undefined;
}

function TargetField({ kind, label, found, hint, draft, change }: TargetFieldProps) {
  const name = `${kind}Id` as const;
  return (
    <EntityField
      kind={kind}
      label={label}
      path={name}
      hint={found?.enabled === false ? t.disabled(kind) : hint}
      id={draft[name]}
      name={found?.name}
      onChoose={(id) => change({ [name]: id })}
    />
  );
}

function TemplateField(section: SectionProps) {
  const id = section.draft.templateId;
  const { data } = useLiveQuery(ScheduleFormTemplateDocument, {
    variables: { id },
    pause: id === '',
    refetchOn: { record: (event) => event.id === id },
  });
  const template = id === '' ? undefined : data?.schedule;
  const target = template?.agent?.name ?? template?.pipeline?.name;
  return (
    <TargetField
      {...section}
      kind="template"
      label={common.states.template}
      found={template}
      hint={t.templateHint(target)}
    />
  );
}

function AgentField(section: SectionProps) {
  const id = section.draft.agentId;
  const { data } = useLiveQuery(ScheduleFormAgentDocument, {
    variables: { id },
    pause: id === '',
    refetchOn: { agent: (event) => event.id === id },
  });
  return (
    <TargetField {...section} kind="agent" label={common.agent} found={id === '' ? undefined : data?.agent} />
  );
}

function PipelineField(section: SectionProps) {
  const id = section.draft.pipelineId;
  const { data } = useLiveQuery(ScheduleFormPipelineDocument, {
    variables: { id },
    pause: id === '',
    refetchOn: { record: (event) => event.id === id },
  });
  const pipeline = id === '' ? undefined : data?.pipeline;
  const steps = pipeline?.steps.map(({ stepId }) => stepId).join(' → ');
  return <TargetField {...section} kind="pipeline" label={common.pipeline} found={pipeline} hint={steps} />;
}
