import { useRef } from 'react';
import { Time } from '../../../components/facts/time.js';
import { TextLink } from '../../../components/text-link.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { useWorkerAlert } from '../../workers/use-worker-alert.js';
import { texts } from '../texts/detail.js';
import { ScheduleDetailWaitsDocument, type ScheduleDetailWaitsQuery } from './schedule-detail.generated.js';

type Jobs = ScheduleDetailWaitsQuery['jobExecutions']['edges'];

/**
 * Why queued jobs of the run wait, if something outside of the run makes them wait. Says how many of the jobs it
 * has looked at wait for each reason.
 */
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
  const seen = jobs.current.length;
  const areAll = data?.jobExecutions.pageInfo.hasNextPage === false;
  return reasonsOf(jobs.current).map(({ words, until, waiting }) => (
    <p key={words} className="text-xs text-amber">
      {words} {texts.waitingJobs({ waiting, seen, areAll })}.{' '}
      {until && <Time at={until} prefix={texts.waitsUntil} />}
    </p>
  ));
}

interface Reason {
  words: string;
  /** The earliest time at which one of the jobs can be sent. */
  until: string | null;
  waiting: number;
}

function reasonsOf(jobs: Jobs): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { node } of jobs) {
    // Without a worker, a job waits for one first. Its agent may make it wait even then.
    const reason = node.reason ?? node.waiting?.reason;
    const words = reason && texts.waits[reason];
    if (!words) continue;
    const { until, waiting } = reasons.get(words) ?? { until: null, waiting: 0 };
    const [earliest = null] = [until, node.throttledUntil].filter((at) => at !== null).sort();
    reasons.set(words, { words, until: earliest, waiting: waiting + 1 });
  }
  return [...reasons.values()];
}

/** Why what is due or queued does not start: no worker claims it. */
export function NoWorkerReason() {
  const alert = useWorkerAlert();
  if (!alert) return null;
  return (
    <span className="text-xs text-amber">
      {texts.header.notClaimed[alert.kind]} <TextLink to="/workers">{texts.header.showWorkers}</TextLink>
    </span>
  );
}
