import { bindTo } from '../../../../components/forms/draft.js';
import type { StepDraft } from '../draft.js';
import type { Editing } from '../editing.js';

export interface StepPartProps {
  editing: Editing;
  step: StepDraft;
  /** Path of the step in the input: `steps.2`. */
  path: string;
}

/** Binds controls to texts of the step. What is typed in one of them without a pause is undone together. */
export function bindStep({ editing, step, path }: StepPartProps) {
  return bindTo<StepDraft>(
    step,
    (changed) => editing.changeStep(step.key, changed, `${step.key} ${Object.keys(changed).join()}`),
    (name) => `${path}.${name}`,
  );
}
