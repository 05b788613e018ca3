import type { ReactNode } from 'react';
import { CircleAlert, Info, TriangleAlert } from '../icons/lucide.js';
import { cn } from '../lib/class-names.js';

export interface CalloutProps {
  kind: 'info' | 'warning' | 'error';
  children: ReactNode;
  /** A button that resolves the problem. */
  action?: ReactNode;
  className?: string;
}

const LOOK = {
  info: { Icon: Info, box: 'border-line-strong bg-canvas', icon: 'text-muted' },
  warning: { Icon: TriangleAlert, box: 'border-amber bg-amber-soft', icon: 'text-amber' },
  error: { Icon: CircleAlert, box: 'border-red bg-red-soft', icon: 'text-red' },
} as const;

/** Important information above the content. */
export function Callout({ kind, children, action, className }: CalloutProps) {
  const { Icon, box, icon } = LOOK[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : 'note'}
      className={cn('flex flex-wrap items-start gap-x-2 gap-y-1 rounded-md border px-3 py-2', box, className)}
    >
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', icon)} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  );
}
