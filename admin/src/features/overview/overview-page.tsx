import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotLoaded } from '../../components/not-loaded.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';
import { cn } from '../../lib/class-names.js';
import { type LiveQuery, useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { useUrlState } from '../../lib/url-state.js';
import { useNewest } from '../../lib/use-newest.js';
import { ScheduleAlerts, SchedulerOff } from './alerts.js';
import { DeadLetters } from './dead-letters.js';
import { Failures } from './failures.js';
import { Health } from './health.js';
import { Outcomes } from './outcomes.js';
import { OverviewAlertsDocument, type OverviewAlertsQuery } from './overview.generated.js';
import { Running } from './running.js';
import { texts } from './texts.js';
import { Timeline } from './timeline/timeline.js';
import { useRuns } from './timeline/use-runs.js';
import { zoomOf } from './timeline/zoom.js';

const t = texts.page;

/** `/`: current runs, recent problems and upcoming runs. */
export function OverviewPage() {
  const [state] = useUrlState();
  const runs = useRuns(zoomOf(state.zoom).spanMs);
  const alerts = useAlerts();
  const { data } = alerts;
  if (!data && alerts.error) {
    return (
      <>
        <PageHeader title={t.title} />
        <NotLoaded what={t.what} query={alerts} />
      </>
    );
  }
  const isEmpty = data?.schedules.edges.length === 0 && !runs.isLoading && runs.lanes.size === 0;
  return (
    <>
      <PageHeader title={t.title} />
      <div className="flex flex-col gap-4 p-4 md:p-6">
        {data && !data.schedulerConfig.scheduler.enabled && <SchedulerOff />}
        <Health />
        {data && <ScheduleAlerts alerts={data.scheduleAlerts} />}
        {isEmpty ? (
          <NothingYet hasAgents={data.agents.edges.length > 0} />
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

const MINUTE = 60_000;

/** Whether the scheduler is enabled, and the schedules that should run but do not. */
function useAlerts(): LiveQuery<OverviewAlertsQuery> {
  const query = useLiveQuery(OverviewAlertsDocument, {
    refetchOn: {
      agent: 'list',
      schedule: 'any',
      worker: 'any',
      record: ({ recordKind }) => recordKind === 'SETTING',
    },
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

const EXAMPLE = `mutation {
  createSchedule(input: {
    name: "Hello, every minute", repeat: REPEATING, interval: "1m"
    targetType: AGENT, agentId: "hello", params: { name: "world" }
  }) {
    __typename
    ... on Error { message }
    ... on Schedule { id nextRunAt }
  }
}`;

/** Replaces the timeline while there are no schedules. The next step stands out. */
function NothingYet({ hasAgents }: { hasAgents: boolean }) {
  return (
    <div className="rounded-lg border">
      <EmptyState
        title={t.empty}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Step to="/agents/new" label={t.registerAgent} isNext={!hasAgents} />
            <Step to="/scheduler/schedules/new" label={t.createSchedule} isNext={hasAgents} />
          </span>
        }
        example={EXAMPLE}
      >
        {hasAgents ? t.emptyHint : t.noAgentsHint}
      </EmptyState>
    </div>
  );
}

interface StepProps {
  to: '/agents/new' | '/scheduler/schedules/new';
  label: string;
  isNext: boolean;
}

function Step({ to, label, isNext }: StepProps) {
  return (
    <Link
      to={to}
      className={cn(
        'inline-flex h-7 items-center rounded-md px-2.5 font-medium',
        isNext
          ? 'bg-accent text-accent-ink hover:brightness-110'
          : 'border border-line-strong bg-surface hover:bg-hover',
      )}
    >
      {label}
    </Link>
  );
}
