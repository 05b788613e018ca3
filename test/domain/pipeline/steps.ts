import { type PipelineStep, pipelineStepSchema } from '../../../src/domain/pipeline/pipeline.js';

export type StepInput = Partial<PipelineStep> & { stepId: string };

/** A step that may run beside others, with only the given fields set. */
export const step = (input: StepInput): PipelineStep =>
  pipelineStepSchema.parse({ agentId: 'agent', parallel: true, ...input });

/** `a b<a c<a,b` as steps with dependencies. */
export function chain(text: string, more: Record<string, Partial<PipelineStep>> = {}): PipelineStep[] {
  return text.split(' ').map((part) => {
    const [stepId = '', dependsOn = ''] = part.split('<');
    return step({ stepId, dependsOn: dependsOn.split(',').filter(Boolean), ...more[stepId] });
  });
}

/** Repeats from `to` while the result says `{again: true}`. */
export const loopTo = (to: string, maxTurns = 3): PipelineStep['loop'] => ({
  to,
  maxTurns,
  while: { path: 'again', equals: true },
});
