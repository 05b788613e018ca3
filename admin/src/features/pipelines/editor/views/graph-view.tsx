import { EmptyState } from '../../../../components/states.js';
import type { GraphStep } from '../../graph/graph-step.js';
import { StepGraph } from '../../graph/step-graph.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/editor.js';
import type { Editing } from '../editing.js';
import { canConnect } from '../edits.js';
import { AddStepButton } from './add-step.js';

const t = texts.steps;

/** The draft as a graph. Click or Enter selects, dragging connects, and Delete removes. */
export function GraphView({ editing }: { editing: Editing }) {
  const { draft, selected, select, connect, disconnect, remove, add } = editing;
  if (draft.steps.length === 0) return <NoSteps editing={editing} />;
  return (
    <StepGraph
      label={common.stepsOfPipeline}
      steps={toGraph(editing)}
      selected={selected}
      onSelect={select}
      edit={{
        canConnect: (from, to) => canConnect(draft, from, to),
        connect,
        disconnect,
        remove,
        addAfter: add,
      }}
    />
  );
}

export function NoSteps({ editing }: { editing: Editing }) {
  return (
    <EmptyState title={t.empty} action={<AddStepButton editing={editing} variant="primary" />}>
      {t.emptyHint}
    </EmptyState>
  );
}

function toGraph({ draft, problems, agentName }: Editing): GraphStep[] {
  return draft.steps.map(({ key, stepId, agentId, dependsOn, parallel, runIf, loop }, index) => ({
    key,
    number: index + 1,
    stepId,
    agent: agentName(agentId),
    dependsOn,
    isExclusive: !parallel,
    condition: runIf === 'ALL_SUCCEEDED' ? undefined : common.ifCondition(runIf),
    loop: loop ? { to: loop.to, maxTurns: loop.maxTurns } : undefined,
    problems: problems.filter((problem) => problem.key === key).map(({ message }) => message),
  }));
}
