import type { StepNode } from '../../domain/pipeline/graph.js';

/** The steps, and those that wait for them directly or through others, as far as `follows` holds. */
export function collectDependents(
  roots: Iterable<StepNode>,
  follows: (node: StepNode) => boolean = () => true,
): Set<StepNode> {
  const found = new Set(roots);
  // A set hands out what is added while it is walked.
  for (const node of found) for (const next of waitersFor(node)) if (follows(next)) found.add(next);
  return found;
}

/** Whoever depends on a step of a loop from outside waits for the step that closes it. */
function waitersFor(node: StepNode): StepNode[] {
  const closed = node.loops.filter(({ closedBy }) => closedBy === node);
  const outside = closed.flatMap(({ body }) =>
    [...body].flatMap(({ dependents }) => dependents.filter((dependent) => !body.has(dependent))),
  );
  return [...node.dependents, ...outside];
}
