import type { ReactNode } from 'react';
import { Skeleton } from '../../components/loading.js';

export interface PanelProps {
  title: string;
  /** At the right of the title, such as a link or a choice. */
  aside?: ReactNode;
  children: ReactNode;
}

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

export interface PanelListProps<Item> {
  /** Undefined while they are being read. */
  items: readonly Item[] | undefined;
  empty: string;
  /** Draws one item. */
  children: (item: Item) => ReactNode;
}

/** Items that a panel shows at most. */
export const PANEL_ROWS = 6;

export const PANEL_ROW =
  'flex min-h-9 min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5 not-last:border-b';

/** The list of a panel while it is being read, if it is empty, and with its first items. */
export function PanelList<Item>({ items, empty, children }: PanelListProps<Item>) {
  if (!items) {
    return (
      <div className="px-3 py-4">
        <Skeleton className="w-2/3" />
      </div>
    );
  }
  if (items.length === 0) return <PanelNote>{empty}</PanelNote>;
  return <ul>{items.slice(0, PANEL_ROWS).map(children)}</ul>;
}

/** Replaces an empty list. */
function PanelNote({ children }: { children: ReactNode }) {
  return <p className="px-3 py-4 text-muted">{children}</p>;
}
