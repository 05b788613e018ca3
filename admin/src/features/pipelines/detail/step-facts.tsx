import { Link } from '@tanstack/react-router';
import { CodeBlock } from '../../../components/code/code-block.js';
import { SidePanel } from '../../../components/dialog.js';
import { type Fact, Facts } from '../../../components/facts/facts.js';
import { retryWords } from '../../../components/forms/retry-fields.js';
import { linkTo } from '../../../lib/link-to.js';
import { formatDuration } from '../../../lib/text/time.js';
import type { StepDefinitionFragment } from '../step.generated.js';
import type { ShownPipeline } from './use-pipeline-actions.js';

export const CONDITION_WORDS = {
  ALL_SUCCEEDED: 'if all succeeded',
  ALL_DONE: 'if all finished',
  ANY_SUCCEEDED: 'if any succeeded',
  ANY_FAILED: 'if any failed',
} as const;

export interface StepFactsProps {
  pipeline: ShownPipeline;
  /** Undefined if the panel is closed. */
  step: StepDefinitionFragment | undefined;
  onClose: () => void;
}

/** The settings of one step. */
export function StepFacts({ pipeline, step, onClose }: StepFactsProps) {
  return (
    <SidePanel isOpen={step !== undefined} onClose={onClose} title={step ? `Step ${step.stepId}` : 'Step'}>
      {step && <Shown pipeline={pipeline} step={step} />}
    </SidePanel>
  );
}

function Shown({ pipeline, step }: { pipeline: ShownPipeline; step: StepDefinitionFragment }) {
  const { stepId, agentId, agent, dependsOn, parallel, runIf, params, requirements, loop } = step;
  const after = pipeline.steps
    .filter((other) => other.dependsOn.includes(stepId))
    .map((other) => other.stepId);
  const duration = (ms: number | null) => (ms === null ? undefined : formatDuration(ms));
  const facts: Fact[] = [
    {
      label: 'Agent',
      value: agent ? (
        <Link {...linkTo.agent(agent.id)} className="underline decoration-line-strong underline-offset-3">
          {agent.name}
        </Link>
      ) : (
        <span className="text-red">{agentId} (deleted)</span>
      ),
    },
    { label: 'Position', value: `${pipeline.steps.indexOf(step) + 1} of ${pipeline.steps.length}` },
    {
      label: 'Starts',
      value:
        dependsOn.length === 0 ? 'immediately' : `after ${dependsOn.join(', ')}, ${CONDITION_WORDS[runIf]}`,
    },
    { label: 'Required by', value: after.length > 0 ? after.join(', ') : undefined },
    { label: 'Parallel', value: parallel ? 'yes' : 'no: runs alone within its context' },
    { label: 'Loop', value: loop ? loopWords(loop) : undefined },
    {
      label: 'Timeout',
      value: duration(step.timeout) ?? <Default>default of the schedule or agent</Default>,
    },
    {
      label: 'Maximum queue time',
      value: duration(step.maxQueueTime) ?? <Default>default of the schedule or agent</Default>,
    },
    { label: 'Dependency timeout', value: duration(step.dependencyTimeout) },
    {
      label: 'Retries',
      value: step.retryConfig ? (
        retryWords(step.retryConfig)
      ) : (
        <Default>default of the schedule or agent</Default>
      ),
    },
    { label: 'Priority', value: step.priority ?? <Default>default of the schedule</Default> },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Facts facts={facts} />
      {isGiven(params) && <Json title="Params" value={params} />}
      {requirements !== null && <Json title="Requirements" value={requirements} />}
    </div>
  );
}

function Default({ children }: { children: string }) {
  return <span className="text-muted">{children}</span>;
}

function Json({ title, value }: { title: string; value: unknown }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-xs text-muted">{title}</h3>
      <CodeBlock label={title.toLowerCase()} value={value} />
    </div>
  );
}

function isGiven(params: unknown): boolean {
  return typeof params === 'object' && params !== null && Object.keys(params).length > 0;
}

function loopWords({ to, maxTurns, while: condition }: NonNullable<StepDefinitionFragment['loop']>): string {
  return condition
    ? `repeat from ${to} while ${condition.path} is ${JSON.stringify(condition.equals)}, up to ${maxTurns} turns`
    : `repeat from ${to}, ${maxTurns} turns`;
}
