import { printKeys } from '../lib/keys/shortcuts.js';

/** Keys, in the style of a keyboard. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-0.5">
      {printKeys(keys).map((key) => (
        <kbd
          key={key}
          className="min-w-4.5 rounded-sm border border-line-strong bg-canvas px-1 text-center font-sans text-[0.6875rem] leading-4 text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
