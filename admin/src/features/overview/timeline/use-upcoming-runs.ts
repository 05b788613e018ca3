import { useCallback, useEffect, useMemo } from 'react';
import type { LiveEvent } from '../../../lib/graphql/live.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { useNewest } from '../../../lib/use-newest.js';
import { OverviewUpcomingRunsDocument } from '../overview.generated.js';
import { byKey } from './lanes.js';
import type { UpcomingRun } from './marks.js';

const LIMIT = 500;
/** Limit for one schedule, so that frequent ones leave room for others. */
const LIMIT_EACH = 40;
/** Reads this much more than is shown, so that the axis can move. */
const SPARE = 1.2;
/** With very many upcoming runs, they are read repeatedly, at most this often. */
const LEAST_MS = 15_000;

export interface UpcomingRuns {
  /** By schedule, soonest first. */
  bySchedule: ReadonlyMap<string, readonly UpcomingRun[]>;
  /** Whether there are more upcoming runs than these. */
  isCut: (upcoming: readonly UpcomingRun[]) => boolean;
  isLoading: boolean;
}

/** The upcoming runs within the span after now. */
export function useUpcomingRuns(spanMs: number): UpcomingRuns {
  const { data, isLoading, refetch } = useLiveQuery(OverviewUpcomingRunsDocument, {
    variables: { minutes: Math.ceil((spanMs * SPARE) / 60_000), limit: LIMIT, limitEach: LIMIT_EACH },
    refetchOn: {
      schedule: (event) => isOtherPlan(event, { bySchedule, until }),
      record: ({ recordKind }) => recordKind === 'SETTING',
    },
  });
  const nextFires = data?.overview.nextFires;
  const bySchedule: UpcomingRuns['bySchedule'] = useMemo(
    () => byKey(nextFires ?? [], ({ scheduleId }) => scheduleId),
    [nextFires],
  );

  const last = nextFires && nextFires.length >= LIMIT ? nextFires.at(-1) : undefined;
  const until: number = last ? Date.parse(last.at) : Number.POSITIVE_INFINITY;

  const newest = useNewest(refetch);
  // What was read ahead is used up by then, whatever happens meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer contains further runs
  useEffect(() => {
    const spareMs = Math.max(LEAST_MS, Math.min(spanMs * (SPARE - 1), (until - Date.now()) / 2));
    const timer = setTimeout(() => newest.current(), spareMs);
    return () => clearTimeout(timer);
  }, [nextFires, spanMs]);
  const isFull = last !== undefined;
  const isCut = useCallback(
    ({ length }: readonly UpcomingRun[]) => length >= LIMIT_EACH || (isFull && length > 0),
    [isFull],
  );
  return { bySchedule, isCut, isLoading };
}

/**
 * Whether the schedule will run at other times than known. After a claim alone, the next run is one
 * that is already known.
 */
function isOtherPlan(
  { id, entity, isNew, isGone }: LiveEvent<'schedule'>,
  { bySchedule, until }: { bySchedule: UpcomingRuns['bySchedule']; until: number },
): boolean {
  if (isNew || isGone) return true;
  const next = entity?.nextRunAt;
  const known = (bySchedule.get(id) ?? []).map((run) => Date.parse(run.at));
  if (!next) return known.length > 0;
  const at = Date.parse(next);
  if (known.includes(at)) return false;
  // Earlier than known, or later, so that the known run will not take place.
  return at < until || known.some((run) => run > Date.now() && run < at);
}
