import { FileCode } from '../../icons/lucide.js';
import { Callout } from '../callout.js';

/** Who manages an object as configuration. Empty if it is not managed. */
export function ManagedByText({ value }: { value: string | null }) {
  if (value === null) return null;
  return (
    <span className="inline-flex items-center gap-1 text-muted">
      <FileCode aria-hidden="true" className="size-3.5 shrink-0" />
      Managed by <code className="font-mono text-xs break-all">{value}</code>
    </span>
  );
}

/** A short form for lists, which have no room for the name. */
export function ManagedByMark({ value }: { value: string | null }) {
  if (value === null) return null;
  return (
    <span title={`Managed by ${value}`} className="ml-1.5 inline-flex align-[-2px] text-muted">
      <FileCode aria-hidden="true" className="size-3.5" />
      <span className="sr-only">managed by {value}</span>
    </span>
  );
}

/** Warns in a form that the next apply overwrites changes made here. */
export function ManagedByWarning({ value }: { value: string | null | undefined }) {
  if (value == null) return null;
  return (
    <Callout kind="warning">
      Managed by <code className="font-mono text-xs break-all">{value}</code>. The next apply overwrites
      changes that you make here. Change the configuration files instead.
    </Callout>
  );
}
