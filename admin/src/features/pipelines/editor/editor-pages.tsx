import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { NoObject } from '../../../components/no-object.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { useUrlState } from '../../../lib/url-state.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/editor.js';
import { draftOf, NEW_PIPELINE, type PipelineDraft } from './draft.js';
import { PipelineEditorStartDocument } from './pipeline-editor.generated.js';
import { PipelineEditor } from './pipeline-editor.js';

const t = texts.page;

/** `/scheduler/pipelines/new`; `?from=id` starts with a copy of that pipeline. */
export function CreatePipelinePage() {
  const [{ from }] = useUrlState();
  return <Start key={from} sourceId={from} />;
}

/** `/scheduler/pipelines/:id/edit` */
export function EditPipelinePage() {
  const { id = '' } = useParams({ strict: false });
  return <Start key={id} sourceId={id} editedId={id} />;
}

interface Begun {
  initial: PipelineDraft;
  /** The `updatedAt` of the edited pipeline when it was read. */
  updatedAt: string | undefined;
  names: ReadonlyMap<string, string>;
}

/**
 * Reads the initial values of the editor. Changes that others save meanwhile are announced and do not
 * change the draft.
 */
function Start({ sourceId, editedId }: { sourceId: string | undefined; editedId?: string }) {
  const query = useLiveQuery(PipelineEditorStartDocument, {
    variables: { id: sourceId ?? '', isGiven: sourceId !== undefined },
    refetchOn: { record: ({ id }) => id === editedId },
  });
  const { data } = query;
  const [begun, setBegun] = useState<Begun>();
  const source = data?.pipeline;
  const read = (): Begun | undefined => {
    if (!data || (sourceId !== undefined && !source)) return undefined;
    const agents = [
      ...data.agents.edges.map(({ node }) => node),
      ...(source?.steps.flatMap(({ agent }) => agent ?? []) ?? []),
    ];
    const draft = source ? draftOf(source) : NEW_PIPELINE;
    return {
      initial: source && editedId === undefined ? { ...draft, key: '', name: t.copyOf(draft.name) } : draft,
      updatedAt: editedId === undefined ? undefined : source?.updatedAt,
      names: new Map(agents.map(({ id, name }) => [id, name])),
    };
  };
  const found = begun ? undefined : read();
  if (found) setBegun(found);
  if (begun) {
    const isOutdated = editedId !== undefined && source?.updatedAt !== begun.updatedAt;
    return (
      <PipelineEditor
        key={begun.updatedAt}
        {...begun}
        id={editedId}
        managedBy={editedId === undefined ? null : source?.managedBy}
        meanwhile={!isOutdated ? undefined : source ? 'saved' : 'deleted'}
        onReload={() => setBegun(read())}
      />
    );
  }
  const title = editedId === undefined ? common.createPipeline : t.editTitle;
  return (
    <NoObject
      kind={common.pipeline}
      title={title}
      parent={{ label: common.pipelines, to: '/scheduler/pipelines' }}
      query={query}
      isGiven={sourceId !== undefined}
    >
      {t.notFound}
    </NoObject>
  );
}
