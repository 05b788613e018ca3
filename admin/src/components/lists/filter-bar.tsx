import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Search, X } from '../../icons/lucide.js';
import { cn } from '../../lib/class-names.js';
import { useShortcuts } from '../../lib/keys/shortcuts.js';
import { choicesOf, useUrlState } from '../../lib/url-state.js';
import { Button } from '../button.js';
import { Menu, MenuItem } from '../menu.js';

export interface FilterOption {
  /** Value in the URL. */
  value: string;
  label: string;
}

export interface Filter {
  /** Parameter in the URL. */
  param: string;
  label: string;
  options: readonly FilterOption[];
  /** Allows several values, as `a,b` (read with `choicesOf`). Defaults to one. */
  isMultiple?: boolean;
}

export interface FilterBarProps {
  /**
   * Placeholder of the search field: `Search agents`. The text is stored in `q`. Without it, there is
   * no search field.
   */
  search?: string;
  filters?: readonly Filter[];
  /** Further URL parameters that filter the table. They are cleared with the others. */
  clears?: readonly string[];
  /** At the right end. */
  children?: ReactNode;
}

const TYPING_MS = 200;

/** Filters of a table, all stored in the URL. `/` focuses the search. */
export function FilterBar({ search, filters = [], clears = [], children }: FilterBarProps) {
  const [state, change] = useUrlState();
  const params = [...(search ? ['q'] : []), ...filters.map(({ param }) => param), ...clears];
  const isFiltered = params.some((param) => state[param]);
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b px-4 py-2 md:px-6">
      {search && <SearchField label={search} />}
      {filters.map((filter) => (
        <FilterMenu key={filter.param} filter={filter} />
      ))}
      {isFiltered && (
        <Button
          variant="ghost"
          icon={X}
          onClick={() => change(Object.fromEntries(params.map((param) => [param, undefined])))}
        >
          Clear filters
        </Button>
      )}
      {children && (
        <div className="contents lg:ml-auto lg:flex lg:flex-wrap lg:items-center lg:gap-1.5">{children}</div>
      )}
    </div>
  );
}

function SearchField({ label }: { label: string }) {
  const [{ q = '' }, change] = useUrlState();
  const [text, setText] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  const written = useRef(q);

  useEffect(() => {
    if (q !== written.current) setText(q); // After browser navigation or "Clear"
    written.current = q;
  }, [q]);
  useEffect(() => {
    if (text === written.current) return;
    const timer = setTimeout(() => {
      written.current = text;
      change({ q: text || undefined }, 'replace');
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, change]);
  useShortcuts([{ keys: '/', label: 'Search', group: 'Tables', run: () => field.current?.focus() }]);

  return (
    <div className="relative w-full sm:w-80">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2 my-auto size-4 text-muted"
      />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setText('');
          event.currentTarget.blur();
        }}
        className="h-7 w-full rounded-md border border-line-strong bg-surface pr-2 pl-7.5 text-ellipsis"
      />
    </div>
  );
}

function FilterMenu({ filter: { param, label, options, isMultiple = false } }: { filter: Filter }) {
  const [state, change] = useUrlState();
  const known = choicesOf(
    state[param],
    options.map(({ value }) => value),
  );
  const chosen = (isMultiple ? known : known?.slice(0, 1)) ?? [];
  const names = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label);
  function choose(value: string): void {
    const rest = chosen.filter((other) => other !== value);
    const next = rest.length < chosen.length ? rest : isMultiple ? [...rest, value] : [value];
    change({ [param]: next.join(',') || undefined });
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button className={cn('font-normal', names.length > 0 && 'border-accent bg-accent-soft')}>
          {label}
          {names.length > 0 && <span className="max-w-40 truncate font-medium">{names.join(', ')}</span>}
        </Button>
      }
    >
      {options.map(({ value, label: name }) => (
        <MenuItem key={value} isChecked={chosen.includes(value)} onSelect={() => choose(value)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
