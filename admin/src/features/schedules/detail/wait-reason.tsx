import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { Time } from '../../../components/facts/time.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { texts } from '../texts/detail.js';
import {
  ScheduleDetailSystemDocument,
  ScheduleDetailWaitsDocument,
  type ScheduleDetailWaitsQuery,
} from './schedule-detail.generated.js';

type Jobs = ScheduleDetailWaitsQuery['jobExecutions']['edges'];

/** Why queued jobs of the run wait, if something outside of the run makes them wait. */
export function WaitReason({ runId }: { runId: string }) {
  const jobs = useRef<Jobs>([]);
  const { data } = useLiveQuery(ScheduleDetailWaitsDocument, {
    variables: { runId },
    refetchOn: {
      execution: ({ id }) => id === runId,
      job: ({ id }) => jobs.current.some(({ node }) => node.id === id),
    },
  });
  jobs.current = data?.jobExecutions.edges ?? [];
  for (const { node } of jobs.current) {
    const words = node.reason && texts.waits[node.reason];
    if (!words) continue;
    return (
      <p className="text-xs text-amber">
        {words} {node.throttledUntil && <Time at={node.throttledUntil} prefix={texts.waitsUntil} />}
      </p>
    );
  }
  return null;
}

/** Why what is due or queued does not start: no worker claims it. */
export function NoWorkerReason() {
  const { data } = useLiveQuery(ScheduleDetailSystemDocument, { refetchOn: { worker: 'any' } });
  const [alert] = data?.system.alerts ?? [];
  if (!alert) return null;
  return (
    <span className="text-xs text-amber">
      {texts.header.notClaimed[alert.kind]}{' '}
      <Link to="/workers" className="underline underline-offset-3">
        {texts.header.showWorkers}
      </Link>
    </span>
  );
}
