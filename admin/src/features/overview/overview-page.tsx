import { PageHeader } from '../../components/page-header.js';
import { ErrorState } from '../../components/states.js';
import { useUrlState } from '../../lib/url-state.js';
import { ScheduleAlerts, SchedulerOff } from './alerts.js';
import { DeadLetters } from './dead-letters.js';
import { Failures } from './failures.js';
import { Health } from './health.js';
import { NothingYet } from './nothing-yet.js';
import { Outcomes } from './outcomes.js';
import { Running } from './running.js';
import { Timeline } from './timeline/timeline.js';
import { useRuns } from './timeline/use-runs.js';
import { zoomOf } from './timeline/zoom.js';
import { useAlerts } from './use-alerts.js';

/** `/`: current runs, recent problems and upcoming runs. */
export function OverviewPage() {
  const [state] = useUrlState();
  const runs = useRuns(zoomOf(state.zoom).spanMs);
  const { data, error, refetch } = useAlerts();
  if (!data && error) {
    return (
      <>
        <PageHeader title="Overview" />
        <ErrorState title="Could not load the overview" error={error} onRetry={refetch} />
      </>
    );
  }
  const isEmpty = data?.schedules.edges.length === 0 && !runs.isLoading && runs.lanes.size === 0;
  return (
    <>
      <PageHeader title="Overview" />
      <div className="flex flex-col gap-4 p-4 md:p-6">
        {data && !data.schedulerConfig.scheduler.enabled && <SchedulerOff />}
        <Health />
        {data && <ScheduleAlerts alerts={data.scheduleAlerts} />}
        {isEmpty ? (
          <NothingYet />
        ) : (
          <>
            <Timeline runs={runs} />
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <div className="grid min-w-0 gap-4">
                <Running {...runs} />
                <Failures />
              </div>
              <div className="grid min-w-0 gap-4">
                <Outcomes />
                <DeadLetters />
              </div>
            </div>
          </>
        )}
      </div>
    </>
  );
}
