import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { Button } from '../../../components/button.js';
import { WithDecision } from '../../../components/facts/decision-panel.js';
import { NoObject } from '../../../components/no-object.js';
import { Tabs } from '../../../components/tabs.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { formatInstant } from '../../../lib/text/time.js';
import { instantOf, useUrlState } from '../../../lib/url-state.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import { BackfillsTab } from './backfills-tab.js';
import { HintsTab } from './hints-tab.js';
import { HistoryTab } from './history-tab.js';
import { ParamsTab } from './params-tab.js';
import { ScheduleDetailDocument, ScheduleDetailUpcomingDocument } from './schedule-detail.generated.js';
import { ScheduleDialogs } from './schedule-dialogs.js';
import { PARENT, ScheduleHeader } from './schedule-header.js';
import { SettingsTab } from './settings-tab.js';
import type { ShownSchedule } from './shown-schedule.js';
import { UpcomingTab } from './upcoming-tab.js';
import { useScheduleActions } from './use-schedule-actions.js';

const t = texts.page;

const hasEnded = (status: string) => !['PENDING', 'RUNNING'].includes(status);

/** `/scheduler/schedules/:id`: settings, decisions and upcoming runs of a schedule. */
export function SchedulePage() {
  const { id = '' } = useParams({ strict: false });
  const target = useRef<Pick<ShownSchedule, 'agentId' | 'pipelineId'> | null>(null);
  const query = useLiveQuery(ScheduleDetailDocument, {
    variables: { id },
    refetchOn: {
      schedule: (event) => event.id === id,
      // The page shows the current run and the target.
      execution: ({ scheduleId, isNew, status }) => scheduleId === id && (isNew || hasEnded(status)),
      agent: (event) => event.id === target.current?.agentId,
      record: ({ id: recordId, recordKind }) =>
        recordKind === 'SETTING' ? recordId === 'scheduler' : recordId === target.current?.pipelineId,
    },
  });
  const { data } = query;
  target.current = data?.schedule ?? null;
  if (data?.schedule) {
    const { scheduler } = data.schedulerConfig;
    const { schedule } = data;
    return (
      <Shown
        key={schedule.id}
        schedule={{
          ...schedule,
          zone: schedule.timezone ?? scheduler.timezone,
          isSchedulerEnabled: scheduler.enabled,
        }}
      />
    );
  }
  return (
    <NoObject kind={common.schedule} parent={PARENT} query={query}>
      {t.gone((label) => (
        <Link to="/executions" search={{ q: id }} className="text-accent underline">
          {label}
        </Link>
      ))}
    </NoObject>
  );
}

function Shown({ schedule }: { schedule: ShownSchedule }) {
  const actions = useScheduleActions(schedule);
  const [{ tab, at: wanted }] = useUrlState();
  const at = instantOf(wanted);
  const tabs = [
    {
      id: 'upcoming',
      label: t.tabs.upcoming,
      render: () => <UpcomingTab schedule={schedule} actions={actions} />,
    },
    {
      id: 'history',
      label: common.history,
      render: () => <HistoryTab schedule={schedule} actions={actions} />,
    },
    { id: 'params', label: common.params, render: () => <ParamsTab schedule={schedule} /> },
    { id: 'hints', label: t.tabs.hints, render: () => <HintsTab schedule={schedule} actions={actions} /> },
    {
      id: 'backfills',
      label: common.backfills,
      render: () => <BackfillsTab schedule={schedule} actions={actions} />,
    },
    {
      id: 'settings',
      label: t.tabs.settings,
      render: () => <SettingsTab schedule={schedule} actions={actions} />,
    },
    {
      id: 'audit',
      label: t.tabs.audit,
      render: () => <AuditTrail resourceType="SCHEDULE" entityId={schedule.id} />,
    },
  ];
  const content = <Tabs label={common.schedule} tabs={tabs} />;
  return (
    <div className="flex min-h-full flex-col">
      <ScheduleHeader schedule={schedule} actions={actions} />
      {at && tab === undefined ? (
        <ShownDecision schedule={schedule} at={at}>
          {content}
        </ShownDecision>
      ) : (
        <WithDecision
          decision={schedule.decision}
          source={schedule.nextRunSource}
          reason={schedule.whyNot}
          zone={schedule.zone}
        >
          {content}
        </WithDecision>
      )}
      <ScheduleDialogs schedule={schedule} actions={actions} />
    </div>
  );
}

/** Why the schedule will run at the time in `?at=`. */
function ShownDecision({
  schedule: { id, zone },
  at,
  children,
}: {
  schedule: ShownSchedule;
  at: string;
  children: ReactNode;
}) {
  const [, change] = useUrlState();
  const { data } = useLiveQuery(ScheduleDetailUpcomingDocument, { variables: { id } });
  const occurrence = data?.previewSchedule.occurrences.find((each) => each.at === at);
  return (
    <WithDecision
      title={t.why(formatInstant(new Date(at), zone))}
      aside={
        <Button size="sm" variant="ghost" onClick={() => change({ at: undefined }, 'replace')}>
          {t.close}
        </Button>
      }
      decision={occurrence?.decision}
      source={occurrence?.source}
      reason={data && !occurrence ? t.notPlanned : undefined}
      zone={zone}
    >
      {children}
    </WithDecision>
  );
}
