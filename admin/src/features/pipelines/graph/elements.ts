/** Converts steps to the nodes and edges that React Flow draws. */
import { MarkerType, Position } from '@xyflow/react';
import { common } from '../texts/common.js';
import { texts } from '../texts/graph.js';
import { describeStep, type StepGraphProps } from './graph-step.js';
import { edgeId, type GraphLayout, loopTrack } from './layout.js';
import type { DependencyEdge, LoopEdge } from './step-edges.js';
import { BOX_WIDTH, type StepNode } from './step-node.js';

export type StepEdge = DependencyEdge | LoopEdge;

type Steps = StepGraphProps['steps'];

/** Dependencies on existing steps. */
export function edgesOf(steps: Steps): { from: string; to: string }[] {
  const known = new Set(steps.map(({ key }) => key));
  return steps.flatMap(({ key, dependsOn }) =>
    [...new Set(dependsOn)].filter((from) => known.has(from)).map((from) => ({ from, to: key })),
  );
}

interface Drawing {
  layout: GraphLayout;
  boxHeight: number;
  isDown: boolean;
  selected: string | undefined;
  isEditable: boolean;
}

export function toNodes(
  steps: Steps,
  { layout, boxHeight, isDown, selected, isEditable }: Drawing,
): StepNode[] {
  const names = new Map(steps.map(({ key, stepId }) => [key, stepId]));
  const size = { width: BOX_WIDTH, height: boxHeight };
  return steps.map((step) => ({
    id: step.key,
    type: 'step',
    data: { step, words: describeStep(step, (key) => names.get(key) ?? key), isDown, isEditable },
    position: layout.places.get(step.key) ?? { x: 0, y: 0 },
    // React Flow measures where lines begin and end again when these change.
    sourcePosition: isDown ? Position.Bottom : Position.Right,
    targetPosition: isDown ? Position.Top : Position.Left,
    selected: step.key === selected,
    ...size,
    measured: size,
    ariaRole: 'button',
    domAttributes: {
      'aria-pressed': step.key === selected,
      'aria-describedby': undefined,
      'aria-roledescription': undefined,
    },
  }));
}

export function toEdges(
  steps: Steps,
  {
    layout,
    boxHeight,
    isDown,
    chosenEdge,
    isEditable,
  }: Omit<Drawing, 'selected'> & { chosenEdge: string | undefined },
): StepEdge[] {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const isAtWork = (key: string) =>
    byKey.get(key)?.counts?.some(({ status, count }) => status === 'running' && count > 0) ?? false;
  const name = (key: string) => byKey.get(key)?.stepId || common.unnamedStep;
  const dependencies = edgesOf(steps).map(({ from, to }): DependencyEdge => {
    const isLit = isAtWork(to);
    const id = edgeId({ from, to });
    return {
      id,
      type: 'dependency',
      source: from,
      target: to,
      data: { isLit, bends: layout.bends.get(id) ?? [], passing: isDown ? boxHeight : BOX_WIDTH },
      selected: id === chosenEdge,
      focusable: isEditable,
      ariaLabel: texts.dependsOn(name(to), name(from)),
      markerEnd: arrow(isLit ? 'var(--color-blue)' : 'var(--color-line-strong)'),
      domAttributes: { 'aria-describedby': undefined, 'aria-roledescription': undefined },
    };
  });
  const loops = steps.flatMap(({ key, loop }): LoopEdge[] => {
    if (!loop || !byKey.has(loop.to)) return [];
    const box = { width: BOX_WIDTH, height: boxHeight };
    const { side, track } = loopTrack(layout, {
      from: key,
      to: loop.to,
      box,
      direction: isDown ? 'down' : 'right',
    });
    return [
      {
        id: `${key}↻${loop.to}`,
        type: 'loop',
        source: key,
        sourceHandle: `out-${side}`,
        target: loop.to,
        targetHandle: `in-${side}`,
        data: { maxTurns: loop.maxTurns, isDown, track },
        focusable: false,
        ariaLabel: texts.loopsTo(name(key), name(loop.to)),
        markerEnd: arrow('var(--color-line-strong)'),
      },
    ];
  });
  return [...dependencies, ...loops];
}

function arrow(color: string) {
  return { type: MarkerType.ArrowClosed, color, width: 14, height: 14 };
}
