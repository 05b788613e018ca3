import { Check, Copy } from '../../icons/lucide.js';
import { cn } from '../../lib/class-names.js';
import { useCopy } from '../../lib/use-copy.js';
import { IconButton } from '../button.js';

export interface CodeBlockProps {
  /** Text is shown unchanged, anything else as JSON. */
  value: unknown;
  /** Label for screen readers. */
  label: string;
  className?: string;
}

/** JSON of an object below its name, in a side panel. */
export function TitledJson({ title, value }: { title: string; value: unknown }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-xs text-muted">{title}</h3>
      <CodeBlock label={title.toLowerCase()} value={value} className="bg-surface" />
    </div>
  );
}

/** Text or JSON to read and copy. To edit it, use `JsonEditor`. */
export function CodeBlock({ value, label, className }: CodeBlockProps) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'null');
  const { isCopied, copy } = useCopy(text);
  return (
    <div className={cn('group relative rounded-md border bg-canvas', className)}>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-96 overflow-auto py-2 pr-9 pl-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
      <div className="absolute top-1 right-1">
        <IconButton
          label={isCopied ? 'Copied' : `Copy ${label}`}
          size="sm"
          className="touch-target-11 bg-canvas"
          icon={isCopied ? <Check className="size-3.5 text-green" /> : Copy}
          onClick={copy}
        />
      </div>
    </div>
  );
}
