import type { Status } from '../../../components/facts/status-badge.js';
import type { GraphStep, StatusCount } from '../graph/graph-step.js';
import type { JobStatus, PipelineRunGraphQuery } from './pipeline-run.generated.js';

/** The graph of a run, with the values needed to read its contexts. */
export interface ShownGraph {
  executionId: string;
  /** Params of the run, with data sources not expanded. */
  params: unknown;
  steps: readonly GraphStep[];
}

type Graph = NonNullable<NonNullable<PipelineRunGraphQuery['scheduleExecution']>['pipelineGraph']>;
type Counts = Graph['nodes'][number]['counts'];

/** All states of a step, in the order of the bar. */
export const STEP_STATUSES: readonly {
  value: JobStatus;
  status: Status;
  count: (counts: Counts) => number;
}[] = [
  { value: 'COMPLETED', status: 'completed', count: ({ completed }) => completed },
  { value: 'RUNNING', status: 'running', count: ({ running }) => running },
  { value: 'FAILED', status: 'failed', count: ({ failed }) => failed },
  { value: 'DEAD_LETTER', status: 'dead-letter', count: ({ deadLetter }) => deadLetter },
  { value: 'CANCELLED', status: 'cancelled', count: ({ cancelled }) => cancelled },
  { value: 'SKIPPED', status: 'skipped', count: ({ skipped }) => skipped },
  { value: 'PENDING', status: 'pending', count: ({ pending }) => pending },
];

export function toSteps({ nodes, edges }: Graph): GraphStep[] {
  return nodes.map(({ stepId, agentId, agent, exclusive, loop, counts }, index) => ({
    key: stepId,
    number: index + 1,
    stepId,
    agent: agent?.name ?? agentId,
    dependsOn: edges.filter(({ to }) => to === stepId).map(({ from }) => from),
    isExclusive: exclusive,
    loop: loop ? { to: loop.to, maxTurns: String(loop.maxTurns) } : undefined,
    counts: STEP_STATUSES.map(({ status, count }): StatusCount => ({ status, count: count(counts) })),
  }));
}

/** The step and all that depend on it, directly or indirectly: the steps that a rerun from it runs. */
export function stepsFrom(steps: readonly GraphStep[], key: string): string[] {
  const found = new Set([key]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const step of steps)
      if (step.dependsOn.some((dependency) => found.has(dependency))) found.add(step.key);
  }
  return steps.filter((step) => found.has(step.key)).map((step) => step.key);
}

/**
 * The params that distinguish a context: those that are data sources in the run. `tickerId AAPL`.
 * Undefined if there are none.
 */
export function contextName(params: unknown, executionParams: unknown): string | undefined {
  const [own, common] = [entriesOf(params), new Map(entriesOf(executionParams))];
  const expanded = own.filter(
    ([name, value]) => common.has(name) && JSON.stringify(common.get(name)) !== JSON.stringify(value),
  );
  const words = expanded.map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return expanded.length === 1 ? text : `${name} ${text}`;
  });
  return words.join(' · ') || undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
