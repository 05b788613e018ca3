import { cn } from '../lib/class-names.js';
import { useUrlState } from '../lib/url-state.js';

export interface SegmentsProps {
  /** Label for screen readers: `Time range`. */
  label: string;
  /** Parameter in the URL. The default is not written there. */
  param: string;
  options: readonly { id: string; label: string }[];
  defaultId: string;
}

/** A choice of a few visible options, stored in the URL. */
export function Segments({ label, param, options, defaultId }: SegmentsProps) {
  const [state, change] = useUrlState();
  const chosen = options.some(({ id }) => id === state[param]) ? state[param] : defaultId;
  return (
    <fieldset
      aria-label={label}
      className="inline-flex max-w-full rounded-md border border-line-strong p-0.5"
    >
      {options.map(({ id, label: name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => change({ [param]: id === defaultId ? undefined : id })}
          className={cn(
            'h-6 rounded-sm px-2 text-xs whitespace-nowrap',
            id === chosen ? 'bg-accent-soft font-medium text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
