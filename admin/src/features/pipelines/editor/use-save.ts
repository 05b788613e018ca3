import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { toast } from '../../../components/toast.js';
import { type ActionError, useAction } from '../../../lib/use-action.js';
import { type PipelineDraft, readPipeline } from './draft.js';
import type { Editing } from './editing.js';
import { PipelineEditorCreateDocument, PipelineEditorUpdateDocument } from './pipeline-editor.generated.js';
import { toProblems } from './problems.js';

export interface Saving {
  /** Shows the first problem if there is one, and the page of the pipeline once it is saved. */
  save: () => Promise<void>;
  isBusy: boolean;
  /** The draft says something else than what it began with. */
  isChanged: boolean;
  isSaved: boolean;
  /** Why the draft, as it is now, was refused. */
  error: ActionError | undefined;
}

export interface SaveOptions {
  /** Undefined: a new one is made. */
  id: string | undefined;
  draft: PipelineDraft;
  initial: PipelineDraft;
  select: Editing['select'];
}

export function useSave({ id, draft, initial, select }: SaveOptions): Saving {
  const navigate = useNavigate();
  const [error, setError] = useState<ActionError>();
  const [savedId, setSavedId] = useState<string>();
  const [create, isCreating] = useAction(PipelineEditorCreateDocument, (data) => data.createPipeline);
  const [update, isUpdating] = useAction(PipelineEditorUpdateDocument, (data) => data.updatePipeline);
  const isBusy = isCreating || isUpdating;
  const { input, issues } = readPipeline(draft);
  const keys = draft.steps.map(({ key }) => key);

  // Once nothing is unsaved any more, the guard lets go.
  useEffect(() => {
    if (savedId !== undefined) void navigate({ to: '/scheduler/pipelines/$id', params: { id: savedId } });
  }, [savedId, navigate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused is not what is there now
  useEffect(() => setError(undefined), [draft]);

  async function save(): Promise<void> {
    if (isBusy) return;
    const [unsendable] = toProblems(issues, keys);
    if (unsendable) return select(unsendable.key, true);
    // What is left out of an update would stay as it is.
    const { key = null, description = null, retryConfig = null } = input;
    const result =
      id === undefined
        ? await create({ input })
        : await update({ id, input: { ...input, key, description, retryConfig, enabled: draft.enabled } });
    if (result.kind === 'error') {
      setError(result.error);
      const [first] = toProblems(result.error.issues, keys);
      if (first) select(first.key, true);
      return;
    }
    toast({ kind: 'success', title: `${result.value.name} ${id === undefined ? 'created' : 'saved'}` });
    setSavedId(result.value.id);
  }

  return {
    save,
    isBusy,
    isChanged: JSON.stringify(input) !== JSON.stringify(readPipeline(initial).input),
    isSaved: savedId !== undefined,
    error,
  };
}
