import { common } from '../texts/common.js';
import type { PipelineDraft, StepDraft } from './draft.js';
import type { Problem } from './problems.js';

/** State that the views of the editor share: the draft, the selection and the actions. */
export interface Editing {
  draft: PipelineDraft;
  problems: readonly Problem[];
  /** Key of the step in the panel. */
  selected: string | undefined;
  agentName: (id: string) => string;
  change: (change: (draft: PipelineDraft) => PipelineDraft, tag?: string) => void;
  changeStep: (key: string, changed: Partial<StepDraft>, tag?: string) => void;
  /** Shows the step in the panel. With `isToEdit`, the panel gets the focus. */
  select: (key: string | undefined, isToEdit?: boolean) => void;
  remove: (key: string) => void;
  move: (key: string, by: -1 | 1) => void;
  connect: (from: string, to: string) => void;
  disconnect: (from: string, to: string) => void;
  /** Asks for the agent of a new step, which will depend on `after`. */
  add: (after: string | undefined) => void;
}

/** The current name of a step. */
export function stepName(draft: PipelineDraft, key: string): string {
  const step = draft.steps.find((each) => each.key === key);
  return step ? step.stepId || common.unnamedStep : key;
}
