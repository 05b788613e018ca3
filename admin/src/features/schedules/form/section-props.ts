import type { bindTo } from '../../../components/forms/draft.js';
import type { ScheduleDraft } from './draft.js';

/** Props of every part of the form. */
export interface SectionProps {
  draft: ScheduleDraft;
  change: (changed: Partial<ScheduleDraft>) => void;
  /** Binds a control to a text of the draft. */
  bind: ReturnType<typeof bindTo<ScheduleDraft>>;
}
