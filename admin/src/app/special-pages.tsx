import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';

/** Something threw: mostly, the server was not there. */
export function CrashPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isNetwork = error instanceof Error && 'networkError' in error && error.networkError !== undefined;
  return (
    <main role="alert" className="mx-auto flex max-w-lg flex-col items-center gap-3 px-6 py-24 text-center">
      <h1 className="text-lg font-semibold">
        {isNetwork ? 'The server could not be reached' : 'This page has failed'}
      </h1>
      <p className="text-muted">
        {isNetwork
          ? 'Is it running, and is this the right address?'
          : error instanceof Error
            ? error.message
            : 'Nothing more is known.'}
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

export function NotFoundPage() {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-6 py-24 text-center">
      <h1 className="text-lg font-semibold">There is no such page</h1>
      <p className="text-muted">The address may be wrong, or what it showed has been deleted.</p>
      <Link to={'/' as never} className="text-accent underline">
        Go to the overview
      </Link>
    </div>
  );
}
