import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { LiveScheduleFragment } from '../../../lib/live.generated.js';
import type { LiveEvent } from '../../../lib/live.js';
import { useLiveQuery } from '../../../lib/use-live-query.js';
import { OverviewFiresDocument } from '../overview.generated.js';
import { byKey } from './lanes.js';
import type { Fire } from './marks.js';

const LIMIT = 500;
/** Of one schedule: a frequent one leaves room for the others. */
const LIMIT_EACH = 40;
/** Read ahead by so much more than is shown, so that the axis can move. */
const SPARE = 1.2;
/** Where very many are to come, it is read ahead again and again, at most so often. */
const LEAST_MS = 15_000;

export interface Fires {
  /** By schedule, the soonest first. */
  bySchedule: ReadonlyMap<string, readonly Fire[]>;
  /** There are more to come than these. */
  isCut: (fires: readonly Fire[]) => boolean;
  isLoading: boolean;
}

/** What is to come within the span after now. */
export function useFires(spanMs: number): Fires {
  const known = useRef({ bySchedule: new Map() as Fires['bySchedule'], until: Number.POSITIVE_INFINITY });
  const { data, isLoading, refetch } = useLiveQuery(OverviewFiresDocument, {
    variables: { minutes: Math.ceil((spanMs * SPARE) / 60_000), limit: LIMIT, limitEach: LIMIT_EACH },
    refetchOn: {
      schedule: (event) => isOtherPlan(event, known.current),
      record: ({ recordKind }) => recordKind === 'SETTING',
    },
  });
  const nextFires = data?.overview.nextFires;
  const bySchedule = useMemo(() => byKey(nextFires ?? [], ({ scheduleId }) => scheduleId), [nextFires]);

  const last = nextFires && nextFires.length >= LIMIT ? nextFires.at(-1) : undefined;
  const until = last ? Date.parse(last.at) : Number.POSITIVE_INFINITY;

  const newest = useRef(refetch);
  useEffect(() => {
    newest.current = refetch;
    known.current = { bySchedule, until };
  });
  // What was read ahead is used up by then, whatever happens meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer there is more ahead
  useEffect(() => {
    const spareMs = Math.max(LEAST_MS, Math.min(spanMs * (SPARE - 1), (until - Date.now()) / 2));
    const timer = setTimeout(() => newest.current(), spareMs);
    return () => clearTimeout(timer);
  }, [nextFires, spanMs]);
  const isFull = last !== undefined;
  const isCut = useCallback(
    ({ length }: readonly Fire[]) => length >= LIMIT_EACH || (isFull && length > 0),
    [isFull],
  );
  return { bySchedule, isCut, isLoading };
}

/** Whether the schedule will run at other times than it was thought to: a claim alone moves it on to a run that is known. */
function isOtherPlan(
  { id, entity, isNew, isGone }: LiveEvent,
  { bySchedule, until }: { bySchedule: Fires['bySchedule']; until: number },
): boolean {
  if (isNew || isGone) return true;
  const next = (entity as LiveScheduleFragment | null)?.nextRunAt;
  const known = (bySchedule.get(id) ?? []).map((fire) => Date.parse(fire.at));
  if (!next) return known.length > 0;
  const at = Date.parse(next);
  if (known.includes(at)) return false;
  // Sooner than was known; or later, and what was known before it will not come.
  return at < until || known.some((fire) => fire > Date.now() && fire < at);
}
