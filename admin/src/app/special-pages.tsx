import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { CombinedError } from '@urql/core';
import { useCallback, useContext, useEffect, useState } from 'react';
import { LiveContext } from '../lib/graphql/live.js';
import { isTemporary } from '../lib/graphql/use-repeated-read.js';
import { isServerThere, reloadIfServerThere, ServerAwayError, ServerUpdatedError } from '../lib/load-code.js';

/** Between two attempts to open the first page, until the server answers. */
const ATTEMPT_MS = 3_000;

/**
 * Shown after an exception, usually because the server cannot be reached. Code that could not be loaded is loaded
 * with the whole document when the connection is back; everything else is read again.
 */
export function CrashPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const live = useContext(LiveContext);
  const [isBusy, setBusy] = useState(false);
  const isUpdated = error instanceof ServerUpdatedError;
  const isAway = error instanceof ServerAwayError;
  const isCode = isUpdated || isAway;
  const isFailedRead = error instanceof CombinedError && isTemporary(error);
  const isNetwork = isAway || (isFailedRead && error.networkError !== undefined);

  const retry = useCallback(async () => {
    if (!isCode) return router.invalidate();
    setBusy(true);
    if (!(await reloadIfServerThere())) setBusy(false);
  }, [isCode, router]);

  useEffect(() => {
    if (!isAway) return;
    return live?.onState(() => {
      if (live.state().kind === 'live') void retry();
    });
  }, [isAway, live, retry]);

  // Nothing is live yet when the first page is opened.
  useEffect(() => {
    if (live || !isFailedRead) return;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = async () => {
      if (await isServerThere()) void router.invalidate();
      else wait();
    };
    const wait = () => {
      timer = setTimeout(attempt, ATTEMPT_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }, [isFailedRead, live, router]);

  return (
    <main role="alert" className="mx-auto flex max-w-lg flex-col items-center gap-3 px-6 py-24 text-center">
      <h1 className="text-lg font-semibold">{titleOf(isUpdated, isNetwork, isFailedRead)}</h1>
      <p className="text-muted">
        {isUpdated
          ? 'Reload the page to continue.'
          : explain(error, isNetwork, isFailedRead, live !== undefined)}
      </p>
      <button
        type="button"
        aria-busy={isBusy || undefined}
        className="h-8 rounded-md border border-line-strong bg-surface px-3 font-medium hover:bg-hover"
        onClick={() => void retry()}
      >
        {isUpdated ? 'Reload' : 'Try again'}
      </button>
    </main>
  );
}

function titleOf(isUpdated: boolean, isNetwork: boolean, isFailedRead: boolean): string {
  if (isUpdated) return 'Callboard was updated';
  if (isNetwork) return 'Cannot reach the server';
  return isFailedRead ? 'Could not load this page' : 'Something went wrong on this page';
}

function explain(error: unknown, isNetwork: boolean, isFailedRead: boolean, isLive: boolean): string {
  if (isNetwork && isLive) return 'This page opens when the connection is back.';
  if (isNetwork) return 'Check that the server is running. This page opens as soon as it answers.';
  if (error instanceof CombinedError) {
    const messages = error.graphQLErrors.map(({ message }) => message).join(' ');
    return isFailedRead && !isLive ? `${messages} This page opens as soon as it can be loaded.` : messages;
  }
  return error instanceof Error ? error.message : 'No details are available.';
}

/** Within the frame, so that the navigation leads on. */
export function NotFoundPage() {
  useEffect(() => {
    document.title = 'Page not found · Callboard';
  }, []);
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-6 py-24 text-center">
      <h1 className="text-lg font-semibold">Page not found</h1>
      <p className="text-muted">The address may be wrong, or the item may have been deleted.</p>
      <Link to="/" className="text-accent underline">
        Go to Overview
      </Link>
    </div>
  );
}
