import { TitledJson } from '../../../components/code/code-block.js';
import { SidePanel } from '../../../components/dialog.js';
import { type Fact, Facts } from '../../../components/facts/facts.js';
import { retryWords } from '../../../components/forms/retry-fields.js';
import { TextLink } from '../../../components/text-link.js';
import { isObject } from '../../../lib/is-object.js';
import { linkTo } from '../../../lib/link-to.js';
import { formatDuration } from '../../../lib/text/time.js';
import type { StepDefinitionFragment } from '../step.generated.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import type { ShownPipeline } from './use-pipeline-actions.js';

const t = texts.stepFacts;

export interface StepFactsProps {
  pipeline: ShownPipeline;
  /** Undefined if the panel is closed. */
  step: ShownPipeline['steps'][number] | undefined;
  onClose: () => void;
}

export function StepFacts({ pipeline, step, onClose }: StepFactsProps) {
  return (
    <SidePanel
      isOpen={step !== undefined}
      onClose={onClose}
      title={step ? t.title(step.stepId) : common.step}
    >
      {step && <Shown pipeline={pipeline} step={step} />}
    </SidePanel>
  );
}

function Shown({ pipeline, step }: { pipeline: ShownPipeline; step: ShownPipeline['steps'][number] }) {
  const { stepId, agentId, agent, dependsOn, parallel, runIf, params, requirements, loop } = step;
  const after = pipeline.steps
    .filter((other) => other.dependsOn.includes(stepId))
    .map((other) => other.stepId);
  const duration = (ms: number | null) => (ms === null ? undefined : formatDuration(ms));
  const facts: Fact[] = [
    {
      label: common.agent,
      value: agent ? (
        <TextLink {...linkTo.agent(agent.id)}>{agent.name}</TextLink>
      ) : (
        <span className="text-red">{t.deletedAgent(agentId)}</span>
      ),
    },
    { label: t.position, value: t.positionOf(pipeline.steps.indexOf(step) + 1, pipeline.steps.length) },
    {
      label: t.starts,
      value: dependsOn.length === 0 ? t.immediately : t.after(dependsOn, common.ifCondition(runIf)),
    },
    { label: t.requiredBy, value: after.length > 0 ? after.join(', ') : undefined },
    { label: t.parallel, value: parallel ? t.isParallel : t.isExclusive },
    { label: common.loop, value: loop ? loopWords(loop) : undefined },
    { label: common.timeout, value: duration(step.timeout) ?? <Default>{t.default}</Default> },
    { label: common.maxQueueTime, value: duration(step.maxQueueTime) ?? <Default>{t.default}</Default> },
    { label: common.dependencyTimeout, value: duration(step.dependencyTimeout) },
    {
      label: t.retries,
      value: step.retryConfig ? retryWords(step.retryConfig) : <Default>{t.default}</Default>,
    },
    { label: common.priority, value: step.priority ?? <Default>{common.defaultOfSchedule}</Default> },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Facts facts={facts} />
      {isObject(params) && Object.keys(params).length > 0 && (
        <TitledJson title={common.params} value={params} />
      )}
      {requirements !== null && <TitledJson title={common.requirements} value={requirements} />}
    </div>
  );
}

function Default({ children }: { children: string }) {
  return <span className="text-muted">{children}</span>;
}

function loopWords({ to, maxTurns, while: condition }: NonNullable<StepDefinitionFragment['loop']>): string {
  return condition
    ? t.repeatsWhile(to, condition.path, JSON.stringify(condition.equals), maxTurns)
    : t.repeats(to, maxTurns);
}
