import { useMemo, useState } from 'react';
import { Button } from '../../components/button.js';
import { ActionButton, type EntityAction, useEntityActions } from '../../components/entity-actions.js';
import { ChoiceFilter } from '../../components/lists/choice-filter.js';
import { DataTable } from '../../components/lists/data-table.js';
import { FilterBar } from '../../components/lists/filter-bar.js';
import { TIME_RANGE_PARAMS, TimeRangeMenu, useTimeRange } from '../../components/lists/time-range.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';
import { RotateCcw } from '../../icons/lucide.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { linkTo } from '../../lib/link-to.js';
import { useUrlState } from '../../lib/url-state.js';
import { useSelection } from '../../lib/use-selection.js';
import { columnsOf, nameOf } from './dead-letter-columns.js';
import { useDeadLetterEvents } from './dead-letter-events.js';
import { DeadLetterGroups } from './dead-letter-groups.js';
import { type DeadLetterFilter, DeadLetterListDocument } from './dead-letters.generated.js';
import { type Replay, ReplayDialog } from './replay-dialog.js';

/** `/dead-letters`: jobs that were worth retrying but had no retries left, until somebody replays them. */
export function DeadLettersPage() {
  const [state, change] = useUrlState();
  const range = useTimeRange();
  const filter = filterOf(state, range);
  const isFiltered = Object.keys(filter).length > 0;
  const list = useLiveList(DeadLetterListDocument, {
    variables: { filter },
    connection: (data) => data.deadLetters,
    refetchOn: useDeadLetterEvents(),
  });
  const selection = useSelection();
  const [replay, setReplay] = useState<Replay>();
  const columns = useMemo(() => columnsOf(({ jobId }) => setReplay({ kind: 'jobs', jobIds: [jobId] })), []);
  const replayAll: EntityAction = {
    label: isFiltered ? 'Replay all matches…' : 'Replay all…',
    requires: 'OPERATOR',
    icon: RotateCcw,
    disabledReason: list.totalCount === 0 ? 'There are no dead letters to replay.' : undefined,
    run: () =>
      setReplay({
        kind: 'matching',
        filter,
        what: isFiltered ? 'All that match the filter.' : 'All dead letters.',
      }),
  };
  useEntityActions('Dead letters', [replayAll]);

  return (
    <>
      <PageHeader title="Dead letters" actions={<ActionButton action={replayAll} />} />
      <FilterBar
        search="Search by error, agent or step"
        clears={['agent', 'schedule', 'pipeline', 'error', 'code', ...TIME_RANGE_PARAMS]}
      >
        <ChoiceFilter param="agent" />
        <ChoiceFilter param="schedule" />
        <ChoiceFilter param="pipeline" />
        <TimeRangeMenu />
      </FilterBar>
      {(state.error || state.code) && (
        <p className="flex items-center gap-2 border-b px-4 py-2 md:px-6">
          <span className="shrink-0 text-muted">Filtered by {state.error ? 'error' : 'code'}</span>
          <span className="min-w-0 truncate font-medium">{state.error ?? state.code}</span>
          <Button size="sm" variant="ghost" onClick={() => change({ error: undefined, code: undefined })}>
            Show all errors
          </Button>
        </p>
      )}
      {!state.error && (
        <DeadLetterGroups
          filter={filter}
          onShow={({ agentId, message }) => change({ agent: agentId, error: message })}
          onReplay={({ agentId, agent, message }) =>
            setReplay({
              kind: 'matching',
              filter: { ...filter, agentId, errorMessage: message },
              what: `All of ${agent?.name ?? agentId} with “${message}”.`,
            })
          }
        />
      )}
      <DataTable
        label="Dead letters"
        list={list}
        columns={columns}
        link={({ jobId }) => linkTo.job(jobId)}
        rowLabel={nameOf}
        selection={selection}
        actions={(ids) => (
          <Button
            size="sm"
            requires="OPERATOR"
            icon={RotateCcw}
            onClick={() =>
              setReplay({
                kind: 'jobs',
                jobIds: list.rows.filter(({ id }) => ids.includes(id)).map(({ jobId }) => jobId),
              })
            }
          >
            Replay…
          </Button>
        )}
        isFiltered={isFiltered}
        empty={
          <EmptyState title="No dead letters">
            A job becomes a dead letter when a retryable failure has no retries left. It stays here until you
            replay it.
          </EmptyState>
        }
      />
      {replay && (
        <ReplayDialog
          key={JSON.stringify(replay)}
          replay={replay}
          onClose={() => setReplay(undefined)}
          onDone={() => {
            selection.clear();
            list.refetch();
          }}
        />
      )}
    </>
  );
}

function filterOf(
  { q, agent, schedule, pipeline, error, code }: Readonly<Record<string, string | undefined>>,
  range: { from?: string; to?: string },
): DeadLetterFilter {
  return {
    ...range,
    ...(q && { search: q }),
    ...(agent && { agentId: agent }),
    ...(schedule && { scheduleId: schedule }),
    ...(pipeline && { pipelineId: pipeline }),
    ...(error && { errorMessage: error }),
    ...(code && { errorCode: code }),
  };
}
