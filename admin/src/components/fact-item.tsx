import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** One of a line of facts below a header, within a `dl`. */
export function FactItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full min-w-0 flex-col">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}

/** What it belongs to, as its value. */
export function FactLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to as never} className="font-medium hover:underline">
      {children}
    </Link>
  );
}
