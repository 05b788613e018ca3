import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { cn } from '../lib/class-names.js';
import { type Role, useRefusal } from '../lib/viewer.js';
import { type ControlIcon, Icon } from './icon.js';
import { Tooltip } from './tooltip.js';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'sm' | 'md';
  icon?: ControlIcon | undefined;
  isSquare?: boolean;
  /** Required role. Without it, the button is disabled and says why. */
  requires?: Role;
  /** Why it cannot be used now. The button stays focusable and shows the reason. */
  disabledReason?: string | undefined;
  /** Whether its action is in progress. */
  isBusy?: boolean;
}

const LOOK = {
  primary: 'bg-accent text-accent-ink border-transparent hover:brightness-110',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-hover',
  ghost: 'bg-transparent text-muted border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-surface text-red border-red hover:bg-red-soft',
} as const;

const SQUARE = { sm: 'w-6 pointer-coarse:min-w-9', md: 'w-7 pointer-coarse:min-w-11' } as const;

export function Button({ requires, disabledReason, ...rest }: ButtonProps) {
  const refusal = useRefusal(requires) ?? disabledReason;
  // Always within a tooltip: a button that is drawn again when it becomes unusable would lose the focus.
  return (
    <Tooltip content={refusal}>
      <PlainButton {...rest} refusal={refusal} />
    </Tooltip>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'isSquare'> {
  /** Name for screen readers. It is the tooltip too, unless the button says why it cannot be used. */
  label: string;
  icon: ControlIcon;
}

export function IconButton({ label, variant = 'ghost', requires, disabledReason, ...rest }: IconButtonProps) {
  const refusal = useRefusal(requires) ?? disabledReason;
  return (
    <Tooltip content={refusal ?? label}>
      <PlainButton {...rest} variant={variant} aria-label={label} isSquare refusal={refusal} />
    </Tooltip>
  );
}

interface PlainButtonProps extends Omit<ButtonProps, 'requires' | 'disabledReason'> {
  /** Why it cannot be used. */
  refusal: string | undefined;
}

/** Without a tooltip, because an element can have only one. */
function PlainButton({
  variant = 'secondary',
  size = 'md',
  icon,
  isSquare = false,
  refusal,
  isBusy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: PlainButtonProps) {
  const isOff = refusal !== undefined || isBusy;
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      aria-description={refusal}
      onClick={(event: MouseEvent<HTMLButtonElement>) => (isOff ? event.preventDefault() : onClick?.(event))}
      className={cn(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none',
        size === 'sm' ? 'h-6 text-xs pointer-coarse:min-h-9' : 'h-7 text-sm pointer-coarse:min-h-11',
        isSquare ? SQUARE[size] : size === 'sm' ? 'px-2' : 'px-2.5',
        LOOK[variant],
        refusal && 'opacity-55',
        className,
      )}
    >
      {isBusy ? <Spinner /> : <Icon icon={icon} size={size} />}
      {children}
    </button>
  );
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  );
}
