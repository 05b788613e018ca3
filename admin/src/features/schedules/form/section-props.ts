import type { ScheduleDraft } from './draft.js';

/** Of every part of the form. */
export interface SectionProps {
  draft: ScheduleDraft;
  change: (changed: Partial<ScheduleDraft>) => void;
}
