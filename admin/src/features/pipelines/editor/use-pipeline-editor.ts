import { useEffect, useState } from 'react';
import { useUrlState } from '../../../lib/url-state.js';
import { useRefusal } from '../../../lib/viewer.js';
import type { PipelineDraft } from './draft.js';
import type { NoticesProps } from './notices.js';
import { type EditingState, useEditing } from './use-editing.js';
import { type History, useHistory } from './use-history.js';
import { type Problems, useProblems } from './use-problems.js';
import { type Saving, useSave } from './use-save.js';
import type { TypedJson } from './views/json-view.js';

export interface PipelineEditingProps extends Pick<NoticesProps, 'meanwhile' | 'onReload'> {
  /** ID of the edited pipeline. Undefined for a new one. */
  id: string | undefined;
  initial: PipelineDraft;
  /** Names of agents by ID. */
  names: ReadonlyMap<string, string>;
}

export interface PipelineEditing extends EditingState {
  history: History<PipelineDraft>;
  check: Problems;
  saving: Saving;
  /** Saves the draft, or shows why it cannot be saved. */
  save: () => void;
  isDirty: boolean;
  /** Why the user may not save. */
  refusal: string | undefined;
  /** The text of the JSON view. */
  typed: TypedJson | undefined;
  setTyped: (typed: TypedJson | undefined) => void;
}

/** The state of the editor: the draft with its history and problems, the selection, and saving. */
export function usePipelineEditor(props: PipelineEditingProps): PipelineEditing {
  const { id, initial, names, meanwhile, onReload } = props;
  const [, changeUrl] = useUrlState();
  const history = useHistory(initial);
  const draft = history.value;
  const [typed, setTyped] = useState<TypedJson>();
  const [wasSent, setWasSent] = useState(false);
  const check = useProblems(draft);
  const state = useEditing(history, wasSent ? check.problems : worthShowing(check, draft), names);
  const refusal = useRefusal('ADMIN');
  const saving = useSave({ id, draft, initial, select: state.editing.select });
  const isBroken = typed?.draft === draft && typed.issues.length > 0;
  const isDirty = !saving.isSaved && (isBroken || saving.isChanged);

  useEffect(() => {
    if (meanwhile === 'saved' && !isDirty && !saving.isSaved) onReload();
  }, [meanwhile, isDirty, saving.isSaved, onReload]);

  function save(): void {
    if (refusal || (id !== undefined && !isDirty)) return;
    setWasSent(true);
    if (isBroken) changeUrl({ view: 'json' });
    else void saving.save();
  }

  return { ...state, history, check, saving, save, isDirty, refusal, typed, setTyped };
}

/** Before the first attempt to save, what has not been typed yet is not reported as a problem. */
function worthShowing({ problems }: Problems, { name, steps }: PipelineDraft) {
  if (steps.length === 0) return [];
  return problems.filter(({ path }) => name !== '' || path[0] !== 'name' || path.length > 1);
}
