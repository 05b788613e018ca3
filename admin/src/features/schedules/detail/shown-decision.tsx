import type { ReactNode } from 'react';
import { Button } from '../../../components/button.js';
import { WithDecision } from '../../../components/facts/decision-panel.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { formatInstant } from '../../../lib/text/time.js';
import { useUrlState } from '../../../lib/url-state.js';
import { ScheduleDetailUpcomingDocument } from './schedule-detail.generated.js';
import type { ShownSchedule } from './shown-schedule.js';

/** Why the schedule will run at the time in `?at=`. */
export function ShownDecision({
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
      title={`Why ${formatInstant(new Date(at), zone)}`}
      aside={
        <Button size="sm" variant="ghost" onClick={() => change({ at: undefined }, 'replace')}>
          Close
        </Button>
      }
      decision={occurrence?.decision}
      source={occurrence?.source}
      reason={data && !occurrence ? 'This time is no longer among the next ten runs.' : undefined}
      zone={zone}
    >
      {children}
    </WithDecision>
  );
}
