/** The state of a worker as shape and word. */

import { None } from '../../components/facts/none.js';
import { type Status, StatusBadge, StatusText } from '../../components/facts/status-badge.js';
import { Explained } from '../../components/tooltip.js';
import { cn } from '../../lib/class-names.js';
import { texts } from './texts.js';
import type { WorkerRowFragment } from './workers.generated.js';

type Shown = Pick<WorkerRowFragment, 'state' | 'draining' | 'activeJobs' | 'stoppedAt'>;

/** Draining takes precedence over busy and idle, because somebody requested it. */
export function stateOf({ state, draining, activeJobs, stoppedAt }: Shown): {
  status: Status;
  word: string;
  words: string;
} {
  if (state === 'DEAD')
    return stoppedAt
      ? { status: 'disabled', ...texts.states.stopped }
      : { status: 'dead-letter', ...texts.states.dead };
  if (draining)
    return { status: 'paused', ...(activeJobs > 0 ? texts.states.draining : texts.states.drained) };
  switch (state) {
    case 'BUSY':
      return { status: 'running', ...texts.states.busy };
    case 'IDLE':
      return { status: 'completed', ...texts.states.idle };
    case 'ALIVE':
      return { status: 'completed', ...texts.states.starting };
  }
}

export function WorkerState({ worker }: { worker: Shown }) {
  const { status, word, words } = stateOf(worker);
  return (
    <Explained by={words}>
      <StatusText status={status} label={word} />
    </Explained>
  );
}

export function WorkerBadge({ worker }: { worker: Shown }) {
  const { status, word } = stateOf(worker);
  return <StatusBadge status={status} label={word} />;
}

/** `region=eu  model=gpt-4o,o3` */
export function Capabilities({
  capabilities,
  isOneLine = false,
}: {
  capabilities: unknown;
  isOneLine?: boolean;
}) {
  const entries = Object.entries((capabilities ?? {}) as Record<string, readonly string[]>);
  if (entries.length === 0) return <span className="text-muted">{texts.common.noCapabilities}</span>;
  return (
    <span
      className={cn('inline-flex max-w-full gap-1', isOneLine ? 'overflow-hidden align-middle' : 'flex-wrap')}
    >
      {entries.map(([name, values]) => (
        <span key={name} className="rounded-sm bg-grey-soft px-1.5 font-mono text-xs">
          {name}={values.join(',')}
        </span>
      ))}
    </span>
  );
}

/** How much of the worker's concurrency is in use. */
export function Load({ worker: { activeJobs, concurrency, state } }: { worker: WorkerRowFragment }) {
  if (state === 'DEAD') return <None />;
  const share = concurrency > 0 ? Math.min(1, activeJobs / concurrency) : 0;
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="h-1.5 w-14 overflow-hidden rounded-full bg-grey-soft">
        <span className="block h-full rounded-full bg-blue" style={{ width: `${share * 100}%` }} />
      </span>
      <span>
        {activeJobs}
        <span className="text-muted"> / {concurrency}</span>
      </span>
    </span>
  );
}
