import type { PipelineStep, StepLoop } from './pipeline.js';
import {
  type Dependencies,
  findLoopBodies,
  type LoopBody,
  linkSteps,
  loopsAround,
  placesIn,
  sortSteps,
  withLoopEnds,
} from './topology.js';

export interface StepNode {
  /** Position in the list of steps: ready steps start in this order. */
  readonly index: number;
  readonly step: PipelineStep;
  readonly dependencies: readonly StepNode[];
  readonly dependents: readonly StepNode[];
  /** The loops it is part of, innermost first. */
  readonly loops: readonly GraphLoop[];
}

/** A declared loop. Loops are nested or disjoint. */
export interface GraphLoop extends StepLoop {
  /** The step whose result decides about another turn. No other step of the body comes after it. */
  readonly closedBy: StepNode;
  /** In list order: all steps on a path from `to` to the closing step, both included. */
  readonly body: ReadonlySet<StepNode>;
}

export interface PipelineGraph {
  /** In list order. */
  readonly nodes: readonly StepNode[];
  /** Each step after those it depends on, and after the closing step of loops whose end it waits for. */
  readonly evaluationOrder: readonly StepNode[];
  readonly loops: readonly GraphLoop[];
  /** @throws if no step has this id */
  node(stepId: string): StepNode;
  /** All steps it depends on, directly or indirectly, in list order. */
  ancestors(stepId: string): string[];
  /** All steps that depend on it, directly or indirectly, in list order. */
  descendants(stepId: string): string[];
  /** The steps of the loop that this step closes, in list order; empty if it closes none. */
  loopBody(stepId: string): string[];
}

const known = new WeakMap<readonly PipelineStep[], PipelineGraph>();

/**
 * The graph of a valid pipeline. The same list of steps always gives the same graph object, because
 * every context of a run needs it.
 * @throws if names are unknown or used twice, or if steps form a cycle; `validatePipeline` reports
 * these in words
 */
export function buildGraph(steps: readonly PipelineStep[]): PipelineGraph {
  const graph = known.get(steps) ?? connect(steps);
  known.set(steps, graph);
  return graph;
}

/** The lists of a node while they are filled. */
interface OpenNode extends StepNode {
  readonly dependencies: StepNode[];
  readonly dependents: StepNode[];
  readonly loops: GraphLoop[];
}

function connect(steps: readonly PipelineStep[]): PipelineGraph {
  const dependencies = linkSteps(steps);
  const bodies = findLoopBodies(steps, dependencies, sortSteps(dependencies).order);
  const { order, cycles } = sortSteps(withLoopEnds(dependencies, bodies));
  if (cycles.length > 0 || !isComplete(steps, dependencies, bodies))
    throw new Error('A pipeline that is not valid has no graph: check it with validatePipeline first.');
  const nodes = steps.map(
    (step, index): OpenNode => ({ index, step, dependencies: [], dependents: [], loops: [] }),
  );
  const at = (place: number) => nodes[place] as OpenNode;
  for (const [index, list] of dependencies.entries()) {
    for (const dependency of list) {
      at(index).dependencies.push(at(dependency));
      at(dependency).dependents.push(at(index));
    }
  }
  return withLookups({ nodes, evaluationOrder: order.map(at), loops: placeLoops(bodies, nodes) });
}

/** Whether each name was found exactly once. */
function isComplete(
  steps: readonly PipelineStep[],
  dependencies: Dependencies,
  bodies: readonly LoopBody[],
): boolean {
  return (
    new Set(steps.map(({ stepId }) => stepId)).size === steps.length &&
    steps.every(({ dependsOn }, place) => dependsOn.length === dependencies[place]?.length) &&
    steps.filter(({ loop }) => loop !== null).length === bodies.length
  );
}

function withLookups(parts: Pick<PipelineGraph, 'nodes' | 'evaluationOrder' | 'loops'>): PipelineGraph {
  const byId = new Map(parts.nodes.map((node) => [node.step.stepId, node]));
  const node = (stepId: string) => {
    const found = byId.get(stepId);
    if (!found) throw new Error(`The pipeline has no step ${JSON.stringify(stepId)}.`);
    return found;
  };
  return {
    ...parts,
    node,
    ancestors: (stepId) => reach(node(stepId), 'dependencies'),
    descendants: (stepId) => reach(node(stepId), 'dependents'),
    loopBody: (stepId) =>
      idsOf(node(stepId).loops.find(({ closedBy }) => closedBy === node(stepId))?.body ?? []),
  };
}

function placeLoops(bodies: readonly LoopBody[], nodes: readonly OpenNode[]): GraphLoop[] {
  const loops = new Map<LoopBody, GraphLoop>();
  for (const body of bodies) {
    const closedBy = nodes[body.closedBy];
    if (!closedBy?.step.loop) continue;
    const members = placesIn(body.steps).flatMap((place) => nodes[place] ?? []);
    loops.set(body, { ...closedBy.step.loop, closedBy, body: new Set(members) });
  }
  for (const [place, around] of loopsAround(nodes.length, bodies).entries()) {
    nodes[place]?.loops.push(...around.flatMap((body) => loops.get(body) ?? []));
  }
  return [...loops.values()];
}

function reach(start: StepNode, toward: 'dependencies' | 'dependents'): string[] {
  const found = new Set(start[toward]);
  // Iterating over a set includes members that are added meanwhile.
  for (const node of found) for (const next of node[toward]) found.add(next);
  return idsOf([...found].sort((a, b) => a.index - b.index));
}

function idsOf(nodes: Iterable<StepNode>): string[] {
  return Array.from(nodes, ({ step }) => step.stepId);
}
