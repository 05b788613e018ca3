import { lazy } from 'react';
import { CodePart } from '../../../components/code-part.js';
import { Skeleton } from '../../../components/loading.js';
import { loadCode } from '../../../lib/load-code.js';
import { common } from '../texts/common.js';
import type { StepGraphProps } from './graph-step.js';

const Graph = lazy(() => loadCode(() => import('./step-graph-lazy.js')));

/** A pipeline as a graph. The drawing library is loaded when it is first shown. */
export function StepGraph(props: StepGraphProps) {
  return (
    <CodePart
      fallback={
        <div role="status" className="grid min-h-40 flex-1 place-items-center">
          <span className="sr-only">{common.loadingGraph}</span>
          <Skeleton className="h-16 w-2/3 max-w-md" />
        </div>
      }
    >
      <Graph {...props} />
    </CodePart>
  );
}
