import { counted } from '../../../lib/text/count-text.js';
import type { RunIf } from '../step.generated.js';

const conditions: Readonly<Record<RunIf, string>> = {
  ALL_SUCCEEDED: 'all succeeded',
  ALL_DONE: 'all finished',
  ANY_SUCCEEDED: 'any succeeded',
  ANY_FAILED: 'any failed',
};

/** Texts of several pages of the pipelines. */
export const common = {
  pipeline: 'Pipeline',
  pipelines: 'Pipelines',
  createPipeline: 'Create pipeline',
  enabled: 'Enabled',
  status: 'Status',
  succeeded: 'Succeeded',
  started: 'Started',
  duration: 'Duration',
  jobs: 'Jobs',
  lastRun: 'Last run',
  never: 'never',
  loadingGraph: 'Loading the graph…',
  undo: 'Undo',
  step: 'Step',
  steps: 'Steps',
  stepsOfPipeline: 'Steps of the pipeline',
  unnamedStep: 'unnamed',
  noAgent: 'no agent',
  agent: 'Agent',
  params: 'Params',
  requirements: 'Requirements',
  timeout: 'Timeout',
  maxQueueTime: 'Maximum queue time',
  dependencyTimeout: 'Dependency timeout',
  priority: 'Priority',
  defaultOfSchedule: 'default of the schedule',
  loop: 'Loop',
  loopsTo: (step: string) => `loops to ${step}`,
  runsAlone: 'runs alone',
  conditions,
  ifCondition: (runIf: RunIf) => `if ${conditions[runIf]}`,
  problems: (count: number) => counted(count, 'problem'),
} as const;
