import { useCallback, useEffect, useMemo, useState } from 'react';
import { useUrlState } from '../../../lib/url-state.js';
import type { PipelineDraft } from './draft.js';
import { type Editing, stepName } from './editing.js';
import { addStep, changeStep, connect, disconnect, moveStep, removeStep } from './edits.js';
import type { Problem } from './problems.js';
import type { History } from './use-history.js';

export interface EditingState {
  editing: Editing;
  /** Rises whenever the focus is to go to the panel; 0: it is not. */
  focusCount: number;
  /** What was done last, for screen readers. */
  said: string;
  /** A new step is being added, after that one; undefined: none is. */
  adding: { after: string | undefined } | undefined;
  closeAdding: () => void;
  /** Adds the step that is being added. */
  insert: (agent: { id: string; name: string }) => void;
}

/** What can be done with the draft, and what is selected; that is in the URL by its stepId. */
export function useEditing(
  { value: draft, change }: History<PipelineDraft>,
  problems: readonly Problem[],
  agentNames: ReadonlyMap<string, string>,
): EditingState {
  const [{ step: wanted }, changeUrl] = useUrlState();
  const [selected, setSelected] = useState(() => draft.steps.find(({ stepId }) => stepId === wanted)?.key);
  const [focusCount, setFocusCount] = useState(0);
  const [said, setSaid] = useState('');
  const [adding, setAdding] = useState<{ after: string | undefined }>();
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map());
  const names = useMemo(() => new Map([...agentNames, ...added]), [agentNames, added]);

  const stepId = draft.steps.find(({ key }) => key === selected)?.stepId;
  useEffect(() => {
    if (stepId !== wanted) changeUrl({ step: stepId }, 'replace');
  }, [stepId, wanted, changeUrl]);

  const select = useCallback((key: string | undefined, isToEdit = false) => {
    setSelected(key);
    setFocusCount((count) => (isToEdit ? count + 1 : 0));
  }, []);

  const editing: Editing = {
    draft,
    problems,
    selected: stepId === undefined ? undefined : selected,
    agentName: (id) => names.get(id) ?? id,
    change,
    changeStep: (key, changed, tag) => change((before) => changeStep(before, key, changed), tag),
    select,
    remove(key) {
      change((before) => removeStep(before, key));
      if (key === selected) setSelected(undefined);
      setSaid(`Deleted ${stepName(draft, key)}`);
    },
    move(key, by) {
      change((before) => moveStep(before, key, by));
      const place = draft.steps.findIndex((step) => step.key === key) + 1 + by;
      setSaid(
        `Moved ${stepName(draft, key)} to position ${Math.max(1, Math.min(draft.steps.length, place))}`,
      );
    },
    connect(from, to) {
      change((before) => connect(before, from, to));
      setSaid(`${stepName(draft, to)} now depends on ${stepName(draft, from)}`);
    },
    disconnect(from, to) {
      change((before) => disconnect(before, from, to));
      setSaid(`${stepName(draft, to)} no longer depends on ${stepName(draft, from)}`);
    },
    add: (after) => setAdding({ after }),
  };

  return {
    editing,
    focusCount,
    said,
    adding,
    closeAdding: () => setAdding(undefined),
    insert({ id, name }) {
      const next = addStep(draft, { agentId: id, after: adding?.after });
      change(() => next.draft);
      setAdded((before) => new Map([...before, [id, name]]));
      setAdding(undefined);
      select(next.key, true);
      setSaid(`Added ${stepName(next.draft, next.key)}`);
    },
  };
}
