import { useEffect, useMemo, useState } from 'react';
import { NotLoaded } from '../../components/not-loaded.js';
import { EmptyState } from '../../components/states.js';
import { useLiveJobs } from '../../lib/graphql/live.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { useUrlState } from '../../lib/url-state.js';
import { StepGraph } from './graph/step-graph.js';
import { ContextPanel } from './run/context-panel.js';
import { ContextTable } from './run/context-table.js';
import { type ShownGraph, toSteps } from './run/graph-steps.js';
import { PipelineRunGraphDocument } from './run/pipeline-run.generated.js';
import { texts } from './texts/run.js';

const t = texts.graph;

const HEIGHT = 460;
/** Number of jobs from which counting the steps takes the server a while. */
const MANY_JOBS = 20_000;

/**
 * The pipeline of a run: each step with the progress of its contexts, below it the contexts (of the selected step and
 * status), and each of them with its steps. The selection is in the URL: `step`, `in`, `context`.
 */
export function PipelineRunGraph({ executionId }: { executionId: string }) {
  const [{ step, context }, change] = useUrlState();
  useLiveJobs({ scheduleExecutionId: executionId });
  const [isLarge, setLarge] = useState(false);
  const query = useLiveQuery(PipelineRunGraphDocument, {
    variables: { id: executionId },
    refetchEveryMs: isLarge ? 5_000 : undefined,
    refetchOn: { execution: ({ id }) => id === executionId, job: 'any' },
  });
  const execution = query.data?.scheduleExecution;
  const graph = execution?.pipelineGraph;
  const steps = useMemo(() => (graph ? toSteps(graph) : []), [graph]);
  useEffect(() => {
    const counts = steps.flatMap((each) => each.counts ?? []);
    setLarge(counts.reduce((sum, { count }) => sum + count, 0) > MANY_JOBS);
  }, [steps]);
  if (!execution && (query.isLoading || query.error)) return <NotLoaded what={t.what} query={query} />;
  if (!execution || !graph) return <EmptyState title={t.empty}>{t.emptyHint}</EmptyState>;
  const chosen = steps.find(({ key }) => key === step);
  const shown: ShownGraph = { executionId, params: execution.params, steps };
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex border-b">
        <StepGraph
          label={t.steps}
          steps={steps}
          selected={chosen?.key}
          maxHeight={HEIGHT}
          onSelect={(key) => change({ step: key, in: undefined }, 'replace')}
        />
      </div>
      <ContextTable graph={shown} step={chosen} />
      <ContextPanel graph={shown} contextId={context} onClose={() => change({ context: undefined })} />
    </div>
  );
}
