import type { StepNode } from '../../domain/pipeline/graph.js';

/** The steps, and those that depend on them directly or indirectly, as far as `follows` returns true. */
export function collectDependents(
  roots: Iterable<StepNode>,
  follows: (node: StepNode) => boolean = () => true,
): Set<StepNode> {
  const found = new Set(roots);
  // Iterating over a set includes members added meanwhile.
  for (const node of found) for (const next of waitersFor(node)) if (follows(next)) found.add(next);
  return found;
}

/** A step outside a loop that depends on a step inside it waits for the step that closes the loop. */
function waitersFor(node: StepNode): StepNode[] {
  const closed = node.loops.filter(({ closedBy }) => closedBy === node);
  const outside = closed.flatMap(({ body }) =>
    [...body].flatMap(({ dependents }) => dependents.filter((dependent) => !body.has(dependent))),
  );
  return [...node.dependents, ...outside];
}
