import { useParams } from '@tanstack/react-router';
import { lazy } from 'react';
import { CodePart } from '../../../components/code-part.js';
import { DecisionView } from '../../../components/facts/decision-panel.js';
import { InstantText } from '../../../components/facts/instant-text.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusBadge } from '../../../components/facts/status-badge.js';
import { LoadingState } from '../../../components/loading.js';
import { NoObject } from '../../../components/no-object.js';
import { PageHeader } from '../../../components/page-header.js';
import { type Tab, Tabs } from '../../../components/tabs.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { loadCode } from '../../../lib/load-code.js';
import { NoWorkerReason } from '../../schedules/detail/wait-reason.js';
import { nameOf, stateOf } from '../execution-words.js';
import { ExecutionDetailDocument } from '../executions.generated.js';
import { texts } from '../texts.js';
import { ErrorsTab } from './errors-tab.js';
import { ExecutionActions } from './execution-actions.js';
import { ExecutionSummary } from './execution-summary.js';
import { ExpansionTab } from './expansion-tab.js';
import { JobsTab } from './jobs-tab.js';
import type { ExecutionDetail } from './shown-execution.js';
import { TimelineTab } from './timeline-tab.js';

const t = texts.detail;

/** `/executions/:executionId`: progress, errors and cause of a run. */
export function ExecutionPage() {
  const { executionId: id = '' } = useParams({ strict: false });
  const query = useLiveQuery(ExecutionDetailDocument, {
    variables: { id },
    refetchOn: { execution: (event) => event.id === id },
  });
  const execution = query.data?.scheduleExecution;
  if (!execution) {
    return (
      <NoObject kind={texts.common.run} parent={PARENT} query={query}>
        {t.missing}
      </NoObject>
    );
  }
  const defaultZone = query.data?.schedulerConfig.scheduler.timezone;
  const zone = execution.schedule ? (execution.schedule.timezone ?? defaultZone) : undefined;
  return (
    <>
      <PageHeader
        title={nameOf(execution)}
        parent={PARENT}
        aside={
          <>
            <StatusBadge {...stateOf(execution)} />
            <ShortId id={execution.id} label={texts.common.runId} />
          </>
        }
        actions={<ExecutionActions execution={execution} />}
      >
        <InstantText text={execution.why} zone={zone} />
        {execution.completedAt === null && (
          <p>
            <NoWorkerReason />
          </p>
        )}
      </PageHeader>
      <ExecutionSummary execution={execution} zone={zone} />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <Tabs label={texts.common.runOf(nameOf(execution))} tabs={tabsOf(execution, zone)} />
        </div>
        <aside
          aria-label={t.why}
          className="hidden w-80 shrink-0 flex-col gap-3 border-l px-5 py-3 min-[110rem]:flex"
        >
          <h2 className="font-semibold">{t.why}</h2>
          <DecisionView
            decision={execution.decision}
            reason={execution.why}
            source={execution.source}
            zone={zone}
          />
        </aside>
      </div>
    </>
  );
}

const PARENT = { label: texts.common.runs, to: '/executions' } as const;

function tabsOf(execution: ExecutionDetail, zone: string | undefined): Tab[] {
  const { jobsCreated, jobsFailed, errors } = execution;
  // Once the run is expanded, its errors include attempts that were retried since.
  const failures = jobsCreated === 0 ? errors.length : jobsFailed;
  return [
    {
      id: 'jobs',
      label: texts.common.jobs,
      count: jobsCreated,
      render: () => <JobsTab execution={execution} />,
    },
    { id: 'timeline', label: t.timeline, render: () => <TimelineTab execution={execution} /> },
    {
      id: 'errors',
      label: t.errors,
      count: failures === 0 ? undefined : failures,
      render: () => <ErrorsTab execution={execution} />,
    },
    ...(execution.targetType === 'PIPELINE'
      ? [{ id: 'graph', label: t.graph, render: () => <GraphTab execution={execution} /> }]
      : []),
    { id: 'expansion', label: t.expansion, render: () => <ExpansionTab execution={execution} /> },
    { id: 'decision', label: t.decision, render: () => <DecisionTab execution={execution} zone={zone} /> },
  ];
}

const PipelineRunGraph = lazy(async () => ({
  default: (await loadCode(() => import('../../pipelines/run-graph.js'))).PipelineRunGraph,
}));

/** The pipeline of the run with the progress of its contexts. */
function GraphTab({ execution }: { execution: ExecutionDetail }) {
  return (
    <CodePart fallback={<LoadingState label={t.loadingGraph} />}>
      <PipelineRunGraph executionId={execution.id} />
    </CodePart>
  );
}

/** Why the run was due at its time. */
function DecisionTab({ execution, zone }: { execution: ExecutionDetail; zone: string | undefined }) {
  return (
    <div className="max-w-2xl px-4 py-4 md:px-6">
      <DecisionView
        decision={execution.decision}
        reason={execution.why}
        source={execution.source}
        zone={zone}
      />
    </div>
  );
}
