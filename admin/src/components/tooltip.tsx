import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

/** All tooltips share one popup, which is cheap enough for every cell of a table. */
const handle = Base.createHandle<ReactNode>();

export interface TooltipProps {
  /** Undefined shows none. */
  content: ReactNode;
  /** One element, which gets the event listeners. */
  children: ReactElement<Record<string, unknown>>;
}

export interface ExplainedProps {
  by: string | null | undefined | false;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Shown on hover and focus. If the information is nowhere else, the element itself must provide it to screen readers.
 */
export function Tooltip({ content, children }: TooltipProps) {
  return (
    <Base.Trigger
      handle={handle}
      payload={content}
      disabled={content === undefined}
      delay={350}
      render={children}
    />
  );
}

/** Text or a status with its explanation, which screen readers read too. Without one, it is shown alone. */
export function Explained({ by, className, children }: ExplainedProps) {
  if (!by) return children;
  return (
    <Tooltip content={by}>
      <span aria-description={by} className={className}>
        {children}
      </span>
    </Tooltip>
  );
}

/** Mounted once, by the shell. */
export function TooltipHost() {
  return (
    <Base.Provider>
      <Base.Root handle={handle}>
        {({ payload }) => (
          <Base.Portal>
            <Base.Positioner sideOffset={6} className="z-50">
              <Base.Popup className="max-w-80 rounded-md border border-line bg-raised px-2 py-1 text-xs text-ink shadow-pop">
                {payload as ReactNode}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </Base.Provider>
  );
}
