import { Combobox as Base } from '@base-ui/react/combobox';
import { useEffect, useState } from 'react';
import { ChevronDown } from '../../icons/lucide.js';
import { cn } from '../../lib/class-names.js';
import type { ControlProps } from './form.js';

export interface Choice {
  value: string;
  label: string;
  /** Shown beside the label, such as the ID. */
  detail?: string;
}

export interface ComboboxProps extends Partial<ControlProps> {
  /** The chosen option. Null if there is none. */
  chosen: Choice | null;
  onChoose: (choice: Choice | null) => void;
  /** Finds options that match a text, at most about twenty. Rejects if they cannot be read. */
  search: (text: string) => Promise<readonly Choice[]>;
  placeholder?: string;
  /** For a combobox outside of a `Field`. */
  'aria-label'?: string;
  /** Shown if nothing matches: `No agents match.` */
  emptyText: string;
  /** `sm` has the height of buttons in a bar. Defaults to that of other fields. */
  size?: 'sm' | 'md';
}

const TYPING_MS = 150;

/** Chooses one of many options, which the server finds by a part of their names. For few options, use `Select`. */
export function Combobox({
  chosen,
  onChoose,
  search,
  placeholder,
  emptyText,
  size = 'md',
  ...control
}: ComboboxProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  // The field shows the label of the chosen option, which is not a search text.
  const found = useFound({ isOpen, text: text === chosen?.label ? '' : text.trim(), search });

  return (
    <Base.Root
      items={found === undefined || found === 'failed' ? [] : found}
      filter={null}
      value={chosen}
      onValueChange={(choice: Choice | null) => onChoose(choice)}
      isItemEqualToValue={(one: Choice, other: Choice) => one.value === other.value}
      inputValue={isOpen ? text : (chosen?.label ?? '')}
      onInputValueChange={setText}
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        setOpen(open);
        // If typing opened the list, the typed text is the search.
        if (open && reason !== 'input-change') setText(chosen?.label ?? '');
      }}
      autoHighlight
    >
      <div className="relative">
        <Base.Input
          {...control}
          placeholder={placeholder}
          onFocus={(event) => event.currentTarget.select()}
          className={cn(
            'w-full rounded-md border border-line-strong bg-surface pr-8 pl-2 text-ellipsis text-ink aria-invalid:border-red',
            size === 'sm' ? 'h-7' : 'h-8',
          )}
        />
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-2 my-auto size-4 text-muted"
        />
      </div>
      {isOpen && <ChoiceList found={found} label={placeholder} emptyText={emptyText} />}
    </Base.Root>
  );
}

type Found = readonly Choice[] | 'failed' | undefined;

/** The options that match the text. Undefined until the first answer. */
function useFound({
  isOpen,
  text,
  search,
}: Pick<ComboboxProps, 'search'> & { isOpen: boolean; text: string }) {
  const [found, setFound] = useState<Found>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new text starts a new search
  useEffect(() => {
    if (!isOpen) return;
    let isOld = false;
    const timer = setTimeout(
      async () => {
        const choices = await search(text).catch(() => 'failed' as const);
        if (!isOld) setFound(choices);
      },
      found === undefined ? 0 : TYPING_MS,
    );
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [isOpen, text]);
  return found;
}

interface ChoiceListProps {
  found: Found;
  label: string | undefined;
  emptyText: string;
}

/** Not Base.Popup, which hides the rest of the page from screen readers, but leaves it in reach of Tab. */
function ChoiceList({ found, label, emptyText }: ChoiceListProps) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50">
        <div className="rise max-h-72 w-(--anchor-width) min-w-60 overflow-y-auto rounded-md border bg-raised p-1 shadow-pop">
          <Base.Status className="px-2 text-muted not-empty:py-1.5">
            {found === undefined
              ? 'Loading…'
              : found === 'failed'
                ? 'Could not load the options. Is the server running?'
                : found.length === 0
                  ? emptyText
                  : undefined}
          </Base.Status>
          <Base.List aria-label={label}>
            {(choice: Choice) => (
              <Base.Item
                key={choice.value}
                value={choice}
                className="flex min-h-7 items-center gap-2 rounded-sm px-2 select-none data-highlighted:bg-hover data-selected:font-medium"
              >
                <span className="min-w-0 flex-1 truncate">{choice.label}</span>
                {choice.detail && (
                  <span className="max-w-1/2 truncate font-mono text-xs text-muted">{choice.detail}</span>
                )}
              </Base.Item>
            )}
          </Base.List>
        </div>
      </Base.Positioner>
    </Base.Portal>
  );
}
