import type { ReactNode } from 'react';

/** A label at the left and the time axis at the right. */
export function Tracks({
  label,
  children,
  isFull = false,
}: {
  label: ReactNode;
  children: ReactNode;
  isFull?: boolean;
}) {
  return (
    <div className={isFull ? 'flex h-full gap-3' : 'flex h-full items-center gap-3'}>
      <div className="w-28 shrink-0 truncate sm:w-56">{label}</div>
      <div className={isFull ? 'relative min-w-0 flex-1' : 'relative h-full min-h-6 min-w-0 flex-1'}>
        {children}
      </div>
    </div>
  );
}
