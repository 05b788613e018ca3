import type { ReactNode } from 'react';
import { Callout } from '../../../components/callout.js';
import { CodeBlock } from '../../../components/code/code-block.js';
import { type Fact, Facts } from '../../../components/facts/facts.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusText, statusOf } from '../../../components/facts/status-badge.js';
import { Duration, Time } from '../../../components/facts/time.js';
import { formatDuration } from '../../../lib/text/time.js';
import { jobReason } from '../job-words.js';
import type { JobAttempt } from './shown-attempt.js';

/** One attempt: request, response, times and worker. */
export function AttemptDetail({ attempt }: { attempt: JobAttempt }) {
  return (
    <div className="flex flex-col gap-6 px-4 py-4 md:px-6">
      <section className="flex flex-col gap-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="font-semibold">Attempt {attempt.retryCount + 1}</h2>
          <StatusText status={statusOf(attempt.status)} />
          <ShortId id={attempt.id} label="attempt id" />
        </div>
        <Facts facts={timesOf(attempt)} />
      </section>
      <Failure attempt={attempt} />
      <Heartbeats heartbeats={attempt.heartbeats} />
      <div className="grid gap-6 xl:grid-cols-2">
        <Request attempt={attempt} />
        <Response attempt={attempt} />
      </div>
    </div>
  );
}

function timesOf(attempt: JobAttempt): Fact[] {
  const { status, createdAt, enqueuedAt, retryAt, startedAt, acceptedAt, progressAt, completedAt } = attempt;
  const { deadlineAt, dependencyDeadlineAt, throttledUntil, reason, workerId, redeliveries } = attempt;
  const isOpen = status === 'PENDING' || status === 'RUNNING';
  const time = (at: string | null) => (at ? <Moment at={at} since={createdAt} /> : undefined);
  return [
    { label: 'Reason', value: reason ? capital(jobReason(reason)) : undefined },
    { label: 'Created', value: time(createdAt) },
    { label: 'Queued', value: enqueuedAt === createdAt ? undefined : time(enqueuedAt) },
    { label: 'Not before', value: time(retryAt) },
    { label: 'Blocked until', value: time(throttledUntil) },
    { label: 'Waiting until', value: status === 'PENDING' ? time(dependencyDeadlineAt) : undefined },
    { label: 'Sent', value: time(startedAt) },
    { label: 'Accepted', value: time(acceptedAt) },
    { label: 'Last progress', value: time(progressAt) },
    { label: 'Deadline', value: isOpen ? time(deadlineAt) : undefined },
    { label: 'Ended', value: time(completedAt) },
    {
      label: 'Duration',
      value:
        startedAt && completedAt ? (
          <Duration ms={Date.parse(completedAt) - Date.parse(startedAt)} />
        ) : undefined,
    },
    { label: 'Worker', value: workerId ? <ShortId id={workerId} label="worker id" /> : undefined },
    {
      label: 'Resent',
      value: redeliveries > 0 ? `${redeliveries}× with the same key, because the worker died` : undefined,
    },
  ];
}

/** A time, relative to the creation of the attempt, because seconds alone would hide differences. */
function Moment({ at, since }: { at: string; since: string }) {
  const ms = Date.parse(at) - Date.parse(since);
  return (
    <>
      <Time at={at} show="absolute" />
      {ms > 0 && <span className="text-muted"> +{formatDuration(ms)}</span>}
    </>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Failure({ attempt: { error, resultInvalid } }: { attempt: JobAttempt }) {
  return (
    <>
      {error && (
        <Callout kind="error">
          <p className="font-medium break-words">{error.message}</p>
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
            {error.code && <span className="font-mono">{error.code}</span>}
            <span>{error.retryable ? 'retryable' : 'not retryable'}</span>
            {error.timestamp && <Time at={error.timestamp} />}
          </p>
          {error.stack && (
            <details className="mt-1">
              <summary className="cursor-pointer text-xs font-medium">Stack trace</summary>
              <pre className="mt-1 max-h-80 overflow-auto font-mono text-xs whitespace-pre-wrap break-words">
                {error.stack}
              </pre>
            </details>
          )}
        </Callout>
      )}
      {resultInvalid && (
        <Callout kind="warning">
          The result was written by SQL and does not match the agent’s output schema.
        </Callout>
      )}
    </>
  );
}

/** Newest first. */
function Heartbeats({ heartbeats }: Pick<JobAttempt, 'heartbeats'>) {
  if (heartbeats.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer font-medium">Heartbeats</summary>
      <ul className="mt-2 flex flex-col gap-1 text-muted">
        {heartbeats.toReversed().map(({ at, status }) => (
          <li key={at}>
            <Time at={at} show="absolute" /> {status}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Request({ attempt: { params, upstream, agentId, startedAt } }: { attempt: JobAttempt }) {
  return (
    <Part title={startedAt ? 'Request' : 'Request (not sent yet)'}>
      <Block title="Params">
        <CodeBlock label="params" value={params} />
      </Block>
      {upstream != null && (
        <Block title="Upstream" hint="Current results of earlier steps.">
          <CodeBlock label="upstream" value={upstream} />
        </Block>
      )}
      <p className="text-xs text-muted">
        Sent to <span className="font-mono">{agentId}</span> with these IDs as headers and metadata.
      </p>
    </Part>
  );
}

function Response({ attempt }: { attempt: JobAttempt }) {
  const { status, statusCode, durationMs, result, responseBody, responseTruncated, metrics, acceptedAt } =
    attempt;
  const isReported = acceptedAt !== null && result !== null;
  const isEmpty = result === null && !responseBody && metrics === null;
  return (
    <Part
      title="Response"
      aside={
        statusCode !== null && (
          <span className="text-muted">
            HTTP <span className="font-mono">{statusCode}</span>
            {durationMs !== null && (
              <>
                {' '}
                after <Duration ms={durationMs} />
              </>
            )}
          </span>
        )
      }
    >
      {isEmpty && (
        <p className="text-muted">
          {statusCode === null
            ? (NOTHING[status] ?? 'No response was received.')
            : 'The response had no body.'}
        </p>
      )}
      {result !== null && (
        <Block title={isReported ? 'Reported result' : 'Result'}>
          <CodeBlock label="result" value={result} />
        </Block>
      )}
      {responseBody && (
        <Block
          title="Body"
          hint={responseTruncated ? 'Truncated: the body exceeds the size that is stored.' : undefined}
        >
          <CodeBlock label="response body" value={readable(responseBody)} />
        </Block>
      )}
      {metrics !== null && (
        <Block title="Metrics">
          <CodeBlock label="metrics" value={metrics} />
        </Block>
      )}
    </Part>
  );
}

const NOTHING: Readonly<Record<string, string>> = {
  PENDING: 'Not sent yet.',
  RUNNING: 'The agent has not responded yet.',
  SKIPPED: 'This attempt was never sent.',
};

/** Formats JSON over several lines. */
function readable(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

function Block({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h4 className="text-xs font-medium text-muted">
        {title}
        {hint && <span className="font-normal"> · {hint}</span>}
      </h4>
      {children}
    </div>
  );
}
