import type { ReactNode } from 'react';

export interface PanelProps {
  title: string;
  /** At the right of the title, such as a link or a choice. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of the overview. */
export function Panel({ title, aside, children }: PanelProps) {
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b px-3 py-1">
        <h2 className="font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** One row of a panel's list. */
export const PANEL_ROW =
  'flex min-h-9 min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5 not-last:border-b';

/** Replaces an empty list. */
export function PanelNote({ children }: { children: ReactNode }) {
  return <p className="px-3 py-4 text-muted">{children}</p>;
}
