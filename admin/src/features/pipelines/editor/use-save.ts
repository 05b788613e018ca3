import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { toast } from '../../../components/toast.js';
import { type ActionError, useAction } from '../../../lib/graphql/use-action.js';
import { linkTo } from '../../../lib/link-to.js';
import { texts } from '../texts/editor.js';
import { type PipelineDraft, readPipeline } from './draft.js';
import type { Editing } from './editing.js';
import { PipelineEditorCreateDocument, PipelineEditorUpdateDocument } from './pipeline-editor.generated.js';
import { toProblems } from './problems.js';

export interface Saving {
  /** Shows the first problem if there is one, or the page of the saved pipeline. */
  save: () => Promise<void>;
  isBusy: boolean;
  /** Whether the draft differs from the initial one. */
  isChanged: boolean;
  isSaved: boolean;
  /** Why the current draft was refused. */
  error: ActionError | undefined;
}

export interface SaveOptions {
  /** Undefined for a new pipeline. */
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

  // When nothing is unsaved, the guard allows navigation.
  useEffect(() => {
    if (savedId !== undefined) void navigate({ ...linkTo.pipeline(savedId), replace: true });
  }, [savedId, navigate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the refusal does not apply to the changed draft
  useEffect(() => setError(undefined), [draft]);

  async function save(): Promise<void> {
    if (isBusy) return;
    const [unsendable] = toProblems(issues, keys);
    if (unsendable) return select(unsendable.key, true);
    // An update keeps omitted fields, so empty ones are sent as null.
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
    const { created, saved } = texts.page;
    toast({ kind: 'success', title: (id === undefined ? created : saved)(result.value.name) });
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
