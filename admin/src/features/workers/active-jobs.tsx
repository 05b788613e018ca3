import { Link } from '@tanstack/react-router';
import { Elapsed } from '../../components/facts/time.js';
import { NotLoaded } from '../../components/not-loaded.js';
import { Section, SectionCount } from '../../components/section.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { linkTo } from '../../lib/link-to.js';
import { texts } from './texts.js';
import { WorkerJobsDocument, type WorkerRowFragment } from './workers.generated.js';

const t = texts.activeJobs;

/** Attempts that the worker has sent and that are not answered, oldest first. */
export function ActiveJobs({ worker: { id } }: { worker: WorkerRowFragment }) {
  const query = useLiveQuery(WorkerJobsDocument, {
    variables: { id },
    refetchOn: { worker: (event) => event.id === id, execution: 'any' },
  });
  const jobs = query.data?.worker?.jobs ?? [];
  return (
    <Section title={texts.common.activeJobs} aside={<SectionCount count={jobs.length} />}>
      {!query.data && <NotLoaded what={t.what} query={query} />}
      {query.data && jobs.length === 0 && <p className="text-muted">{t.empty}</p>}
      <ul className="flex flex-col">
        {jobs.map((job) => (
          <li key={job.id} className="flex min-h-9 items-center gap-4 border-b">
            <Link {...linkTo.job(job.jobId)} className="font-mono text-xs underline-offset-3 hover:underline">
              …{job.jobId.slice(-8)}
            </Link>
            <Link
              {...linkTo.agent(job.agentId)}
              className="min-w-0 flex-1 truncate underline-offset-3 hover:underline"
            >
              {job.agent?.name ?? job.agentId}
              {job.pipelineStepId && <span className="text-muted"> · {job.pipelineStepId}</span>}
            </Link>
            {job.retryCount > 0 && <span className="text-muted">{t.retry(job.retryCount)}</span>}
            {job.startedAt && (
              <span className="text-muted">
                <Elapsed since={job.startedAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
