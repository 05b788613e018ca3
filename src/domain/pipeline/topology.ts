/**
 * The shape of a pipeline: steps are positions in the list, and sets of steps are bits of a bigint,
 * so that a thousand densely connected steps are processed in one pass over their dependencies.
 * Invalid input (unknown names, cycles) is tolerated here: `validate-pipeline.ts` reports it,
 * `graph.ts` refuses it.
 */
import type { PipelineStep } from './pipeline.js';

/** For each step, the positions of the steps it waits for. */
export type Dependencies = readonly (readonly number[])[];

/** A set of steps: bit n stands for the step at position n. */
type StepSet = bigint;

/** A loop's steps: all on a path from its `to` to the step that closes it, both included. */
export interface LoopBody {
  /** Position of the step that closes the loop. */
  readonly closedBy: number;
  readonly steps: StepSet;
}

/** The dependencies by position. Unknown steps and the step itself are left out. */
export function linkSteps(steps: readonly PipelineStep[]): Dependencies {
  const places = placesOf(steps);
  return steps.map(({ dependsOn }, self) =>
    [...new Set(dependsOn)].flatMap((name) => {
      const place = places.get(name);
      return place === undefined || place === self ? [] : [place];
    }),
  );
}

/** The position of each name; if a name occurs twice, the first. */
export function placesOf(steps: readonly PipelineStep[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [place, { stepId }] of steps.entries()) if (!places.has(stepId)) places.set(stepId, place);
  return places;
}

/**
 * `order`: each step after those it waits for. `cycles`: at least one cycle of each group of steps
 * that wait for each other, in the order in which its steps would run, beginning with the first in
 * the list.
 */
export function sortSteps(dependencies: Dependencies): { order: number[]; cycles: number[][] } {
  const order: number[] = [];
  const cycles: number[][] = [];
  const inCycle = new Set<number>();
  const states = new Map<number, 'entered' | 'left'>();
  const path: number[] = [];

  const visit = (step: number) => {
    states.set(step, 'entered');
    path.push(step);
    for (const dependency of dependencies[step] ?? []) {
      const state = states.get(dependency);
      if (state === undefined) visit(dependency);
      // One cycle through each step is enough: a dense group has more cycles than a person can read.
      else if (state === 'entered' && !inCycle.has(dependency)) {
        const cycle = path.slice(path.lastIndexOf(dependency)).reverse();
        for (const member of cycle) inCycle.add(member);
        cycles.push(beginAtFirst(cycle));
      }
    }
    path.pop();
    states.set(step, 'left');
    order.push(step);
  };

  for (const step of dependencies.keys()) if (!states.has(step)) visit(step);
  return { order, cycles };
}

function beginAtFirst(cycle: number[]): number[] {
  const start = cycle.indexOf(Math.min(...cycle));
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}

/** The bodies of the loops whose `to` is the closing step or one of its ancestors. Other loops have none. */
export function findLoopBodies(
  steps: readonly PipelineStep[],
  dependencies: Dependencies,
  order: readonly number[],
): LoopBody[] {
  const places = placesOf(steps);
  const upTo = ancestorsAndSelf(dependencies, order);
  const from = descendantsAndSelf(dependencies, order);
  return steps.flatMap(({ loop }, closedBy) => {
    const to = loop ? places.get(loop.to) : undefined;
    if (to === undefined) return [];
    const body = (from[to] ?? 0n) & (upTo[closedBy] ?? 0n);
    return body === 0n ? [] : [{ closedBy, steps: body }];
  });
}

function ancestorsAndSelf(dependencies: Dependencies, order: readonly number[]): StepSet[] {
  const sets = dependencies.map((_, step) => 1n << BigInt(step));
  for (const step of order) {
    for (const dependency of dependencies[step] ?? []) sets[step] = union(sets, step, dependency);
  }
  return sets;
}

function descendantsAndSelf(dependencies: Dependencies, order: readonly number[]): StepSet[] {
  const sets = dependencies.map((_, step) => 1n << BigInt(step));
  for (const step of order.toReversed()) {
    for (const dependency of dependencies[step] ?? []) sets[dependency] = union(sets, dependency, step);
  }
  return sets;
}

function union(sets: StepSet[], a: number, b: number): StepSet {
  return (sets[a] ?? 0n) | (sets[b] ?? 0n);
}

/** The positions in a set, ascending. */
export function placesIn(set: StepSet): number[] {
  return [...set.toString(2)].reverse().flatMap((bit, place) => (bit === '1' ? [place] : []));
}

/** For each step the loops it belongs to, innermost first. Meant for loops that are nested or disjoint. */
export function loopsAround(count: number, bodies: readonly LoopBody[]): LoopBody[][] {
  const around = Array.from({ length: count }, (): LoopBody[] => []);
  // A nested body is smaller than the one around it.
  const sized = bodies.map((body) => ({ body, places: placesIn(body.steps) }));
  for (const { body, places } of sized.sort((a, b) => a.places.length - b.places.length)) {
    for (const place of places) around[place]?.push(body);
  }
  return around;
}

/**
 * The dependencies including those that loops add: a step outside a loop that depends on one of its steps
 * waits for the end of the loop, so for the step that closes it.
 */
export function withLoopEnds(dependencies: Dependencies, bodies: readonly LoopBody[]): Dependencies {
  if (bodies.length === 0) return dependencies;
  const around = loopsAround(dependencies.length, bodies);
  return dependencies.map((list, step) => {
    const own = new Set(around[step]);
    const ends = list.flatMap((dependency) => (around[dependency] ?? []).filter((body) => !own.has(body)));
    return [...new Set([...list, ...ends.map(({ closedBy }) => closedBy)])];
  });
}
