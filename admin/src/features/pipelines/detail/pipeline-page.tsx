import { useParams } from '@tanstack/react-router';
import { Callout } from '../../../components/callout.js';
import { CodeBlock } from '../../../components/code/code-block.js';
import { NoObject } from '../../../components/no-object.js';
import { Tabs } from '../../../components/tabs.js';
import { TextLink } from '../../../components/text-link.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { linkTo } from '../../../lib/link-to.js';
import { useUrlState } from '../../../lib/url-state.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { draftOf } from '../editor/draft.js';
import { toJsonText } from '../editor/views/json-text.js';
import type { GraphStep } from '../graph/graph-step.js';
import { StepGraph } from '../graph/step-graph.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import { PipelineDetailDocument } from './pipeline-detail.generated.js';
import { PipelineDialogs } from './pipeline-dialogs.js';
import { PARENT, PipelineHeader } from './pipeline-header.js';
import { RunsTab } from './runs-tab.js';
import { StepFacts } from './step-facts.js';
import { type ShownPipeline, usePipelineActions } from './use-pipeline-actions.js';

const t = texts.page;

const HEIGHT = 340;

/** `/scheduler/pipelines/:id`: the steps and runs of a pipeline. */
export function PipelinePage() {
  const { id = '' } = useParams({ strict: false });
  const query = useLiveQuery(PipelineDetailDocument, {
    variables: { id },
    refetchOn: {
      record: (event) => event.id === id,
      execution: ({ isNew, entity }) => isNew && entity?.pipelineId === id,
      schedule: 'list',
      agent: 'list',
    },
  });
  const pipeline = query.data?.pipeline;
  if (pipeline) return <Shown key={pipeline.id} pipeline={pipeline} />;
  return (
    <NoObject kind={common.pipeline} parent={PARENT} query={query}>
      {t.notFound}
    </NoObject>
  );
}

function Shown({ pipeline }: { pipeline: ShownPipeline }) {
  const actions = usePipelineActions(pipeline);
  const [{ step }, change] = useUrlState();
  const chosen = pipeline.steps.find(({ stepId }) => stepId === step);
  const tabs = [
    { id: 'runs', label: texts.runs.title, render: () => <RunsTab pipeline={pipeline} actions={actions} /> },
    { id: 'definition', label: t.definition, render: () => <DefinitionTab pipeline={pipeline} /> },
    {
      id: 'audit',
      label: t.auditLog,
      render: () => <AuditTrail resourceType="PIPELINE" entityId={pipeline.id} />,
    },
  ];
  return (
    <div className="flex min-h-full flex-col">
      <PipelineHeader pipeline={pipeline} actions={actions} />
      <Blocked pipeline={pipeline} />
      <section aria-label={common.steps} className="flex border-b">
        <StepGraph
          label={common.stepsOfPipeline}
          steps={toGraph(pipeline)}
          selected={chosen?.stepId}
          maxHeight={HEIGHT}
          onSelect={(stepId) => change({ step: stepId }, 'replace')}
        />
      </section>
      <Tabs label={common.pipeline} tabs={tabs} />
      <StepFacts pipeline={pipeline} step={chosen} onClose={() => change({ step: undefined }, 'replace')} />
      <PipelineDialogs pipeline={pipeline} actions={actions} />
    </div>
  );
}

/** What prevents all runs of the pipeline, and with them its schedules. */
function Blocked({ pipeline: { enabled, steps } }: { pipeline: ShownPipeline }) {
  const broken = steps.filter(({ agent }) => !agent?.enabled);
  if (enabled && broken.length === 0) return null;
  return (
    <div className="border-b px-4 py-3 md:px-6">
      <Callout kind={enabled ? 'error' : 'info'}>
        {enabled ? t.blocked : t.disabled}
        {broken.length > 0 && (
          <ul className="mt-1 list-disc pl-4">
            {broken.map(({ stepId, agentId, agent }) => (
              <li key={stepId}>
                {agent
                  ? t.stepDisabled(stepId, <TextLink {...linkTo.agent(agentId)}>{agent.name}</TextLink>)
                  : t.stepWithoutAgent(stepId, agentId)}
              </li>
            ))}
          </ul>
        )}
      </Callout>
    </div>
  );
}

function toGraph({ steps }: ShownPipeline): GraphStep[] {
  return steps.map(({ stepId, agentId, agent, dependsOn, parallel, runIf, loop }, index) => ({
    key: stepId,
    number: index + 1,
    stepId,
    agent: agent?.name ?? agentId,
    dependsOn,
    isExclusive: !parallel,
    condition: runIf === 'ALL_SUCCEEDED' ? undefined : common.ifCondition(runIf),
    loop: loop ? { to: loop.to, maxTurns: String(loop.maxTurns) } : undefined,
    problems: !agent ? [t.noAgent(agentId)] : agent.enabled ? [] : [t.disabledAgent(agent.name)],
  }));
}

/** The pipeline as the input that would create it. */
function DefinitionTab({ pipeline }: { pipeline: ShownPipeline }) {
  return (
    <div className="flex flex-col gap-2 px-4 py-3 md:px-6">
      <p className="text-muted">{t.definitionHint}</p>
      <CodeBlock
        label={t.definitionLabel}
        value={toJsonText(draftOf(pipeline))}
        className="[&_pre]:max-h-none"
      />
    </div>
  );
}
