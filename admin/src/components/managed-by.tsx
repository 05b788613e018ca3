import { FileCode } from 'lucide-react';
import { Callout } from './callout.js';

/** Who manages an object as configuration; nothing where it is not managed. */
export function ManagedByText({ value }: { value: string | null }) {
  if (value === null) return null;
  return (
    <span className="inline-flex items-center gap-1 text-muted">
      <FileCode aria-hidden="true" className="size-3.5 shrink-0" />
      Managed by <code className="font-mono text-xs break-all">{value}</code>
    </span>
  );
}

/** The same in a list, where there is no room for the name. */
export function ManagedByMark({ value }: { value: string | null }) {
  if (value === null) return null;
  return (
    <span title={`Managed by ${value}`} className="ml-1.5 inline-flex align-[-2px] text-muted">
      <FileCode aria-hidden="true" className="size-3.5" />
      <span className="sr-only">managed by {value}</span>
    </span>
  );
}

/** In a form: changes that are made here do not last. */
export function ManagedByWarning({ value }: { value: string | null | undefined }) {
  if (value == null) return null;
  return (
    <Callout kind="warning">
      Managed by <code className="font-mono text-xs break-all">{value}</code>. The next apply overwrites
      changes that you make here. Change the configuration files instead.
    </Callout>
  );
}
