import { type ReactNode, useState } from 'react';
import { useAllIssues } from '../../../../components/forms/form-context.js';
import { ChevronRight } from '../../../../icons/lucide.js';

export interface StepSectionProps {
  label: string;
  /** A summary of its current values. */
  summary?: string | undefined;
  /** Paths of its fields. The section opens if one of them is invalid. */
  paths: readonly string[];
  children: ReactNode;
}

/** Fields of a step that are rarely needed. */
export function StepSection({ label, summary, paths, children }: StepSectionProps) {
  const issues = useAllIssues();
  const [isOpen, setOpen] = useState(false);
  const isWrong = issues.some(({ path }) => paths.some((own) => `${path.join('.')}.`.startsWith(`${own}.`)));
  return (
    <details
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group border-t pt-3"
    >
      <summary className="flex list-none items-center gap-1.5 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-3.5 text-muted transition-transform group-open:rotate-90"
        />
        {label}
        {summary && <span className="min-w-0 truncate font-normal text-muted">{summary}</span>}
      </summary>
      <div className="mt-3 flex flex-col gap-3">{children}</div>
    </details>
  );
}
