import { useState } from 'react';
import { Field, FieldGroup } from '../../../components/form.js';
import { useLiveQuery } from '../../../lib/use-live-query.js';
import { Picker, type PickerItem } from './picker.js';
import {
  ScheduleFormAgentDocument,
  ScheduleFormAgentsDocument,
  ScheduleFormPipelineDocument,
  ScheduleFormPipelinesDocument,
  type TargetType,
} from './schedule-form.generated.js';
import type { SectionProps } from './section-props.js';
import { useSettled } from './use-settled.js';

const TYPES: readonly { value: TargetType; label: string; hint: string }[] = [
  { value: 'AGENT', label: 'Agent', hint: 'one call for each value of the data sources' },
  { value: 'PIPELINE', label: 'Pipeline', hint: 'several agents, one after the other, for each value' },
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
              checked={draft.targetType === value}
              onChange={() => change({ targetType: value })}
            />
            <span className="font-medium">{label}</span>
            <span className="text-xs text-muted">{hint}</span>
          </label>
        ))}
      </div>
      {draft.targetType === 'AGENT' ? (
        <AgentField draft={draft} change={change} />
      ) : (
        <PipelineField draft={draft} change={change} />
      )}
    </FieldGroup>
  );
}

function AgentField({ draft: { agentId }, change }: SectionProps) {
  const [search, setSearch] = useState('');
  const settled = useSettled(search, 150);
  const found = useLiveQuery(ScheduleFormAgentsDocument, {
    variables: { search: settled || null },
    refetchOn: { agent: 'list' },
  });
  const chosen = useLiveQuery(ScheduleFormAgentDocument, {
    variables: { id: agentId },
    pause: agentId === '',
  });
  const agent = agentId === '' ? undefined : chosen.data?.agent;
  return (
    <Field
      label="Agent"
      path="agentId"
      isRequired
      hint={
        agent?.enabled === false
          ? 'This agent is disabled: the schedule will not run before it is enabled.'
          : undefined
      }
    >
      {(control) => (
        <Picker
          control={control}
          items={toItems(found.data?.agents.edges)}
          value={agentId === '' ? null : { value: agentId, label: agent?.name ?? agentId, detail: agentId }}
          onValue={(id) => change({ agentId: id })}
          onSearch={setSearch}
          placeholder="Search agents by name or id"
          empty={found.isLoading ? 'Searching…' : 'No agent fits.'}
          isRequired
        />
      )}
    </Field>
  );
}

function PipelineField({ draft: { pipelineId }, change }: SectionProps) {
  const [search, setSearch] = useState('');
  const settled = useSettled(search, 150);
  const found = useLiveQuery(ScheduleFormPipelinesDocument, { variables: { search: settled || null } });
  const chosen = useLiveQuery(ScheduleFormPipelineDocument, {
    variables: { id: pipelineId },
    pause: pipelineId === '',
  });
  const pipeline = pipelineId === '' ? undefined : chosen.data?.pipeline;
  const steps = pipeline?.steps.map(({ stepId }) => stepId).join(' → ');
  return (
    <Field
      label="Pipeline"
      path="pipelineId"
      isRequired
      hint={
        pipeline?.enabled === false
          ? 'This pipeline is disabled: the schedule will not run before it is enabled.'
          : steps
      }
    >
      {(control) => (
        <Picker
          control={control}
          items={toItems(found.data?.pipelines.edges, false)}
          value={pipelineId === '' ? null : { value: pipelineId, label: pipeline?.name ?? pipelineId }}
          onValue={(id) => change({ pipelineId: id })}
          onSearch={setSearch}
          placeholder="Search pipelines by name or id"
          empty={found.isLoading ? 'Searching…' : 'No pipeline fits.'}
          isRequired
        />
      )}
    </Field>
  );
}

interface Found {
  node: { id: string; name: string; enabled: boolean };
}

/** @param showsId agents' ids are names that people know */
function toItems(edges: readonly Found[] = [], showsId = true): PickerItem[] {
  return edges.map(({ node: { id, name, enabled } }) => ({
    value: id,
    label: name,
    detail: [showsId && id !== name && id, !enabled && 'disabled'].filter(Boolean).join(' · '),
  }));
}
