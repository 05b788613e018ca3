import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { InstantText } from '../../../components/facts/instant-text.js';
import { StatusShape, statusOf } from '../../../components/facts/status-badge.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { linkTo } from '../../../lib/link-to.js';
import { texts } from '../texts/detail.js';
import {
  type RunStatus,
  ScheduleDetailLastEndedDocument,
  ScheduleDetailOutcomeDocument,
} from './schedule-detail.generated.js';
import type { ShownSchedule } from './shown-schedule.js';

const t = texts.header;

/** Why the last run failed, and why the newest slots were skipped. */
export function OutcomeNotices({ schedule }: { schedule: ShownSchedule }) {
  const { recentOutcomes, zone } = schedule;
  const ended = useLastEnded(schedule);
  const newest = recentOutcomes.at(-1);
  return (
    <>
      {ended?.runStatus === 'FAILED' && <Failure runId={ended.executionId} words={t.lastRunFailed} />}
      {ended?.runStatus === 'PARTIAL' && <Failure runId={ended.executionId} words={t.lastRunPartlyFailed} />}
      {newest?.runStatus === null && <Skipped runId={newest.executionId} zone={zone} />}
    </>
  );
}

const ENDED: RunStatus[] = ['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED'];

/** The newest run that has ended. If none of the recent ones has, because runs pile up, it is read. */
function useLastEnded({ id, recentOutcomes }: ShownSchedule): Ended | undefined {
  const recent = recentOutcomes.findLast(({ runStatus }) => runStatus !== null && ENDED.includes(runStatus));
  const { data } = useLiveQuery(ScheduleDetailLastEndedDocument, {
    variables: { filter: { scheduleId: id, runStatus: ENDED } },
    pause: recent !== undefined || recentOutcomes.length === 0,
    refetchOn: { execution: ({ scheduleId }) => scheduleId === id },
  });
  const found = data?.scheduleExecutions.edges[0]?.node;
  return recent ?? (found && { executionId: found.id, runStatus: found.runStatus });
}

type Ended = Pick<ShownSchedule['recentOutcomes'][number], 'executionId' | 'runStatus'>;

function Failure({ runId, words }: { runId: string; words: string }) {
  const outcome = useOutcome(runId);
  const errors = outcome?.jobsCreated === 0 ? outcome.errors : outcome?.errorGroups;
  const [error, ...others] = errors ?? [];
  if (!error) return null;
  return (
    <Line runId={runId} status="FAILED" link={t.showRun}>
      <span className="font-medium">{words}</span> <span className="text-red">{error.message}</span>
      {error.count > 1 && ` ${t.times(error.count)}`}
      {others.length > 0 && ` ${t.otherErrors(others.length)}`}
    </Line>
  );
}

function Skipped({ runId, zone }: { runId: string; zone: string }) {
  const outcome = useOutcome(runId);
  if (!outcome) return null;
  return (
    <Line runId={runId} status="SKIPPED" link={t.showReason}>
      <InstantText text={outcome.why} zone={zone} />
    </Line>
  );
}

function useOutcome(runId: string) {
  const { data } = useLiveQuery(ScheduleDetailOutcomeDocument, {
    variables: { runId },
    refetchOn: { execution: ({ id }) => id === runId },
  });
  return data?.scheduleExecution;
}

interface LineProps {
  runId: string;
  status: 'FAILED' | 'SKIPPED';
  /** Name of the link to the run. */
  link: string;
  children: ReactNode;
}

function Line({ runId, status, link, children }: LineProps) {
  return (
    <div role="status" className="flex items-start gap-2 border-b px-4 py-2 md:px-6">
      <span className="flex h-5 items-center">
        <StatusShape status={statusOf(status)} />
      </span>
      <p className="min-w-0 flex-1 break-words">{children}</p>
      <Link {...linkTo.run(runId)} className="shrink-0 underline underline-offset-3">
        {link}
      </Link>
    </div>
  );
}
