import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LinkTarget } from '../lib/link-target.js';

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
export function FactLink({ children, ...target }: LinkTarget & { children: ReactNode }) {
  return (
    <Link {...target} className="font-medium hover:underline">
      {children}
    </Link>
  );
}
