import type { ReactNode } from 'react';
import { cn } from '../lib/class-names.js';

export interface SectionProps {
  title: string;
  /** Beside the heading, such as a link or a count. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page with a heading. */
export function Section({ title, aside, className, children }: SectionProps) {
  return (
    <section aria-label={title} className={cn('flex min-w-0 flex-col gap-2', className)}>
      <div className="flex items-baseline gap-3">
        <h2 className="font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The number of things in a section, beside its heading. */
export function SectionCount({ count }: { count: number }) {
  return <span className="rounded-full bg-grey-soft px-1.5 text-xs">{count.toLocaleString('en')}</span>;
}
