import { EntityField } from '../../../components/forms/entity-field.js';
import { FieldGroup } from '../../../components/forms/form.js';
import { Radios } from '../../../components/forms/inputs.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import {
  ScheduleFormAgentDocument,
  ScheduleFormPipelineDocument,
  ScheduleFormTemplateDocument,
  type TargetType,
} from './schedule-form.generated.js';
import type { SectionProps } from './section-props.js';

const TYPES: readonly { value: TargetType | 'TEMPLATE'; label: string; hint: string }[] = [
  { value: 'AGENT', label: 'Agent', hint: 'one agent call for each value of the data sources' },
  { value: 'PIPELINE', label: 'Pipeline', hint: 'several agents in sequence, for each value' },
  { value: 'TEMPLATE', label: 'Template', hint: 'another schedule’s target and settings, with new timing' },
];

/** The target of the schedule. */
export function TargetSection(section: SectionProps) {
  const { draft, change } = section;
  return (
    <FieldGroup legend="Target">
      <Radios
        label="Target type"
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
      hint={
        found?.enabled === false
          ? `This ${kind} is disabled. The schedule will not run until you enable it.`
          : hint
      }
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
      label="Template"
      found={template}
      hint={`${target ? `Calls ${target}. ` : ''}The params and requirements below are merged over the template’s. Other settings replace the template’s if you set them.`}
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
  return <TargetField {...section} kind="agent" label="Agent" found={id === '' ? undefined : data?.agent} />;
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
  return <TargetField {...section} kind="pipeline" label="Pipeline" found={pipeline} hint={steps} />;
}
