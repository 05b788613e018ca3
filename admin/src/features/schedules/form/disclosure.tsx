import { type ReactNode, useState } from 'react';
import { useAllIssues } from '../../../components/forms/form-context.js';
import { ChevronRight } from '../../../icons/lucide.js';

export interface DisclosureProps {
  label: string;
  /** A summary of the current values: `2 set`. */
  summary?: string | undefined;
  /** Paths of its fields. It opens if the server reports an issue in one of them. */
  paths: readonly string[];
  children: ReactNode;
}

/** A group of rarely needed fields that can be opened. */
export function Disclosure({ label, summary, paths, children }: DisclosureProps) {
  const issues = useAllIssues();
  const [isOpen, setOpen] = useState(false);
  const hasIssue = issues.some(({ path }) => paths.includes(path[0] ?? ''));
  return (
    <details
      open={isOpen || hasIssue}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-t pt-3"
    >
      <summary className="flex list-none items-center gap-1.5 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-open:rotate-90"
        />
        {label}
        {summary && <span className="font-normal text-muted">{summary}</span>}
      </summary>
      <div className="mt-3 grid gap-x-4 gap-y-3 sm:grid-cols-2">{children}</div>
    </details>
  );
}

/** `3 set`. Undefined if no value is set. */
export function setWords(values: readonly unknown[], defaults: readonly unknown[]): string {
  const count = values.filter((value, index) => value !== defaults[index]).length;
  return count === 0 ? 'defaults' : `${count} set`;
}
