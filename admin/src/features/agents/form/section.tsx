import { type ReactNode, useState } from 'react';
import type { bindTo } from '../../../components/forms/draft.js';
import { useAllIssues } from '../../../components/forms/form-context.js';
import { ChevronRight } from '../../../icons/lucide.js';
import type { AgentDraft } from './agent-draft.js';

/** Props of every part of the form. */
export interface PartProps {
  draft: AgentDraft;
  change: (changed: Partial<AgentDraft>) => void;
  /** Binds a control to a text of the draft. */
  bind: ReturnType<typeof bindTo<AgentDraft>>;
}

export interface SectionProps {
  /** The `#` fragment of the URL, by which links open the section. */
  id: string;
  label: string;
  /** A summary of the current values: `none`, `4 concurrent`. */
  summary?: string | undefined;
  /** Paths of its fields. The section opens if the server reports an issue in one of them. */
  paths: readonly string[];
  children: ReactNode;
}

/** A group of optional fields that can be opened. */
export function Section({ id, label, summary, paths, children }: SectionProps) {
  const hasIssue = useHasIssue(paths);
  const [isAsked, setAsked] = useState(() => location.hash === `#${id}`);
  const isOpen = isAsked || hasIssue;
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
      {isOpen && <div className="mt-3 grid gap-x-4 gap-y-3 sm:grid-cols-2">{children}</div>}
    </details>
  );
}

function useHasIssue(paths: readonly string[]): boolean {
  const all = useAllIssues();
  return all.some(({ path }) => {
    const at = path.join('.');
    return paths.some((each) => at === each || at.startsWith(`${each}.`));
  });
}

/** A field with the full width of the form. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className="sm:col-span-2">{children}</div>;
}
