import { useEffect } from 'react';
import { type LiveQuery, useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { useNewest } from '../../lib/use-newest.js';
import { OverviewAlertsDocument, type OverviewAlertsQuery } from './overview.generated.js';

const MINUTE = 60_000;

/** Whether the scheduler is enabled, and the schedules that should run but do not. */
export function useAlerts(): LiveQuery<OverviewAlertsQuery> {
  const query = useLiveQuery(OverviewAlertsDocument, {
    refetchOn: { schedule: 'any', worker: 'any', record: ({ recordKind }) => recordKind === 'SETTING' },
  });
  const { data, refetch } = query;
  const newest = useNewest(refetch);
  // No event reports a slot that no worker claims. A running worker claims it, which restarts the timer.
  useEffect(() => {
    const soonest = data?.soonest.edges[0]?.node.nextRunAt;
    if (!data || !soonest) return;
    const graceMs = Math.max(2 * data.schedulerConfig.scheduler.checkInterval, MINUTE);
    const overdueIn = Date.parse(soonest) + graceMs + 1_000 - Date.now();
    if (overdueIn > 2 ** 31) return;
    const timer = setTimeout(() => newest.current(), overdueIn > 0 ? overdueIn : MINUTE);
    return () => clearTimeout(timer);
  }, [data, newest]);
  return query;
}
