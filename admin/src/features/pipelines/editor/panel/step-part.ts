import type { StepDraft } from '../draft.js';
import type { Editing } from '../editing.js';

/** Props of every part of the step panel. */
export interface StepPartProps {
  editing: Editing;
  step: StepDraft;
  /** Path of the step in the input: `steps.2`. */
  path: string;
}
