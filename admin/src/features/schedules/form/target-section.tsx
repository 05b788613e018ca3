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

function TemplateField({ draft: { templateId }, change }: SectionProps) {
  const { data } = useLiveQuery(ScheduleFormTemplateDocument, {
    variables: { id: templateId },
    pause: templateId === '',
    refetchOn: { record: ({ id }) => id === templateId },
  });
  const template = templateId === '' ? undefined : data?.schedule;
  const target = template?.agent?.name ?? template?.pipeline?.name;
  return (
    <EntityField
      kind="template"
      label="Template"
      path="templateId"
      hint={
        template?.enabled === false
          ? 'This template is disabled. The schedule will not run until you enable it.'
          : `${target ? `Calls ${target}. ` : ''}The params and requirements below are merged over the template’s. Other settings replace the template’s if you set them.`
      }
      id={templateId}
      name={template?.name}
      onChoose={(templateId) => change({ templateId })}
    />
  );
}

function AgentField({ draft: { agentId }, change }: SectionProps) {
  const { data } = useLiveQuery(ScheduleFormAgentDocument, {
    variables: { id: agentId },
    pause: agentId === '',
    refetchOn: { agent: ({ id }) => id === agentId },
  });
  const agent = agentId === '' ? undefined : data?.agent;
  return (
    <EntityField
      kind="agent"
      label="Agent"
      path="agentId"
      hint={
        agent?.enabled === false
          ? 'This agent is disabled. The schedule will not run until you enable it.'
          : undefined
      }
      id={agentId}
      name={agent?.name}
      onChoose={(agentId) => change({ agentId })}
    />
  );
}

function PipelineField({ draft: { pipelineId }, change }: SectionProps) {
  const { data } = useLiveQuery(ScheduleFormPipelineDocument, {
    variables: { id: pipelineId },
    pause: pipelineId === '',
    refetchOn: { record: ({ id }) => id === pipelineId },
  });
  const pipeline = pipelineId === '' ? undefined : data?.pipeline;
  const steps = pipeline?.steps.map(({ stepId }) => stepId).join(' → ');
  return (
    <EntityField
      kind="pipeline"
      label="Pipeline"
      path="pipelineId"
      hint={
        pipeline?.enabled === false
          ? 'This pipeline is disabled. The schedule will not run until you enable it.'
          : steps
      }
      id={pipelineId}
      name={pipeline?.name}
      onChoose={(pipelineId) => change({ pipelineId })}
    />
  );
}
