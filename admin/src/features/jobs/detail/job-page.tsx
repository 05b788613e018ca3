import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Callout } from '../../../components/callout.js';
import { InstantText } from '../../../components/facts/instant-text.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusBadge, statusOf } from '../../../components/facts/status-badge.js';
import { Elapsed, Time } from '../../../components/facts/time.js';
import { NoObject } from '../../../components/no-object.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { PageHeader } from '../../../components/page-header.js';
import { useLiveJobs } from '../../../lib/graphql/live.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { linkTo } from '../../../lib/link-to.js';
import { useUrlState } from '../../../lib/url-state.js';
import { JobAttemptDocument, type JobAttemptRowFragment, JobAttemptsDocument } from '../jobs.generated.js';
import { paramsText } from '../params-text.js';
import { texts } from '../texts.js';
import { AttemptDetail } from './attempt-detail.js';
import { AttemptList } from './attempt-list.js';
import { JobActions } from './job-actions.js';
import { JobFacts } from './job-facts.js';
import type { JobAttempt } from './shown-attempt.js';

const t = texts.detail;

/** `/jobs/:jobId`: requests and responses of all attempts. The ID of an attempt opens its job. */
export function JobPage() {
  const { jobId: id = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  useLiveJobs({ jobId: id });
  const query = useLiveQuery(JobAttemptsDocument, {
    variables: { id },
    refetchOn: { job: (event) => event.jobId === id },
  });
  const { data, isLoading } = query;
  const attempts = data?.jobExecutions.edges.map(({ node }) => node) ?? [];
  const isAttempt = attempts.length === 0 ? data?.jobExecution : undefined;
  useEffect(() => {
    if (!isAttempt) return;
    void navigate({ ...linkTo.job(isAttempt.jobId), search: { attempt: isAttempt.id }, replace: true });
  }, [isAttempt, navigate]);

  const [first] = attempts;
  if (first)
    return (
      <Job
        key={first.jobId}
        latest={first}
        attempts={attempts}
        hasMore={data?.jobExecutions.pageInfo.hasNextPage ?? false}
      />
    );
  return (
    <NoObject
      kind={texts.common.job}
      parent={PARENT}
      query={{ ...query, isLoading: isLoading || isAttempt != null }}
    >
      {t.missing}
    </NoObject>
  );
}

/** Why and since when the job waits, and when it fails at the latest. */
function Waiting({ message, since, until }: NonNullable<JobAttempt['waiting']>) {
  const reason = <InstantText text={message} />;
  const elapsed = <Elapsed since={since} />;
  return until
    ? t.waitingUntil(reason, elapsed, <Time at={until} show="absolute" />)
    : t.waiting(reason, elapsed);
}

const PARENT = { label: texts.common.jobs, to: '/jobs' } as const;

interface JobProps {
  latest: JobAttemptRowFragment;
  /** Newest first. */
  attempts: readonly JobAttemptRowFragment[];
  hasMore: boolean;
}

function Job({ latest, attempts, hasMore }: JobProps) {
  const [{ attempt: wanted }] = useUrlState();
  const shownId = attempts.some(({ id }) => id === wanted) ? (wanted as string) : latest.id;
  const query = useLiveQuery(JobAttemptDocument, {
    variables: { id: shownId },
    refetchOn: {
      job: (event) => event.jobId === latest.jobId,
      // What the job waits for may depend on its run or its agent.
      execution: (event) => event.id === latest.scheduleExecutionId,
    },
  });
  const read = query.data?.jobExecution;
  const attempt = read?.id === shownId ? read : undefined;
  const shown = attempt ?? read;
  const title = shown ? (shown.pipelineStepId ?? shown.agent?.name ?? shown.agentId) : texts.common.job;
  const values = shown && paramsText(shown.params, shown.scheduleExecution?.params);
  return (
    <>
      <PageHeader
        title={title}
        parent={PARENT}
        aside={
          <>
            {values && <span className="max-w-80 truncate text-base text-muted">{values}</span>}
            <StatusBadge status={statusOf(latest.status)} />
            <ShortId id={latest.jobId} label={t.jobId} />
          </>
        }
        actions={<JobActions latest={latest} />}
      />
      {attempt?.isLatest && attempt.waiting && (
        <div className="px-4 pt-3 md:px-6">
          <Callout kind="info">
            <Waiting {...attempt.waiting} />
          </Callout>
        </div>
      )}
      {shown && <JobFacts job={shown} />}
      <div className="flex min-h-[60vh] flex-col border-t lg:flex-row">
        <AttemptList attempts={attempts} shownId={shownId} hasMore={hasMore} />
        <div className="min-w-0 flex-1 lg:border-l">
          {attempt ? (
            <AttemptDetail key={attempt.id} attempt={attempt} />
          ) : (
            // The query may still hold the attempt that was shown before.
            <NotLoaded what={t.what} query={{ ...query, isLoading: !query.error }} />
          )}
        </div>
      </div>
    </>
  );
}
