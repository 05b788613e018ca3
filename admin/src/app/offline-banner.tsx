import { Button } from '../components/button.js';
import { CircleAlert } from '../icons/lucide.js';
import { useLive, useLiveState } from '../lib/graphql/live.js';

/** Above every page while the server cannot be reached. */
export function OfflineBanner() {
  const live = useLive();
  const state = useLiveState();
  if (state.kind !== 'offline') return null;
  const since = state.since.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-red bg-red-soft px-4 py-1.5 text-red md:border-l md:border-l-line md:px-6"
    >
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">The server has been unreachable since {since}.</span> This page may be
        out of date. It catches up when the connection is back.
      </p>
      <Button size="sm" onClick={() => live.wake()}>
        Reconnect now
      </Button>
    </div>
  );
}
