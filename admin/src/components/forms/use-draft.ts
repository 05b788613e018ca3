import { useState } from 'react';
import { changesOf } from './draft.js';

/**
 * The draft of a form. What others save while it is open does not replace what the user has typed.
 *
 * @param stored what is stored now, as a draft. Undefined for a new object, and for one that has been deleted
 */
export function useDraft<Draft extends object>(initial: Draft, stored?: Draft) {
  const [opened, setOpened] = useState(initial);
  const [draft, setDraft] = useState(initial);
  const [isSaved, setSaved] = useState(false);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(opened);
  const latest = stored ?? opened;
  const isOutdated = !isSaved && differsElsewhere(opened, latest, draft);

  function reload(): void {
    setOpened(latest);
    setDraft(latest);
  }
  if (isOutdated && !isDirty) reload();

  return {
    /** The draft before the user changed it. */
    opened,
    draft,
    change: (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed })),
    isDirty,
    /** To be called after saving: what is stored then does not come from others. */
    saved: () => setSaved(true),
    /** Discards the changes of the user. Undefined unless others have saved something else meanwhile. */
    reload: isOutdated && isDirty ? reload : undefined,
  };
}

/** Whether a field is stored with another value than when the form was opened, and than in the draft. */
function differsElsewhere(opened: object, stored: object, draft: object): boolean {
  const unlike = changesOf(draft, stored);
  return Object.keys(changesOf(opened, stored)).some((name) => name in unlike);
}
