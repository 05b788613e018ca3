import { useMemo, useState } from 'react';
import { cn } from '../../lib/class-names.js';
import { choiceOf, given, instantOf, useUrlState } from '../../lib/url-state.js';
import { Button } from '../button.js';
import { DialogForm } from '../forms/dialog-form.js';
import { TextField } from '../forms/fields.js';
import { Menu, MenuItem, MenuSeparator } from '../menu.js';

const MINUTE = 60_000;

const WITHIN = {
  '15m': { label: 'Last 15 minutes', ms: 15 * MINUTE },
  '1h': { label: 'Last hour', ms: 60 * MINUTE },
  '24h': { label: 'Last 24 hours', ms: 24 * 60 * MINUTE },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * 60 * MINUTE },
  '30d': { label: 'Last 30 days', ms: 30 * 24 * 60 * MINUTE },
} as const;

/** The URL parameters that it uses, for `clears` of `FilterBar`. */
export const TIME_RANGE_PARAMS = ['within', 'from', 'to'] as const;

/** The time range in the URL, `?within=24h` or `?from=…&to=…`, to be spread into a filter. */
export function useTimeRange(): { from?: string; to?: string } {
  const [{ within, from, to }] = useUrlState();
  return useMemo(() => {
    const span = choiceOf(within, WITHIN);
    // Rounded to the minute, so that a reload within it sends the same query.
    if (span)
      return { from: new Date(Math.floor((Date.now() - WITHIN[span].ms) / MINUTE) * MINUTE).toISOString() };
    return given({ from: instantOf(from), to: instantOf(to) });
  }, [within, from, to]);
}

/** The time filter of a list, for use in a `FilterBar`. */
export function TimeRangeMenu({ label = 'Time' }: { label?: string }) {
  const [{ within, from, to }, change] = useUrlState();
  const [isOpen, setOpen] = useState(false);
  const span = choiceOf(within, WITHIN);
  const chosen = span ? WITHIN[span].label : wordsOf(instantOf(from), instantOf(to));
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button className={cn('font-normal', chosen && 'border-accent bg-accent-soft')}>
            {label}
            {chosen && <span className="max-w-56 truncate font-medium">{chosen}</span>}
          </Button>
        }
      >
        {Object.entries(WITHIN).map(([value, { label: name }]) => (
          <MenuItem
            key={value}
            isChecked={span === value}
            onSelect={() =>
              change({ within: span === value ? undefined : value, from: undefined, to: undefined })
            }
          >
            {name}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem isChecked={span === undefined && chosen !== undefined} onSelect={() => setOpen(true)}>
          Custom range…
        </MenuItem>
      </Menu>
      {isOpen && <BetweenDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function BetweenDialog({ onClose }: { onClose: () => void }) {
  const [{ from, to }, change] = useUrlState();
  const [start, setStart] = useState(() => toLocal(from));
  const [end, setEnd] = useState(() => toLocal(to));
  const problem = start && end && start >= end ? 'Must be later than the start.' : undefined;
  async function apply(): Promise<undefined> {
    change({ within: undefined, from: fromLocal(start), to: fromLocal(end) });
  }
  return (
    <DialogForm
      title="Custom range"
      description="In your time zone. Leave a field empty for an open range."
      submitLabel="Apply"
      disabledReason={problem}
      onSubmit={apply}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label="From" type="datetime-local" value={start} onValue={setStart} />
        <TextField label="To" problem={problem} type="datetime-local" value={end} onValue={setEnd} />
      </div>
    </DialogForm>
  );
}

function wordsOf(from: string | undefined, to: string | undefined): string | undefined {
  const [start, end] = [from, to].map((at) => at && short(new Date(at)));
  if (start && end) return `${start} – ${end}`;
  return start ? `since ${start}` : end && `until ${end}`;
}

function short(at: Date): string {
  return at.toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
}

/** The value of a native field, `2026-11-20T14:03`, in the viewer's time zone. */
function toLocal(param: string | undefined): string {
  const instant = instantOf(param);
  if (!instant) return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

function fromLocal(text: string): string | undefined {
  return text === '' ? undefined : new Date(text).toISOString();
}
