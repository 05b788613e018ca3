import type { StepDraft } from './draft.js';
import type { Editing } from './editing.js';

/** Of every part of the panel of a step. */
export interface StepPartProps {
  editing: Editing;
  step: StepDraft;
  /** Of the step in the input: `steps.2`. */
  path: string;
}
