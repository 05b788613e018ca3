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

/** The chosen option. The default, if the URL has none or an unknown one. */
export function useSegment({ param, options, defaultId }: Omit<SegmentsProps, 'label'>): string {
  const [{ [param]: id }] = useUrlState();
  return id !== undefined && options.some((option) => option.id === id) ? id : defaultId;
}

/** A choice of a few visible options, stored in the URL. */
export function Segments({ label, ...choice }: SegmentsProps) {
  const { param, options, defaultId } = choice;
  const [, change] = useUrlState();
  const chosen = useSegment(choice);
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
