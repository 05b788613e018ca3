import { lazy, Suspense } from 'react';
import { LoadingState } from '../../../components/states.js';
import type { ExecutionDetail } from './shown-execution.js';

const PipelineRunGraph = lazy(async () => ({
  default: (await import('../../pipelines/run-graph.js')).PipelineRunGraph,
}));

/** The pipeline of the run with the progress of its contexts. */
export function GraphTab({ execution }: { execution: ExecutionDetail }) {
  return (
    <Suspense fallback={<LoadingState label="Loading the graph…" />}>
      <PipelineRunGraph executionId={execution.id} />
    </Suspense>
  );
}
