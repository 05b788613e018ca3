import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/button.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { Segments } from '../../../components/segments.js';
import { useUrlState } from '../../../lib/url-state.js';
import { Panel } from '../panel.js';
import { texts } from '../texts.js';
import { inOrder, type Lane, lanesOf } from './lanes.js';
import { clockOf } from './mark-words.js';
import { TimelineLegend } from './timeline-legend.js';
import { TimelinePlot } from './timeline-plot.js';
import { TimelineTable } from './timeline-table.js';
import type { Runs } from './use-runs.js';
import { useUpcomingRuns } from './use-upcoming-runs.js';
import { ZOOMS, type Zoom, zoomOf } from './zoom.js';

const t = texts.timeline;

const AT_FIRST = 12;
const MOST = 40;

export interface TimelineProps {
  runs: Runs;
}

/** Past and upcoming runs around a moving present. */
export function Timeline({ runs }: TimelineProps) {
  const [state, change] = useUrlState();
  const zoom = zoomOf(state.zoom);
  const isTable = state.as === 'table';
  const upcoming = useUpcomingRuns(zoom.spanMs);
  const isLoading = runs.isLoading || upcoming.isLoading;
  const lanes = useOrdered(
    useMemo(
      () => lanesOf(runs.lanes, upcoming.bySchedule, upcoming.isCut),
      [runs.lanes, upcoming.bySchedule, upcoming.isCut],
    ),
    isLoading,
  );
  return (
    <Panel
      title={t.title}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={isTable}
            onClick={() => change({ as: isTable ? undefined : 'table' })}
          >
            {isTable ? t.showTimeline : t.showTable}
          </Button>
          <Segments label={t.span} param="zoom" options={ZOOMS} defaultId="1h" />
        </div>
      }
    >
      <div className="px-3 pt-1 pb-2">
        {lanes.length === 0 && (isLoading || runs.error) && (
          <NotLoaded what={t.what} query={{ isLoading, error: runs.error, refetch: runs.reload }} />
        )}
        {lanes.length === 0 && !isLoading && !runs.error && (
          <p className="py-6 text-center text-muted">{t.empty(zoom.label)}</p>
        )}
        {lanes.length > 0 && (
          <Lanes lanes={lanes} zoom={zoom} completeFrom={runs.completeFrom} isTable={isTable} />
        )}
      </div>
    </Panel>
  );
}

interface LanesProps {
  lanes: readonly Lane[];
  zoom: Zoom;
  completeFrom: number | undefined;
  isTable: boolean;
}

function Lanes({ lanes, zoom, completeFrom, isTable }: LanesProps) {
  const [isAll, setAll] = useState(false);
  const shown = useMemo(() => lanes.slice(0, isAll ? MOST : AT_FIRST), [lanes, isAll]);
  const more = Math.min(MOST, lanes.length) - AT_FIRST;
  return (
    <>
      {isTable ? (
        <TimelineTable lanes={lanes} />
      ) : (
        <TimelinePlot lanes={shown} zoom={zoom} completeFrom={completeFrom} />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        {!isTable && <TimelineLegend />}
        {completeFrom !== undefined && <span>{t.tooMany(clockOf(completeFrom))}</span>}
        <span className="ml-auto flex items-center gap-2">
          {!isTable && more > 0 && (
            <Button size="sm" variant="ghost" onClick={() => setAll(!isAll)}>
              {isAll ? texts.showFewer : t.showMore(more)}
            </Button>
          )}
          {!isTable && lanes.length > MOST && (
            <Link to="/scheduler/schedules" className="hover:underline">
              {t.moreInSchedules(lanes.length - MOST)}
            </Link>
          )}
        </span>
      </div>
    </>
  );
}

/** Lanes keep their order until they are read again, so that nothing moves while the user looks at it. */
function useOrdered(lanes: readonly Lane[], isLoading: boolean): readonly Lane[] {
  const places = useRef(new Map<string, number>());
  return useMemo(() => {
    if (isLoading) places.current = new Map();
    const ordered = inOrder(lanes, places.current);
    if (isLoading) return ordered;
    for (const { id } of ordered) if (!places.current.has(id)) places.current.set(id, places.current.size);
    return ordered;
  }, [lanes, isLoading]);
}
