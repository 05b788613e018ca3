/** Controls for `Field`. Each accepts its `ControlProps`. `disabledReason` makes it read-only and shows why. */
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { cn } from '../../lib/class-names.js';

const LOOK =
  'w-full rounded-md border border-line-strong bg-surface px-2 text-ink aria-invalid:border-red disabled:opacity-60 [&[readonly]]:bg-canvas';

interface Refusable {
  disabledReason?: string | undefined;
}

export function TextInput({
  className,
  disabledReason,
  ...rest
}: ComponentPropsWithRef<'input'> & Refusable) {
  return (
    <input
      type="text"
      autoComplete="off"
      {...rest}
      readOnly={rest.readOnly || disabledReason !== undefined}
      title={disabledReason}
      className={cn(LOOK, 'h-8', className)}
    />
  );
}

export function TextArea({
  className,
  disabledReason,
  ...rest
}: ComponentPropsWithRef<'textarea'> & Refusable) {
  return (
    <textarea
      rows={3}
      {...rest}
      readOnly={rest.readOnly || disabledReason !== undefined}
      title={disabledReason}
      className={cn(LOOK, 'py-1.5', className)}
    />
  );
}

export interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'onChange'>, Refusable {
  options: readonly { value: string; label: string }[];
  onValue: (value: string) => void;
}

/** The native select element, which works with every keyboard, screen reader and phone. */
export function Select({ options, onValue, className, disabledReason, ...rest }: SelectProps) {
  return (
    <select
      {...rest}
      disabled={disabledReason !== undefined}
      title={disabledReason}
      onChange={(event) => onValue(event.target.value)}
      className={cn(LOOK, 'h-8', className)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

export interface SwitchProps extends Refusable {
  /** For a label elsewhere. */
  id?: string;
  'aria-describedby'?: string | undefined;
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A switch with its own label, which needs no `Field`. */
export function Switch({ label, isOn, onChange, disabledReason, ...control }: SwitchProps) {
  return (
    <label
      className="inline-flex items-center gap-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      title={disabledReason}
    >
      <input
        {...control}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={disabledReason !== undefined}
        aria-description={disabledReason}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-4 w-7 shrink-0 appearance-none rounded-full bg-line-strong transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-3 before:rounded-full before:bg-surface before:transition-transform checked:bg-accent checked:before:translate-x-3 disabled:opacity-60"
      />
      <span>{label}</span>
    </label>
  );
}

export interface RadiosProps<Value extends string> {
  /** For screen readers. */
  label: string;
  options: readonly { value: Value; label: string; hint?: string }[];
  value: string;
  onValue: (value: Value) => void;
  /** One below the other. */
  isColumn?: boolean;
}

/** A choice of a few options that are all visible. */
export function Radios<Value extends string>({
  label,
  options,
  value,
  onValue,
  isColumn,
}: RadiosProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cn('flex flex-wrap gap-x-6 gap-y-1', isColumn && 'flex-col')}
    >
      {options.map((option) => (
        <label key={option.value} className="flex items-baseline gap-2 pointer-coarse:py-3">
          <input
            type="radio"
            name={name}
            className="translate-y-0.5 accent-accent"
            checked={option.value === value}
            onChange={() => onValue(option.value)}
          />
          <span>
            <span className="font-medium">{option.label}</span>
            {option.hint && <span className="ml-2 text-xs text-muted">{option.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
