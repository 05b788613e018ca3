import type { ReactNode } from 'react';
import { Callout } from '../../../components/callout.js';
import { TitledJson } from '../../../components/code/code-block.js';
import { StatusText, statusOf } from '../../../components/facts/status-badge.js';
import { Duration, Time } from '../../../components/facts/time.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { TextLink } from '../../../components/text-link.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { linkTo } from '../../../lib/link-to.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/run.js';
import { PipelineRunJobDocument, type PipelineRunJobQuery } from './pipeline-run.generated.js';

const t = texts.step;

type Job = NonNullable<PipelineRunJobQuery['jobExecution']>;

/** Params, result and number of attempts of a step in one context. */
export function StepDetail({ jobId: id, actions }: { jobId: string; actions: ReactNode }) {
  const query = useLiveQuery(PipelineRunJobDocument, {
    variables: { id },
    refetchOn: { job: (event) => event.id === id },
  });
  const job = query.data?.jobExecution;
  if (!job) return <NotLoaded what={t.what} query={query} />;
  return <Shown job={job} actions={actions} />;
}

function Shown({ job, actions }: { job: Job; actions: ReactNode }) {
  const { jobId, agentId, agent, agentVersion, params, upstream, result, error, waitingFor, attempts } = job;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-muted">
          {t.calls(
            <TextLink {...linkTo.agent(agentId)} className="text-ink">
              {agent?.name ?? agentId}
            </TextLink>,
          )}
          {agentVersion && <span className="font-mono text-xs"> {agentVersion}</span>}
        </span>
        <TextLink {...linkTo.job(jobId)} look="accent">
          {t.viewJob}
        </TextLink>
        <span className="ml-auto">{actions}</span>
      </div>
      {waitingFor && <Callout kind="info">{waitingFor}</Callout>}
      {error && (
        <Callout kind="error">
          {error.message}
          {(error.code || error.retryable === false) && (
            <span className="text-muted">
              {' '}
              {[error.code, error.retryable === false && t.notRetryable].filter(Boolean).join(' · ')}
            </span>
          )}
        </Callout>
      )}
      {attempts.length > 1 && <Attempts attempts={attempts} />}
      <TitledJson title={common.params} value={params} />
      {upstream !== null && <TitledJson title={t.upstream} value={upstream} />}
      {result !== null && <TitledJson title={t.result} value={result} />}
    </div>
  );
}

function Attempts({ attempts }: Pick<Job, 'attempts'>) {
  return (
    <section aria-label={t.attempts} className="flex flex-col gap-1">
      <h3 className="text-xs text-muted">{t.attemptCount(attempts.length)}</h3>
      <ol className="flex flex-col gap-1">
        {attempts.map(({ id, retryCount, status, startedAt, durationMs, statusCode, error }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <span className="w-4 text-muted">{retryCount + 1}</span>
            <StatusText status={statusOf(status)} />
            {startedAt && <Time at={startedAt} />}
            {durationMs !== null && <Duration ms={durationMs} />}
            {statusCode !== null && <span className="text-muted">{t.http(statusCode)}</span>}
            {error && <span className="min-w-0 truncate text-muted">{error.message}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
