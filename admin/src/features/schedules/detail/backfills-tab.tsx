import { Link } from '@tanstack/react-router';
import { Button } from '../../../components/button.js';
import { ProgressBar } from '../../../components/charts/progress-bar.js';
import { ConfirmButton } from '../../../components/confirm-button.js';
import { ActionButton } from '../../../components/entity-actions.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusBadge, statusOf } from '../../../components/facts/status-badge.js';
import { Time } from '../../../components/facts/time.js';
import { Who } from '../../../components/facts/who.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { EmptyState } from '../../../components/states.js';
import { reportDone } from '../../../components/toast.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { useLiveList } from '../../../lib/graphql/use-live-list.js';
import { formatInstant } from '../../../lib/text/time.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import {
  type ScheduleDetailBackfillFragment as Backfill,
  ScheduleDetailBackfillCancelDocument,
  ScheduleDetailBackfillsDocument,
} from './schedule-detail.generated.js';
import type { ShownSchedule } from './shown-schedule.js';
import type { ScheduleActions } from './use-schedule-actions.js';

const t = texts.backfills;

interface BackfillsTabProps {
  schedule: ShownSchedule;
  actions: ScheduleActions;
}

/** The backfills of the schedule and their progress. */
export function BackfillsTab({ schedule: { id, zone }, actions }: BackfillsTabProps) {
  const list = useLiveList(ScheduleDetailBackfillsDocument, {
    variables: { filter: { scheduleId: id } },
    connection: (data) => data.backfills,
    pageSize: 20,
    refetchOn: {
      execution: ({ scheduleId }) => scheduleId === id,
      record: ({ recordKind }) => recordKind === 'BACKFILL',
    },
  });
  const { rows, error, isLoading, hasMore, isLoadingMore, loadMore } = list;
  if (rows.length === 0 && (isLoading || error)) return <NotLoaded what={t.what} query={list} />;
  if (rows.length === 0) return <NoBackfills scheduleId={id} actions={actions} />;
  return (
    <div className="flex flex-col gap-1 px-4 py-3 md:px-6">
      <div className="flex min-h-7 items-center justify-between">
        <h2 className="font-semibold">{common.backfills}</h2>
        <ActionButton action={actions.backfill} size="sm" />
      </div>
      <ol aria-label={common.backfills} className="flex flex-col">
        {rows.map((backfill) => (
          <Item key={backfill.id} backfill={backfill} zone={zone} />
        ))}
      </ol>
      {hasMore && (
        <Button size="sm" variant="ghost" className="self-center" isBusy={isLoadingMore} onClick={loadMore}>
          {t.more}
        </Button>
      )}
    </div>
  );
}

function NoBackfills({ scheduleId, actions }: { scheduleId: string; actions: ScheduleActions }) {
  const example = `mutation {
  createBackfill(input: {
    scheduleId: "${scheduleId}"
    from: "${new Date(Date.now() - 86_400_000).toISOString().slice(0, 13)}:00:00Z"
    maxConcurrency: 2
  }) {
    __typename
    ... on Error { message }
    ... on Backfill { id toCreate }
  }
}`;
  return (
    <EmptyState
      title={t.emptyTitle}
      action={<ActionButton action={actions.backfill} variant="primary" />}
      example={example}
    >
      {t.empty}
    </EmptyState>
  );
}

const isOpen = ({ status }: Backfill) => status === 'PENDING' || status === 'RUNNING';

function Item({ backfill, zone }: { backfill: Backfill; zone: string }) {
  const { id, from, to, status, progress, toCreate, existing, repeatExisting, maxConcurrency } = backfill;
  const { createdAt, createdBy, createdByName, completedAt, params } = backfill;
  const { succeeded, partial, failed, cancelled, running, pending } = progress;
  const done = succeeded + partial + failed + cancelled;
  const open = running + pending;
  return (
    <li className="flex flex-col gap-1.5 border-b py-3 last:border-b-0">
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={statusOf(status)} />
        <span className="font-medium">
          {formatInstant(new Date(from), zone)} – {formatInstant(new Date(to), zone)}
        </span>
        <ShortId id={id} label={t.id} />
        {isOpen(backfill) && <Cancel backfill={backfill} zone={zone} />}
      </div>
      <div className="flex items-center gap-3">
        <ProgressBar
          label={common.slots}
          total={toCreate}
          parts={[
            { status: 'completed', count: succeeded },
            { status: 'partial', count: partial },
            { status: 'failed', count: failed },
            { status: 'cancelled', count: cancelled },
          ]}
        />
        <span className="shrink-0">{t.doneOf(done, toCreate)}</span>
      </div>
      <p className="flex flex-wrap gap-x-3 text-xs text-muted">
        <span>{t.progress({ ...progress, open, maxConcurrency, existing, repeatExisting })}</span>
        <span className="inline-flex items-center gap-1">
          {t.created(<Time at={createdAt} zone={zone} />, <Who id={createdBy} name={createdByName} />)}
        </span>
        {completedAt && <Time at={completedAt} zone={zone} prefix={t.ended} />}
        <Link
          to="."
          search={{ tab: 'history', backfill: id }}
          className="text-ink underline decoration-line-strong underline-offset-3"
        >
          {t.viewRuns}
        </Link>
      </p>
      {params !== null && (
        <p className="text-xs text-muted">
          {t.customParams(<code className="font-mono break-all text-ink">{JSON.stringify(params)}</code>)}
        </p>
      )}
    </li>
  );
}

function Cancel({ backfill, zone }: { backfill: Backfill; zone: string }) {
  const [cancel] = useAction(ScheduleDetailBackfillCancelDocument, (data) => data.cancelBackfill);
  const { id, toCreate, created, progress, from, to } = backfill;
  const left = toCreate - created;
  const active = progress.running + progress.pending;
  return (
    <ConfirmButton
      label={t.cancel}
      size="sm"
      requires="OPERATOR"
      className="ml-auto"
      title={t.cancelTitle}
      confirmLabel={t.cancelConfirm}
      dismissLabel={t.cancelDismiss}
      isDanger
      onConfirm={async () => reportDone(await cancel({ id }), t.cancelled)}
    >
      <p className="mb-2">
        {formatInstant(new Date(from), zone)} – {formatInstant(new Date(to), zone)}
      </p>
      <ul className="list-disc pl-4">
        <li>{t.cancelLeft(left)}</li>
        <li>{t.cancelActive(active)}</li>
      </ul>
    </ConfirmButton>
  );
}
