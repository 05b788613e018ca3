import { type ReactNode, useState } from 'react';
import { ChevronRight } from '../icons/lucide.js';
import { cn } from '../lib/class-names.js';
import { useAllIssues } from './forms/form-context.js';

export interface DisclosureProps {
  /** The `#` fragment of the URL, by which links open it. */
  id?: string;
  label: string;
  /** A summary of the current values: `2 set`. */
  summary?: string | undefined;
  /** Paths of its fields. It opens if the server reports an issue in one of them. */
  paths: readonly string[];
  /** Number of fields side by side, if there is room. */
  columns?: 1 | 2;
  children: ReactNode;
}

/** A group of rarely needed fields that can be opened. */
export function Disclosure({ id, label, summary, paths, columns = 2, children }: DisclosureProps) {
  const issues = useAllIssues();
  const [isAsked, setAsked] = useState(() => id !== undefined && location.hash === `#${id}`);
  const isOpen =
    isAsked || issues.some(({ path }) => paths.some((own) => `${path.join('.')}.`.startsWith(`${own}.`)));
  return (
    <details
      id={id}
      open={isOpen}
      onToggle={(event) => setAsked(event.currentTarget.open)}
      className="group scroll-mt-4 border-t pt-3"
    >
      <summary className="flex list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <span className="font-semibold">{label}</span>
        {summary && <span className="min-w-0 truncate text-muted group-open:hidden">{summary}</span>}
      </summary>
      {isOpen && (
        <div className={cn('mt-3 grid gap-x-4 gap-y-3', columns === 2 && 'sm:grid-cols-2')}>{children}</div>
      )}
    </details>
  );
}
