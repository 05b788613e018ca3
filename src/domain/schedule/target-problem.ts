/** What prevents a schedule from calling its target. */
export interface TargetProblem {
  kind: 'template' | 'agent' | 'pipeline' | 'step';
  /** Of the template, agent or pipeline; of a step, that of its agent. */
  id: string;
  /** Null if it does not exist. */
  name: string | null;
  state: 'missing' | 'disabled' | 'not_template';
  /** The step whose agent cannot be called, and its pipeline. */
  stepId?: string | null;
  pipelineName?: string | null;
}

const STATES = {
  missing: 'does not exist',
  disabled: 'is disabled',
  not_template: 'is no longer a template',
} as const;

/** A clause without a period: `Its agent "Analysis" is disabled`. */
export function describeTargetProblem(problem: TargetProblem): string {
  const { kind, id, name, state, stepId, pipelineName } = problem;
  const target = `"${name ?? id}" ${STATES[state]}`;
  return kind === 'step'
    ? `Step "${stepId ?? ''}" of its pipeline "${pipelineName ?? ''}" cannot run: agent ${target}`
    : `Its ${kind} ${target}`;
}

/** What to do about it. */
export function remedyOf({ kind, state }: TargetProblem): string {
  if (state === 'disabled')
    return kind === 'step' ? 'Enable it, or change the step.' : 'Enable it, or choose another one.';
  return kind === 'step' ? 'Register it, or change the step.' : 'Choose another one.';
}
