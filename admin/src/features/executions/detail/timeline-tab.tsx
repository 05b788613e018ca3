import { useRef } from 'react';
import { StatusShape, statusOf, statusWord } from '../../../components/facts/status-badge.js';
import { Time } from '../../../components/facts/time.js';
import { useScrolledRows } from '../../../components/lists/use-scrolled-rows.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { Segments, useSegment } from '../../../components/segments.js';
import { EmptyState } from '../../../components/states.js';
import { useShortcuts } from '../../../lib/keys/shortcuts.js';
import { useIsNarrow } from '../../../lib/media.js';
import { formatDuration, useNow } from '../../../lib/text/time.js';
import { isOpen } from '../execution-words.js';
import { type ExecutionSpanFragment, ExecutionSpansDocument } from '../executions.generated.js';
import { texts } from '../texts.js';
import { useJobWindow } from '../window/use-job-window.js';
import type { ExecutionDetail } from './shown-execution.js';
import { type Domain, domainOf, placeOf, spansOf, ticksOf, withRoom } from './timeline.js';
import { TimelineRow } from './timeline-row.js';
import { Tracks } from './tracks.js';

const t = texts.timeline;

const ROW_HEIGHT = 26;
/** With more jobs than this, bars would be invisible at the scale of the whole run. */
const WHOLE_AT_FIRST = 200;
const ALL = {};

/** When each job waited and ran, one row per job. The contexts of a pipeline follow one another. */
export function TimelineTab({ execution }: { execution: ExecutionDetail }) {
  const { id, jobsCreated, params } = execution;
  const list = useJobWindow<ExecutionSpanFragment>(ExecutionSpansDocument, {
    executionId: id,
    jobsCreated,
    filter: ALL,
  });
  const { rows, onRange } = list;
  const mostTicks = useIsNarrow() ? 3 : 8;
  const scrolled = useScrolledRows({ rows, rowHeight: ROW_HEIGHT, overscan: 16, onRange, focusable: 'a' });
  const { items, active, focusRow } = scrolled;
  const hasRows = rows.length > 0;

  useShortcuts([
    { keys: 'j', label: t.nextRow, group: t.rowKeys, run: () => focusRow(active + 1) },
    { keys: 'k', label: t.previousRow, group: t.rowKeys, run: () => focusRow(active - 1) },
  ]);

  const now = useNow().getTime();
  const zooms = { param: 'zoom', options: ZOOMS, defaultId: zoomAtFirst(jobsCreated) };
  const zoom = useSegment(zooms);
  const sight = useSight(
    items.flatMap(({ index }) => rows[index] ?? []),
    now,
  );
  const domain = (zoom === 'sight' && sight) || wholeRun(execution, now);

  if (!hasRows && (list.isLoading || list.error)) return <NotLoaded what={t.what} query={list} />;
  if (!hasRows) return <EmptyState title={isOpen(execution) ? t.emptyYet : t.empty} />;

  return (
    <div className="flex flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 md:px-6">
        <Segments label={t.span} {...zooms} />
        <Legend />
        <p className="ml-auto text-xs text-muted">
          <Time at={new Date(domain.from).toISOString()} show="absolute" prefix={t.from} />
        </p>
      </div>
      <div className="sticky top-0 z-10 border-y bg-surface px-4 md:px-6">
        <Tracks label={<span className="text-xs font-medium text-muted">{texts.common.job}</span>}>
          <Axis domain={domain} most={mostTicks} />
        </Tracks>
      </div>
      <div className="relative px-4 md:px-6">
        <GridLines domain={domain} most={mostTicks} />
        <div
          ref={scrolled.body}
          role="list"
          aria-label={t.rows}
          className="relative"
          style={{ height: scrolled.height }}
        >
          {items.map((item) => (
            <TimelineRow
              key={item.key}
              index={item.index}
              count={rows.length}
              top={item.top}
              height={ROW_HEIGHT}
              job={rows[item.index]}
              isFirstOfContext={rows[item.index]?.contextId !== rows[item.index - 1]?.contextId}
              template={params}
              domain={domain}
              now={now}
              onFocus={() => scrolled.setActive(item.index)}
            />
          ))}
        </div>
      </div>
      <p role="status" className="px-4 py-2 text-xs text-muted md:px-6">
        {t.count(rows.length)}
      </p>
    </div>
  );
}

/** The range of the visible jobs. While rows are loading, the axis keeps its range. */
function useSight(visible: readonly ExecutionSpanFragment[], now: number): Domain | undefined {
  const sight = domainOf(
    visible.flatMap(({ attempts }) => spansOf(attempts)),
    now,
  );
  const last = useRef(sight);
  if (sight) last.current = sight;
  return last.current;
}

const ZOOMS = [
  { id: 'run', label: t.zooms.run },
  { id: 'sight', label: t.zooms.sight },
] as const;

const zoomAtFirst = (jobsCreated: number) => (jobsCreated > WHOLE_AT_FIRST ? 'sight' : 'run');

function wholeRun({ executionTime, completedAt }: ExecutionDetail, now: number): Domain {
  return withRoom({
    from: Date.parse(executionTime),
    to: completedAt === null ? now : Date.parse(completedAt),
  });
}

const LEGEND = ['RUNNING', 'COMPLETED', 'FAILED', 'DEAD_LETTER', 'CANCELLED'] as const;

function Legend() {
  return (
    <ul aria-label={t.legend} className="hidden flex-wrap gap-x-3 text-xs text-muted sm:flex">
      <li className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="h-px w-4 bg-grey" /> {t.waiting}
      </li>
      {LEGEND.map((status) => (
        <li key={status} className="inline-flex items-center gap-1.5">
          <StatusShape status={statusOf(status)} />
          {statusWord(statusOf(status)).toLowerCase()}
        </li>
      ))}
    </ul>
  );
}

function Axis({ domain, most }: { domain: Domain; most: number }) {
  return ticksOf(domain, most).map((tick) => (
    <span
      key={tick}
      className="absolute top-1 border-l pl-1 text-xs leading-4 whitespace-nowrap text-muted"
      style={{ left: `${placeOf(domain.from + tick, domain)}%` }}
    >
      {placeOf(domain.from + tick, domain) > 90 ? '' : tick === 0 ? '0' : formatDuration(tick)}
    </span>
  ));
}

function GridLines({ domain, most }: { domain: Domain; most: number }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 px-4 md:px-6">
      <Tracks label="" isFull>
        {ticksOf(domain, most).map((tick) => (
          <span
            key={tick}
            className="absolute inset-y-0 border-l"
            style={{ left: `${placeOf(domain.from + tick, domain)}%` }}
          />
        ))}
      </Tracks>
    </div>
  );
}
