import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Check } from '../icons/lucide.js';
import { cn } from '../lib/class-names.js';
import { type Role, useRefusal } from '../lib/viewer.js';
import { type ControlIcon, Icon } from './icon.js';
import { Kbd } from './kbd.js';

export interface MenuProps {
  /** A `Button` or `IconButton`. */
  trigger: ReactElement<Record<string, unknown>>;
  /** `MenuItem`s and `MenuSeparator`s. */
  children: ReactNode;
  /** The edge of the trigger at which the menu is aligned. Defaults to `end`. */
  align?: 'start' | 'end';
  isOpenAtFirst?: boolean;
}

export function Menu({ trigger, children, align = 'end', isOpenAtFirst = false }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={isOpenAtFirst}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup className="rise max-h-[min(24rem,var(--available-height))] max-w-80 min-w-44 overflow-y-auto rounded-md border bg-raised p-1 shadow-pop outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface MenuItemProps {
  children: ReactNode;
  icon?: ControlIcon | undefined;
  onSelect: () => void;
  requires?: Role;
  disabledReason?: string | undefined;
  isDanger?: boolean;
  keys?: string;
  /** Whether this is the chosen one of several items. */
  isChecked?: boolean;
}

export function MenuItem({
  children,
  icon,
  onSelect,
  requires,
  disabledReason,
  isDanger = false,
  keys,
  isChecked,
}: MenuItemProps) {
  const refusal = useRefusal(requires) ?? disabledReason;
  return (
    <Base.Item
      disabled={refusal !== undefined}
      aria-description={refusal}
      onClick={() => !refusal && onSelect()}
      className={cn(
        'flex min-h-7 items-center gap-2 rounded-sm px-2 outline-none select-none data-highlighted:bg-hover',
        isDanger && !refusal && 'text-red',
        refusal && 'text-muted',
      )}
    >
      <Icon icon={icon} />
      <span className="flex-1">
        {children}
        {refusal && <span className="block max-w-60 text-xs">{refusal}</span>}
      </span>
      {isChecked && <Check aria-label="chosen" className="size-3.5" />}
      {keys && <Kbd keys={keys} />}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
