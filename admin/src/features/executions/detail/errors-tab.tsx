import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { Callout } from '../../../components/callout.js';
import { Time } from '../../../components/facts/time.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { EmptyState } from '../../../components/states.js';
import { RotateCcw } from '../../../icons/lucide.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { linkTo } from '../../../lib/link-to.js';
import { isOpen } from '../execution-words.js';
import { ExecutionErrorsDocument, type ExecutionErrorsQuery } from '../executions.generated.js';
import { texts } from '../texts.js';
import { RetryFailedDialog } from './retry-failed-dialog.js';
import type { ExecutionDetail } from './shown-execution.js';

const t = texts.errors;

type Group = NonNullable<ExecutionErrorsQuery['scheduleExecution']>['errorGroups'][number];

/** The errors of a run, grouped by message. */
export function ErrorsTab({ execution }: { execution: ExecutionDetail }) {
  const { id, errors, jobsCreated, jobsFailed } = execution;
  const query = useLiveQuery(ExecutionErrorsDocument, {
    variables: { id },
    refetchOn: { execution: (event) => event.id === id },
  });
  const groups = query.data?.scheduleExecution?.errorGroups ?? [];
  // Once the run is expanded, its errors are those of its jobs, which the groups show.
  const own = jobsCreated === 0 ? errors : [];
  if (!query.data) return <NotLoaded what={t.what} query={query} />;
  if (own.length === 0 && groups.length === 0) {
    return <EmptyState title={isOpen(execution) ? t.emptyYet : t.empty}>{t.emptyHint}</EmptyState>;
  }
  const grouped = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="flex flex-col gap-3 px-4 py-4 md:px-6">
      {own.map(({ message, timestamp }) => (
        <Callout key={message} kind="error">
          <p className="break-words">{message}</p>
          <p className="text-xs text-muted">{t.expansionFailed(<Time at={timestamp} />)}</p>
        </Callout>
      ))}
      {groups.length > 0 && (
        <ul aria-label={t.byMessage} className="divide-y overflow-hidden rounded-md border bg-surface">
          {groups.map((group) => (
            <ErrorGroup key={group.message} executionId={id} group={group} total={grouped} />
          ))}
        </ul>
      )}
      {grouped < jobsFailed && groups.length > 0 && (
        <p className="text-xs text-muted">{t.basedOn(grouped, jobsFailed)}</p>
      )}
    </div>
  );
}

function ErrorGroup({ executionId, group, total }: { executionId: string; group: Group; total: number }) {
  const { message, code, count, firstAt, lastAt, jobId } = group;
  const [isRetrying, setRetrying] = useState(false);
  return (
    <li className="relative flex flex-col gap-2 px-4 py-3 md:flex-row md:items-start md:gap-4">
      <div
        aria-hidden="true"
        className="absolute inset-y-0 left-0 bg-red-soft opacity-60"
        style={{ width: `${(count / Math.max(1, total)) * 100}%` }}
      />
      <p className="relative w-20 shrink-0 font-semibold text-red">{t.jobs(count)}</p>
      <div className="relative min-w-0 flex-1">
        <p className="font-mono text-xs leading-5 break-words">{message}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-xs text-muted">
          {code && <span className="font-mono">{code}</span>}
          <Time at={firstAt} prefix={t.first} />
          {count > 1 && <Time at={lastAt} prefix={t.last} />}
          <Link {...linkTo.job(jobId)} className="underline hover:text-ink">
            {count === 1 ? t.viewJob : t.viewExample}
          </Link>
          {count > 1 && (
            <Link {...linkTo.run(executionId)} search={{ q: message }} className="underline hover:text-ink">
              {t.viewAll}
            </Link>
          )}
        </p>
      </div>
      <Button
        size="sm"
        requires="OPERATOR"
        className="relative self-start"
        icon={RotateCcw}
        onClick={() => setRetrying(true)}
      >
        {t.retry(count)}
      </Button>
      {isRetrying && (
        <RetryFailedDialog
          executionId={executionId}
          count={count}
          errorMessage={message}
          onClose={() => setRetrying(false)}
        />
      )}
    </li>
  );
}
