import { useMemo, useState } from 'react';
import { Button } from '../../components/button.js';
import { ActionButton, type EntityAction, useEntityActions } from '../../components/entity-actions.js';
import { ChoiceFilter } from '../../components/lists/choice-filter.js';
import { DataTable } from '../../components/lists/data-table.js';
import { FilterBar } from '../../components/lists/filter-bar.js';
import { TIME_RANGE_PARAMS, TimeRangeMenu, useTimeRange } from '../../components/lists/time-range.js';
import { useSelection } from '../../components/lists/use-selection.js';
import { PageHeader } from '../../components/page-header.js';
import { RotateCcw } from '../../icons/lucide.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { linkTo } from '../../lib/link-to.js';
import { given, useUrlState } from '../../lib/url-state.js';
import { columnsOf, nameOf } from './dead-letter-columns.js';
import { useDeadLetterEvents } from './dead-letter-events.js';
import { DeadLetterGroups } from './dead-letter-groups.js';
import { type DeadLetterFilter, DeadLetterListDocument } from './dead-letters.generated.js';
import { type Replay, ReplayDialog } from './replay-dialog.js';
import { texts } from './texts.js';

const t = texts.page;

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
    label: isFiltered ? t.replayMatches : t.replayAll,
    requires: 'OPERATOR',
    icon: RotateCcw,
    disabledReason: list.totalCount === 0 ? t.nothingToReplay : undefined,
    run: () => setReplay({ kind: 'matching', filter, what: isFiltered ? t.allMatches : t.all }),
  };
  useEntityActions(texts.title, [replayAll]);

  return (
    <>
      <PageHeader title={texts.title} actions={<ActionButton action={replayAll} />} />
      <FilterBar
        search={t.search}
        clears={['agent', 'schedule', 'pipeline', 'error', 'code', ...TIME_RANGE_PARAMS]}
      >
        <ChoiceFilter param="agent" />
        <ChoiceFilter param="schedule" />
        <ChoiceFilter param="pipeline" />
        <TimeRangeMenu />
      </FilterBar>
      <ErrorFilter />
      {!state.error && (
        <DeadLetterGroups
          filter={filter}
          onShow={({ agentId, message }) => change({ agent: agentId, error: message })}
          onReplay={({ agentId, agent, message }) =>
            setReplay({
              kind: 'matching',
              filter: { ...filter, agentId, errorMessage: message },
              what: t.allOfGroup(agent?.name ?? agentId, message),
            })
          }
        />
      )}
      <DataTable
        label={texts.title}
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
            {texts.replay}
          </Button>
        )}
        isFiltered={isFiltered}
        empty={{ title: t.empty, children: t.emptyHint }}
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

/** The error or the code that the list is limited to. */
function ErrorFilter() {
  const [{ error, code }, change] = useUrlState();
  if (!error && !code) return null;
  return (
    <p className="flex items-center gap-2 border-b px-4 py-2 md:px-6">
      <span className="shrink-0 text-muted">{error ? t.filteredByError : t.filteredByCode}</span>
      <span className="min-w-0 truncate font-medium">{error ?? code}</span>
      <Button size="sm" variant="ghost" onClick={() => change({ error: undefined, code: undefined })}>
        {t.showAll}
      </Button>
    </p>
  );
}

function filterOf(
  { q, agent, schedule, pipeline, error, code }: Readonly<Record<string, string | undefined>>,
  range: { from?: string; to?: string },
): DeadLetterFilter {
  return given({
    ...range,
    search: q,
    agentId: agent,
    scheduleId: schedule,
    pipelineId: pipeline,
    errorMessage: error,
    errorCode: code,
  });
}
