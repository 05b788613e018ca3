import { Combobox } from '@base-ui/react/combobox';
import { ChevronsUpDown, X } from 'lucide-react';
import { useState } from 'react';
import type { ControlProps } from '../../../components/form.js';
import { cn } from '../../../lib/class-names.js';

export interface PickerItem {
  value: string;
  label: string;
  /** Beside it, e.g. an id. */
  detail?: string;
}

export interface PickerProps {
  /** Of `Field`. */
  control: ControlProps;
  /** What can be chosen; with `onSearch`, what was found. */
  items: readonly PickerItem[];
  /** Empty: nothing is chosen. */
  value: PickerItem | null;
  onValue: (value: string) => void;
  placeholder: string;
  /** What is typed; left out: the items are searched here. */
  onSearch?: (text: string) => void;
  /** When nothing was found. */
  empty: string;
  isRequired?: boolean;
}

/** One of many, found by typing. */
export function Picker({
  control,
  items,
  value,
  onValue,
  placeholder,
  onSearch,
  empty,
  isRequired,
}: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Combobox.Root<PickerItem>
      items={items}
      value={value}
      onValueChange={(item) => onValue(item?.value ?? '')}
      isItemEqualToValue={(item, chosen) => item.value === chosen.value}
      limit={100}
      open={isOpen}
      onOpenChange={setOpen}
      autoHighlight
      {...(onSearch && {
        filter: null,
        onInputValueChange: (text, { reason }) => onSearch(reason === 'input-change' ? text : ''),
      })}
    >
      <div className="relative">
        <Combobox.Input
          {...control}
          aria-required={isRequired}
          placeholder={placeholder}
          className="h-8 w-full rounded-md border border-line-strong bg-surface pr-14 pl-2 text-ellipsis text-ink aria-invalid:border-red"
        />
        <div className="absolute inset-y-0 right-1 flex items-center">
          {value && (
            <Combobox.Clear
              aria-label="Clear"
              className="grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
            >
              <X aria-hidden="true" className="size-3.5" />
            </Combobox.Clear>
          )}
          <Combobox.Trigger
            aria-label="Show the choice"
            className="grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
          >
            <ChevronsUpDown aria-hidden="true" className="size-3.5" />
          </Combobox.Trigger>
        </div>
      </div>
      {isOpen && (
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-50">
            {/* Not Combobox.Popup, which hides the rest of the page from screen readers, but leaves it in reach of Tab. */}
            <div className="rise max-h-[min(20rem,var(--available-height))] w-(--anchor-width) min-w-56 overflow-y-auto rounded-md border bg-raised p-1 shadow-pop">
              <Combobox.Empty className="px-2 py-1.5 text-muted empty:hidden">{empty}</Combobox.Empty>
              <Combobox.List aria-label={placeholder}>
                {(item: PickerItem) => (
                  <Combobox.Item
                    key={item.value}
                    value={item}
                    className={cn(
                      'flex min-h-7 items-center gap-2 rounded-sm px-2 select-none',
                      'data-highlighted:bg-hover data-selected:font-medium',
                    )}
                  >
                    <span className="truncate">{item.label}</span>
                    {item.detail && (
                      <span className="ml-auto truncate pl-2 text-xs text-muted">{item.detail}</span>
                    )}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </div>
          </Combobox.Positioner>
        </Combobox.Portal>
      )}
    </Combobox.Root>
  );
}
