import { useClient } from 'urql';
import type { Choice } from '../../../components/combobox.js';
import { ComboboxField } from '../../../components/fields.js';
import { FieldGroup } from '../../../components/form.js';
import { useLiveQuery } from '../../../lib/use-live-query.js';
import {
  ScheduleFormAgentDocument,
  ScheduleFormAgentsDocument,
  ScheduleFormPipelineDocument,
  ScheduleFormPipelinesDocument,
  ScheduleFormTemplateDocument,
  ScheduleFormTemplatesDocument,
  type TargetType,
} from './schedule-form.generated.js';
import type { SectionProps } from './section-props.js';

const TYPES: readonly { value: TargetType | 'TEMPLATE'; label: string; hint: string }[] = [
  { value: 'AGENT', label: 'Agent', hint: 'one agent call for each value of the data sources' },
  { value: 'PIPELINE', label: 'Pipeline', hint: 'several agents in sequence, for each value' },
  {
    value: 'TEMPLATE',
    label: 'Template',
    hint: 'another schedule’s target and settings, with new timing',
  },
];

/** What the schedule calls. */
export function TargetSection({ draft, change }: SectionProps) {
  return (
    <FieldGroup legend="Target">
      <div role="radiogroup" aria-label="Target type" className="flex flex-wrap gap-x-6 gap-y-1">
        {TYPES.map(({ value, label, hint }) => (
          <label key={value} className="inline-flex items-center gap-2">
            <input
              type="radio"
              name="targetType"
              className="accent-accent"
              checked={value === (draft.runsTemplate ? 'TEMPLATE' : draft.targetType)}
              onChange={() =>
                change(
                  value === 'TEMPLATE' ? { runsTemplate: true } : { runsTemplate: false, targetType: value },
                )
              }
            />
            <span className="font-medium">{label}</span>
            <span className="text-xs text-muted">{hint}</span>
          </label>
        ))}
      </div>
      {draft.runsTemplate ? (
        <TemplateField draft={draft} change={change} />
      ) : draft.targetType === 'AGENT' ? (
        <AgentField draft={draft} change={change} />
      ) : (
        <PipelineField draft={draft} change={change} />
      )}
    </FieldGroup>
  );
}

function TemplateField({ draft: { templateId }, change }: SectionProps) {
  const client = useClient();
  const { data } = useLiveQuery(ScheduleFormTemplateDocument, {
    variables: { id: templateId },
    pause: templateId === '',
    refetchOn: { record: ({ id }) => id === templateId },
  });
  const template = templateId === '' ? undefined : data?.schedule;
  const target = template?.agent?.name ?? template?.pipeline?.name;
  return (
    <ComboboxField
      label="Template"
      path="templateId"
      isRequired
      hint={
        template?.enabled === false
          ? 'This template is disabled. The schedule will not run until you enable it.'
          : `${target ? `Calls ${target}. ` : ''}The params and requirements below are merged over the template’s. Other settings replace the template’s if you set them.`
      }
      chosen={templateId === '' ? null : { value: templateId, label: template?.name ?? templateId }}
      onChoose={(choice) => change({ templateId: choice?.value ?? '' })}
      search={async (text) => {
        const found = await client.query(ScheduleFormTemplatesDocument, { search: text || null }).toPromise();
        if (!found.data) throw found.error;
        return found.data.schedules.edges.map(({ node: { id, name, enabled } }) =>
          toChoice(id, name, [!enabled && 'disabled']),
        );
      }}
      placeholder="Search templates by name or id"
      emptyText="No templates match."
    />
  );
}

function AgentField({ draft: { agentId }, change }: SectionProps) {
  const client = useClient();
  const { data } = useLiveQuery(ScheduleFormAgentDocument, {
    variables: { id: agentId },
    pause: agentId === '',
    refetchOn: { agent: ({ id }) => id === agentId },
  });
  const agent = agentId === '' ? undefined : data?.agent;
  return (
    <ComboboxField
      label="Agent"
      path="agentId"
      isRequired
      hint={
        agent?.enabled === false
          ? 'This agent is disabled. The schedule will not run until you enable it.'
          : undefined
      }
      chosen={agentId === '' ? null : { value: agentId, label: agent?.name ?? agentId }}
      onChoose={(choice) => change({ agentId: choice?.value ?? '' })}
      search={async (text) => {
        const found = await client.query(ScheduleFormAgentsDocument, { search: text || null }).toPromise();
        if (!found.data) throw found.error;
        return found.data.agents.edges.map(({ node: { id, name, enabled } }) =>
          toChoice(id, name, [id !== name && id, !enabled && 'disabled']),
        );
      }}
      placeholder="Search agents by name or id"
      emptyText="No agents match."
    />
  );
}

function PipelineField({ draft: { pipelineId }, change }: SectionProps) {
  const client = useClient();
  const { data } = useLiveQuery(ScheduleFormPipelineDocument, {
    variables: { id: pipelineId },
    pause: pipelineId === '',
    refetchOn: { record: ({ id }) => id === pipelineId },
  });
  const pipeline = pipelineId === '' ? undefined : data?.pipeline;
  const steps = pipeline?.steps.map(({ stepId }) => stepId).join(' → ');
  return (
    <ComboboxField
      label="Pipeline"
      path="pipelineId"
      isRequired
      hint={
        pipeline?.enabled === false
          ? 'This pipeline is disabled. The schedule will not run until you enable it.'
          : steps
      }
      chosen={pipelineId === '' ? null : { value: pipelineId, label: pipeline?.name ?? pipelineId }}
      onChoose={(choice) => change({ pipelineId: choice?.value ?? '' })}
      search={async (text) => {
        const found = await client.query(ScheduleFormPipelinesDocument, { search: text || null }).toPromise();
        if (!found.data) throw found.error;
        return found.data.pipelines.edges.map(({ node: { id, name, enabled } }) =>
          toChoice(id, name, [!enabled && 'disabled']),
        );
      }}
      placeholder="Search pipelines by name or id"
      emptyText="No pipelines match."
    />
  );
}

function toChoice(value: string, label: string, details: readonly (string | false)[]): Choice {
  const detail = details.filter(Boolean).join(' · ');
  return { value, label, ...(detail && { detail }) };
}
