import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { NoObject } from '../../../components/no-object.js';
import { PageHeader } from '../../../components/page-header.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { useUrlState } from '../../../lib/url-state.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/form.js';
import { draftOf, NEW_DRAFT, type ScheduleDraft } from './draft.js';
import { ScheduleFormStartDocument } from './schedule-form.generated.js';
import { ScheduleForm } from './schedule-form.js';

const t = texts.form;

const PARENT = { label: common.schedules, to: '/scheduler/schedules' } as const;

/**
 * `/scheduler/schedules/new`; `?from=id` starts with a copy of that schedule, `?agent=id` and
 * `?pipeline=id` with that target.
 */
export function CreateSchedulePage() {
  const [{ from, agent, pipeline }] = useUrlState();
  return <Start key={from} sourceId={from} agentId={agent} pipelineId={pipeline} />;
}

/** `/scheduler/schedules/:id/edit` */
export function EditSchedulePage() {
  const { id = '' } = useParams({ strict: false });
  return <Start key={id} sourceId={id} editedId={id} />;
}

interface StartProps {
  sourceId: string | undefined;
  editedId?: string;
  /** Targets of a new schedule, of which one may be given. */
  agentId?: string | undefined;
  pipelineId?: string | undefined;
}

/** Reads the initial values of the form, and what others save while it is open. */
function Start({ sourceId, editedId, agentId = '', pipelineId }: StartProps) {
  const query = useLiveQuery(ScheduleFormStartDocument, {
    variables: { id: sourceId ?? '', isGiven: sourceId !== undefined },
    refetchOn: { schedule: ({ id }) => id === editedId },
  });
  const { data } = query;
  const [start, setStart] = useState<{ initial: ScheduleDraft; defaultZone: string }>();
  if (!start && data && (sourceId === undefined || data.schedule)) {
    const defaultZone = data.schedulerConfig.scheduler.timezone;
    const source = data.schedule && draftOf(data.schedule, defaultZone);
    const fresh: ScheduleDraft = pipelineId
      ? { ...NEW_DRAFT, targetType: 'PIPELINE', pipelineId }
      : { ...NEW_DRAFT, agentId };
    const initial =
      source && editedId === undefined
        ? { ...source, key: '', name: t.copyName(source.name) }
        : (source ?? fresh);
    setStart({ initial, defaultZone });
  }
  const title = editedId === undefined ? common.create : t.editTitle(start?.initial.name);
  if (!start) {
    return (
      <NoObject
        kind={common.schedule}
        title={title}
        parent={PARENT}
        query={query}
        isGiven={sourceId !== undefined}
      >
        {t.notFound}
      </NoObject>
    );
  }
  const { initial, defaultZone } = start;
  const stored = editedId !== undefined && data?.schedule ? draftOf(data.schedule, defaultZone) : undefined;
  return (
    <>
      <PageHeader title={title} parent={PARENT} />
      <ScheduleForm
        initial={initial}
        stored={stored}
        defaultZone={defaultZone}
        {...(editedId !== undefined && { id: editedId, managedBy: data?.schedule?.managedBy })}
      />
    </>
  );
}
