import { Tooltip } from '../components/tooltip.js';
import { cn } from '../lib/class-names.js';
import { useLiveState } from '../lib/graphql/live.js';

/** Shows whether the data on the page is up to date. */
export function LiveIndicator() {
  const state = useLiveState();
  const [word, color, explanation] = describe(state);
  return (
    <Tooltip content={explanation}>
      <span
        role="status"
        aria-label="Connection"
        data-live={state.kind}
        className={cn('inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-xs', color)}
      >
        <span
          aria-hidden="true"
          className={cn(
            'size-2 rounded-full border-[1.5px] border-current',
            state.kind === 'live' && 'bg-current',
          )}
        />
        {word}
      </span>
    </Tooltip>
  );
}

function describe(
  state: ReturnType<typeof useLiveState>,
): [word: string, color: string, explanation: string] {
  switch (state.kind) {
    case 'live':
      return ['live', 'text-green', 'Changes appear as they happen.'];
    case 'connecting':
      return ['connecting…', 'text-muted', 'Changes will appear as they happen.'];
    case 'reconnecting':
      return [
        'reconnecting…',
        'text-amber',
        'The connection was lost. Missed changes appear after it reconnects.',
      ];
    case 'offline': {
      const since = state.since.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
      return [`offline since ${since}`, 'text-red', 'Reconnecting. The data shown may be out of date.'];
    }
  }
}
