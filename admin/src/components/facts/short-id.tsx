import { Check, Copy } from '../../icons/lucide.js';
import { cn } from '../../lib/class-names.js';
import { useCopy } from '../../lib/use-copy.js';
import { isUuid } from '../../lib/uuid.js';
import { useIsInGrid } from '../lists/grid-context.js';
import { Tooltip } from '../tooltip.js';

const TRACE_ID = /^[0-9a-f]{32}$/;

/**
 * An ID in short form: its random end, which differs between IDs of the same minute. The full ID is
 * shown on hover and copied on click.
 */
export function ShortId({ id, label = 'id' }: { id: string; label?: string }) {
  const isInGrid = useIsInGrid();
  const { isCopied, copy } = useCopy(id);
  // IDs chosen by people (`data-collection`) are not shortened. Very long ones are cut off by the layout.
  const short = isUuid(id) || TRACE_ID.test(id) ? `…${id.slice(-8)}` : id;
  return (
    <Tooltip content={<span className="font-mono">{isCopied ? 'Copied' : id}</span>}>
      <button
        type="button"
        tabIndex={isInGrid ? -1 : undefined}
        aria-label={`${short}: copy ${label} ${id}`}
        onClick={copy}
        className={cn(
          'group inline-flex items-center gap-1 rounded-sm font-mono text-xs text-muted hover:text-ink',
          // Rows of tables have a fixed height, and little room.
          isInGrid ? 'pointer-coarse:min-h-9' : 'pointer-coarse:min-h-11 pointer-coarse:min-w-11',
        )}
      >
        <span className="max-w-60 truncate">{short}</span>
        {isCopied ? (
          <Check aria-hidden="true" className="size-3 text-green" />
        ) : (
          <Copy
            aria-hidden="true"
            className="size-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100"
          />
        )}
      </button>
    </Tooltip>
  );
}
