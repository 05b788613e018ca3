import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ChevronRight } from '../icons/lucide.js';
import type { LinkTarget } from '../lib/link-target.js';

export interface PageHeaderProps {
  /** Also the title of the document. */
  title: string;
  /** The parent page, such as `{ label: 'Agents', to: '/agents' }`. */
  parent?: LinkTarget & { label: string };
  /** Beside the title, such as a status or a count. */
  aside?: ReactNode;
  /** Buttons, with the primary one last. */
  actions?: ReactNode;
  /** A line below the title. */
  children?: ReactNode;
}

export function PageHeader({ title, parent, aside, actions, children }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Callboard`;
  }, [title]);
  return (
    <header className="flex flex-col gap-1 border-b px-4 py-2.5 max-md:gap-2.5 md:px-6">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex min-w-0 items-center gap-1.5">
          {parent && (
            <>
              <ParentLink {...parent} />
              <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
            </>
          )}
          <h1 className="truncate text-base font-semibold max-md:line-clamp-3 max-md:whitespace-normal max-md:break-words">
            {title}
          </h1>
        </div>
        {aside}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">{actions}</div>
      </div>
      {children && <div className="text-muted">{children}</div>}
    </header>
  );
}

function ParentLink({ label, ...target }: LinkTarget & { label: string }) {
  return (
    <Link
      {...target}
      className="max-w-[45vw] shrink-0 truncate text-muted hover:text-ink pointer-coarse:py-3"
    >
      {label}
    </Link>
  );
}
