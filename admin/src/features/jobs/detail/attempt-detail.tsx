import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Callout } from '../../../components/callout.js';
import { CodeBlock } from '../../../components/code/code-block.js';
import { type Fact, Facts } from '../../../components/facts/facts.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusText, statusOf } from '../../../components/facts/status-badge.js';
import { Duration, Time } from '../../../components/facts/time.js';
import { linkTo } from '../../../lib/link-to.js';
import { formatDuration } from '../../../lib/text/time.js';
import { jobReason } from '../job-words.js';
import { texts } from '../texts.js';
import type { JobAttempt } from './shown-attempt.js';

const t = texts.attempt;

/** One attempt: request, response, times and worker. */
export function AttemptDetail({ attempt }: { attempt: JobAttempt }) {
  return (
    <div className="flex flex-col gap-6 px-4 py-4 md:px-6">
      <section className="flex flex-col gap-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="font-semibold">{t.title(attempt.retryCount + 1)}</h2>
          <StatusText status={statusOf(attempt.status)} />
          <ShortId id={attempt.id} label={t.id} />
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
    { label: texts.common.reason, value: reason ? capital(jobReason(reason)) : undefined },
    { label: texts.common.created, value: time(createdAt) },
    { label: t.queued, value: enqueuedAt === createdAt ? undefined : time(enqueuedAt) },
    { label: t.notBefore, value: time(retryAt) },
    { label: t.blockedUntil, value: time(throttledUntil) },
    { label: t.waitingUntil, value: status === 'PENDING' ? time(dependencyDeadlineAt) : undefined },
    { label: t.sent, value: time(startedAt) },
    { label: t.accepted, value: time(acceptedAt) },
    { label: t.lastProgress, value: time(progressAt) },
    { label: t.deadline, value: isOpen ? time(deadlineAt) : undefined },
    { label: t.ended, value: time(completedAt) },
    {
      label: texts.common.duration,
      value:
        startedAt && completedAt ? (
          <Duration ms={Date.parse(completedAt) - Date.parse(startedAt)} />
        ) : undefined,
    },
    { label: t.worker, value: workerId ? <ShortId id={workerId} label={t.workerId} /> : undefined },
    { label: t.resent, value: redeliveries > 0 ? t.resentTimes(redeliveries) : undefined },
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

/** Whether the answer looks like JSON and is none, so that its text has become the result. */
function isBrokenJson({ status, responseBody, responseTruncated }: JobAttempt): boolean {
  if (status !== 'COMPLETED' || responseTruncated || !/^\s*[{[]/.test(responseBody ?? '')) return false;
  try {
    JSON.parse(responseBody ?? '');
    return false;
  } catch {
    return true;
  }
}

function Failure({ attempt }: { attempt: JobAttempt }) {
  const { agentId, error, resultInvalid } = attempt;
  return (
    <>
      {error && (
        <Callout kind="error">
          <p className="font-medium break-words">{error.message}</p>
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
            {error.code && <span className="font-mono">{error.code}</span>}
            <span>{error.retryable ? t.retryable : t.notRetryable}</span>
            {error.timestamp && <Time at={error.timestamp} />}
            <Link {...linkTo.agent(agentId)} search={{ tab: 'endpoint' }} className="underline">
              {t.agentEndpoint}
            </Link>
          </p>
          {error.stack && (
            <details className="mt-1">
              <summary className="cursor-pointer text-xs font-medium">{t.stack}</summary>
              <pre className="mt-1 max-h-80 overflow-auto font-mono text-xs whitespace-pre-wrap break-words">
                {error.stack}
              </pre>
            </details>
          )}
        </Callout>
      )}
      {resultInvalid && <Callout kind="warning">{t.invalidResult}</Callout>}
      {isBrokenJson(attempt) && <Callout kind="warning">{t.brokenJson}</Callout>}
    </>
  );
}

/** Newest first. */
function Heartbeats({ heartbeats }: Pick<JobAttempt, 'heartbeats'>) {
  if (heartbeats.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer font-medium">{t.heartbeats}</summary>
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
    <Part title={startedAt ? texts.request.title : texts.request.notSent}>
      <Block title={texts.request.params}>
        <CodeBlock label={texts.request.paramsJson} value={params} />
      </Block>
      {upstream != null && (
        <Block title={texts.request.upstream} hint={texts.request.upstreamHint}>
          <CodeBlock label={texts.request.upstreamJson} value={upstream} />
        </Block>
      )}
      <p className="text-xs text-muted">{texts.request.sentTo(agentId)}</p>
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
      title={texts.response.title}
      aside={
        statusCode !== null && (
          <span className="text-muted">
            {durationMs === null
              ? texts.response.status(statusCode)
              : texts.response.statusAfter(statusCode, <Duration ms={durationMs} />)}
          </span>
        )
      }
    >
      {isEmpty && (
        <p className="text-muted">
          {statusCode === null ? (NONE[status] ?? texts.response.none) : texts.response.noBody}
        </p>
      )}
      {result !== null && (
        <Block title={isReported ? texts.response.reported : texts.response.result}>
          <CodeBlock label={texts.response.resultJson} value={result} />
        </Block>
      )}
      {responseBody && (
        <Block title={texts.response.body} hint={responseTruncated ? texts.response.truncated : undefined}>
          <CodeBlock label={texts.response.responseBody} value={readable(responseBody)} />
        </Block>
      )}
      {metrics !== null && (
        <Block title={texts.response.metrics}>
          <CodeBlock label={texts.response.metricsJson} value={metrics} />
        </Block>
      )}
    </Part>
  );
}

const NONE: Readonly<Record<string, string>> = texts.response.noneYet;

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
