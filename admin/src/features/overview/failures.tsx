import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { StatusShape, statusOf } from '../../components/facts/status-badge.js';
import { Time } from '../../components/facts/time.js';
import { useLiveJobs } from '../../lib/graphql/live.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { linkTo } from '../../lib/link-to.js';
import {
  type JobStatus,
  OverviewFailuresDocument,
  type OverviewFailuresQuery,
} from './overview.generated.js';
import { PANEL_ROW, Panel, PanelList } from './panel.js';
import { texts } from './texts.js';

const t = texts.failures;

type Job = OverviewFailuresQuery['jobExecutions']['edges'][number]['node'];

interface Group {
  newest: Job;
  message: string;
  count: number;
}

const FAILED: JobStatus[] = ['FAILED', 'DEAD_LETTER'];
const FILTER = { status: FAILED };
const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
const REFETCH_EVERY_MS = 2_000;

/** Recently failed jobs, grouped. */
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
  const groups = data && groupsOf(data.jobExecutions.edges.map(({ node }) => node));
  return (
    <Panel
      title={t.title}
      aside={
        <Link
          to="/jobs"
          search={{ status: 'FAILED,DEAD_LETTER' }}
          className="text-muted hover:text-ink hover:underline"
        >
          {t.all}
        </Link>
      }
    >
      <PanelList items={groups} empty={t.empty}>
        {({ newest, message, count }) => (
          <li key={newest.id} className={PANEL_ROW}>
            <StatusShape status={statusOf(newest.status)} />
            <Link
              {...linkTo.job(newest.jobId)}
              className="line-clamp-2 min-w-0 flex-1 break-words hover:underline sm:line-clamp-1"
            >
              <span className="text-muted">{newest.agent?.name ?? newest.agentId}</span>{' '}
              <span title={message}>{message}</span>
            </Link>
            {count > 1 && <span className="text-red tabular-nums">× {count}</span>}
            <span className="text-muted">
              <Time at={newest.completedAt ?? newest.createdAt} />
            </span>
          </li>
        )}
      </PanelList>
    </Panel>
  );
}

/**
 * Long numbers and IDs, which differ between failures of the same kind. HTTP statuses and the like
 * are shorter.
 */
const OWN_OF_ONE = /[0-9a-f]{8}-[0-9a-f-]{27}|\b(?=[a-f]*\d)[0-9a-f]{8,}\b|\d{4,}/gi;

/** Grouped by agent and message, ignoring IDs in the message, newest first. */
function groupsOf(jobs: readonly Job[]): Group[] {
  const groups = new Map<string, Group>();
  for (const job of jobs) {
    const message = job.error?.message ?? t.noMessage;
    const key = `${job.agentId} ${message.replace(OWN_OF_ONE, '…')}`;
    const known = groups.get(key);
    if (known) known.count += 1;
    else groups.set(key, { newest: job, message, count: 1 });
  }
  return [...groups.values()];
}
