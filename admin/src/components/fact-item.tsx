import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LinkTarget } from '../lib/link-target.js';

/** One item of a line of facts below a header, inside a `dl`. */
export function FactItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full min-w-0 flex-col">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}

/** A link as the value of a fact. */
export function FactLink({ children, ...target }: LinkTarget & { children: ReactNode }) {
  return (
    <Link {...target} className="font-medium hover:underline">
      {children}
    </Link>
  );
}
