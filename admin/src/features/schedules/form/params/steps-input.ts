/** The params that a run of a pipeline needs, by the input schemas of the agents of its steps. */
import { isObject } from '../../../../lib/is-object.js';
import { exampleOf } from '../../../agents/detail/schema-fields.js';
import { membersOf } from './complete-params.js';

export interface StepInput {
  /** The step's own params, which override those of the run. */
  params: unknown;
  agent: { inputSchema: unknown } | null;
}

/** One schema for all steps. If several accept the same member, the first one describes it. */
export function schemaOfSteps(steps: readonly StepInput[]): {
  properties: Record<string, unknown>;
  required: string[];
} {
  const members = steps.flatMap((step) =>
    membersOf(step.agent?.inputSchema).filter(({ name }) => !setsItself(step, name)),
  );
  return {
    properties: firstOfEach(members.map(({ name, schema }) => [name, schema])),
    required: [...new Set(members.filter(({ isRequired }) => isRequired).map(({ name }) => name))],
  };
}

/** Params with which a run can start: what the steps require, and their defaults. */
export function exampleOfSteps(steps: readonly StepInput[]): Record<string, unknown> {
  const members = steps.flatMap((step) => {
    const example = exampleOf(step.agent?.inputSchema);
    return isObject(example) ? Object.entries(example).filter(([name]) => !setsItself(step, name)) : [];
  });
  return firstOfEach(members);
}

/** An object of the first entry of each name, in the order of the entries. */
function firstOfEach(entries: readonly (readonly [name: string, value: unknown])[]): Record<string, unknown> {
  const first = new Map<string, unknown>();
  for (const [name, value] of entries) if (!first.has(name)) first.set(name, value);
  return Object.fromEntries(first);
}

function setsItself({ params }: StepInput, name: string): boolean {
  return isObject(params) && Object.hasOwn(params, name);
}
