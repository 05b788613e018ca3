import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Shown after an exception, usually because the server cannot be reached. */
export function CrashPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isNetwork = error instanceof Error && 'networkError' in error && error.networkError !== undefined;
  return (
    <main role="alert" className="mx-auto flex max-w-lg flex-col items-center gap-3 px-6 py-24 text-center">
      <h1 className="text-lg font-semibold">
        {isNetwork ? 'Cannot reach the server' : 'Something went wrong on this page'}
      </h1>
      <p className="text-muted">
        {isNetwork
          ? 'Check that the server is running and that the address is correct.'
          : error instanceof Error
            ? error.message
            : 'No details are available.'}
      </p>
      <button
        type="button"
        className="h-8 rounded-md border border-line-strong bg-surface px-3 font-medium hover:bg-hover"
        onClick={() => void router.invalidate()}
      >
        Try again
      </button>
    </main>
  );
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
