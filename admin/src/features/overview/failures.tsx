import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Status, StatusShape, statusOf } from '../../components/facts/status-badge.js';
import { Time } from '../../components/facts/time.js';
import { TextLink } from '../../components/text-link.js';
import { useLiveJobs } from '../../lib/graphql/live.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { linkTo } from '../../lib/link-to.js';
import {
  type JobStatus,
  OverviewFailedRunsDocument,
  type OverviewFailedRunsQuery,
  OverviewFailuresDocument,
  type OverviewFailuresQuery,
} from './overview.generated.js';
import { PANEL_ROW, Panel, PanelList } from './panel.js';
import { texts } from './texts.js';

const t = texts.failures;

type Job = OverviewFailuresQuery['jobExecutions']['edges'][number]['node'];

type Run = OverviewFailedRunsQuery['scheduleExecutions']['edges'][number]['node'];

/** A failed job, or a run that failed before it had jobs. */
interface Failure {
  id: string;
  name: string;
  link: LinkTarget;
  status: Status;
  message: string;
  at: string;
}

interface Group {
  newest: Failure;
  count: number;
}

const FAILED: JobStatus[] = ['FAILED', 'DEAD_LETTER'];
const FILTER = { status: FAILED };
const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
const REFETCH_EVERY_MS = 2_000;

/** Recently failed jobs, and runs that failed without jobs, grouped. */
export function Failures() {
  // Rounded to a quarter of an hour, so that a return to the page within it uses the cache.
  const from = useMemo(
    () => new Date(Math.floor((Date.now() - DAY_MS) / QUARTER_MS) * QUARTER_MS).toISOString(),
    [],
  );
  useLiveJobs(FILTER);
  const { data } = useLiveQuery(OverviewFailuresDocument, {
    variables: { from },
    refetchOn: { job: 'any', execution: 'list' },
    refetchEveryMs: REFETCH_EVERY_MS,
  });
  const runs = useLiveQuery(OverviewFailedRunsDocument, {
    variables: { from },
    refetchOn: { execution: 'list' },
    refetchEveryMs: REFETCH_EVERY_MS,
  });
  const groups =
    data &&
    groupsOf([
      ...data.jobExecutions.edges.map(({ node }) => failedJob(node)),
      ...(runs.data?.scheduleExecutions.edges ?? []).flatMap(({ node }) => failedRun(node)),
    ]);
  return (
    <Panel
      title={t.title}
      aside={
        <TextLink to="/jobs" search={{ status: 'FAILED,DEAD_LETTER' }} look="quiet">
          {t.all}
        </TextLink>
      }
    >
      <PanelList items={groups} empty={t.empty}>
        {({ newest: { id, name, link, status, message, at }, count }) => (
          <li key={id} className={PANEL_ROW}>
            <StatusShape status={status} />
            <Link
              {...link}
              className="line-clamp-2 min-w-0 flex-1 break-words hover:underline sm:line-clamp-1"
            >
              <span className="text-muted">{name}</span> <span title={message}>{message}</span>
            </Link>
            {count > 1 && <span className="text-red tabular-nums">× {count}</span>}
            <span className="text-muted">
              <Time at={at} />
            </span>
          </li>
        )}
      </PanelList>
    </Panel>
  );
}

/** Long numbers and IDs, which differ between failures of the same kind. HTTP statuses and the like are shorter. */
const OWN_OF_ONE = /[0-9a-f]{8}-[0-9a-f-]{27}|\b(?=[a-f]*\d)[0-9a-f]{8,}\b|\d{4,}/gi;

function failedJob({ id, jobId, agent, agentId, status, error, completedAt, createdAt }: Job): Failure {
  return {
    id,
    name: agent?.name ?? agentId,
    link: linkTo.job(jobId),
    status: statusOf(status),
    message: error?.message ?? t.noMessage,
    at: completedAt ?? createdAt,
  };
}

/** Empty if the run has jobs, because the failed ones are listed themselves. */
function failedRun({ id, jobsCreated, errors, completedAt, createdAt, ...run }: Run): Failure[] {
  if (jobsCreated > 0) return [];
  return [
    {
      id,
      name: run.schedule?.name ?? run.pipeline?.name ?? run.agentId ?? t.run,
      link: linkTo.run(id),
      status: 'failed',
      message: errors[0]?.message ?? t.noMessage,
      at: completedAt ?? createdAt,
    },
  ];
}

/** Grouped by name and message, ignoring IDs in the message, newest first. */
function groupsOf(failures: readonly Failure[]): Group[] {
  const groups = new Map<string, Group>();
  for (const failure of [...failures].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))) {
    const key = `${failure.name} ${failure.message.replace(OWN_OF_ONE, '…')}`;
    const known = groups.get(key);
    if (known) known.count += 1;
    else groups.set(key, { newest: failure, count: 1 });
  }
  return [...groups.values()];
}
