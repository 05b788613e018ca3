import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { choiceOf, useUrlState } from '../lib/url-state.js';

export interface Tab {
  /** Value in the URL. */
  id: string;
  label: string;
  /** Shown beside the label. */
  count?: number | undefined;
  render: () => ReactNode;
}

export interface TabsProps {
  tabs: readonly Tab[];
  /** Label for screen readers. */
  label: string;
}

/**
 * Tabs whose state is in the URL, as `tab`. The first one is not written there. They wrap, since a row that scrolls
 * hides its last ones.
 */
export function Tabs({ tabs, label }: TabsProps) {
  const [state, change] = useUrlState();
  const first = tabs[0]?.id ?? '';
  const known = choiceOf(
    state.tab,
    tabs.map(({ id }) => id),
  );
  const open = known ?? first;
  return (
    <Base.Root
      value={open}
      onValueChange={(id: string) => change({ tab: id === first ? undefined : id })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Base.List aria-label={label} activateOnFocus className="flex flex-wrap gap-x-4 border-b px-4 md:px-6">
        {tabs.map(({ id, label: name, count }) => (
          <Base.Tab
            key={id}
            value={id}
            className="flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-muted hover:text-ink data-active:border-accent data-active:text-ink"
          >
            {name}
            {count !== undefined && (
              <span className="rounded-full bg-grey-soft px-1.5 text-xs">{count.toLocaleString('en')}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, render }) => (
        <Base.Panel key={id} value={id} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          {id === open && render()}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
