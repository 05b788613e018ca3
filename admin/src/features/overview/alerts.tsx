import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Callout } from '../../components/callout.js';
import { InstantText } from '../../components/facts/instant-text.js';
import { type Status, StatusText } from '../../components/facts/status-badge.js';
import { Time } from '../../components/facts/time.js';
import { linkTo } from '../../lib/link-to.js';
import type { OverviewAlertsQuery } from './overview.generated.js';
import { PANEL_ROW, Panel } from './panel.js';
import { texts } from './texts.js';

const t = texts.alerts;

type Alert = OverviewAlertsQuery['scheduleAlerts'][number];

const KINDS: Readonly<Record<Alert['kind'], { status: Status }>> = {
  OVERDUE: { status: 'failed' },
  FLAGGED: { status: 'partial' },
  WAITING: { status: 'paused' },
  NO_NEXT_RUN: { status: 'partial' },
};

const AT_FIRST = 5;

/** While the scheduler is disabled, no slot runs, so this comes first. */
export function SchedulerOff() {
  return (
    <Callout
      kind="warning"
      action={
        <Link to="/settings" className="font-medium underline">
          {texts.schedulerOff.action}
        </Link>
      }
    >
      {texts.schedulerOff.notice}
    </Callout>
  );
}

/** Schedules that should run but do not. */
export function ScheduleAlerts({ alerts }: { alerts: readonly Alert[] }) {
  const [isAll, setAll] = useState(false);
  if (alerts.length === 0) return null;
  const shown = alerts.slice(0, isAll ? undefined : AT_FIRST);
  return (
    <Panel
      title={t.title}
      aside={
        alerts.length > AT_FIRST && (
          <Button size="sm" variant="ghost" onClick={() => setAll(!isAll)}>
            {isAll ? texts.showFewer : t.showAll(alerts.length)}
          </Button>
        )
      }
    >
      <ul>
        {shown.map(({ kind, message, scheduleId, scheduleName, since }) => (
          <li key={`${kind} ${scheduleId}`} className={PANEL_ROW}>
            <StatusText {...KINDS[kind]} label={t.kinds[kind]} className="w-28" />
            <Link
              {...linkTo.schedule(scheduleId)}
              className="max-w-full truncate font-medium hover:underline"
            >
              {scheduleName}
            </Link>
            <span className="order-last min-w-0 basis-full text-muted sm:order-none sm:flex-1 sm:basis-60">
              <InstantText text={message} />
            </span>
            <span className="ml-auto text-muted">
              <Time at={since} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
