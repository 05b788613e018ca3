import { useCallback, useEffect, useMemo, useState } from 'react';
import { useUrlState } from '../../../lib/url-state.js';
import { texts } from '../texts/editor.js';
import type { PipelineDraft } from './draft.js';
import { type Editing, stepName } from './editing.js';
import { addStep, changeStep, connect, disconnect, moveStep, removeStep } from './edits.js';
import type { Problem } from './problems.js';
import type { History } from './use-history.js';

const t = texts.announcements;

export interface EditingState {
  editing: Editing;
  /** Increases when the focus should move to the panel. 0 if it should not. */
  focusCount: number;
  /** Whether the panel of the selected step is open, where it covers the views. The selection outlasts it. */
  isPanelOpen: boolean;
  closePanel: () => void;
  /** The last action, for screen readers. */
  announcement: string;
  /** Set while a new step is added after that one. */
  adding: { after: string | undefined } | undefined;
  closeAdding: () => void;
  /** Adds the new step. */
  insert: (agent: { id: string; name: string }) => void;
}

/** The actions on the draft and the selection, which is stored in the URL as a stepId. */
export function useEditing(
  { value: draft, change }: History<PipelineDraft>,
  problems: readonly Problem[],
  agentNames: ReadonlyMap<string, string>,
): EditingState {
  const [{ step: wanted }, changeUrl] = useUrlState();
  const [selected, setSelected] = useState(() => draft.steps.find(({ stepId }) => stepId === wanted)?.key);
  const [focusCount, setFocusCount] = useState(0);
  const [isPanelOpen, setPanelOpen] = useState(true);
  const [announcement, announce] = useState('');
  const [adding, setAdding] = useState<{ after: string | undefined }>();
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map());
  const names = useMemo(() => new Map([...agentNames, ...added]), [agentNames, added]);

  const stepId = draft.steps.find(({ key }) => key === selected)?.stepId;
  useEffect(() => {
    if (stepId !== wanted) changeUrl({ step: stepId }, 'replace');
  }, [stepId, wanted, changeUrl]);

  const select = useCallback((key: string | undefined, isToEdit = false) => {
    setSelected(key);
    setPanelOpen(true);
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
      announce(t.deleted(stepName(draft, key)));
    },
    move(key, by) {
      change((before) => moveStep(before, key, by));
      const place = draft.steps.findIndex((step) => step.key === key) + 1 + by;
      announce(t.moved(stepName(draft, key), Math.max(1, Math.min(draft.steps.length, place))));
    },
    connect(from, to) {
      change((before) => connect(before, from, to));
      announce(t.connected(stepName(draft, to), stepName(draft, from)));
    },
    disconnect(from, to) {
      change((before) => disconnect(before, from, to));
      announce(t.disconnected(stepName(draft, to), stepName(draft, from)));
    },
    add: (after) => setAdding({ after }),
  };

  return {
    editing,
    focusCount,
    isPanelOpen,
    closePanel: () => setPanelOpen(false),
    announcement,
    adding,
    closeAdding: () => setAdding(undefined),
    insert({ id, name }) {
      const next = addStep(draft, { agentId: id, after: adding?.after });
      change(() => next.draft);
      setAdded((before) => new Map([...before, [id, name]]));
      setAdding(undefined);
      select(next.key, true);
      announce(t.added(stepName(next.draft, next.key)));
    },
  };
}
