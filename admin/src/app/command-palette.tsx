import { Dialog } from '@base-ui/react/dialog';
import { lazy, useState } from 'react';
import { CodePart } from '../components/code-part.js';
import { useFinalFocus } from '../components/dialog.js';
import { loadCode } from '../lib/load-code.js';
import type { CommandListProps } from './command-list.js';

/** Loads what the palette lists, before it is wanted. */
export const loadCommands = () => import('./command-list.js');
const CommandList = lazy(() => loadCode(loadCommands));

const LABEL = 'Search and run commands';

/** The field takes the focus when it appears, also from the one that stands for it while the list loads. */
const INPUT = {
  autoFocus: true,
  placeholder: 'Search, go to a page, or run a command…',
  className: 'h-11 w-full border-b bg-transparent px-4 text-base outline-none',
} as const;

/** ⌘K: finds anything by name or ID, and runs the commands of the page. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const finalFocus = useFinalFocus(true);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          aria-label={LABEL}
          finalFocus={finalFocus}
          className="rise fixed top-[12vh] left-1/2 z-40 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border bg-raised shadow-pop outline-none"
        >
          <CodePart fallback={<Loading text={text} onText={setText} />}>
            <CommandList label={LABEL} input={INPUT} text={text} onText={setText} onClose={onClose} />
          </CodePart>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Keeps what is typed while the list loads. */
function Loading({ text, onText }: Pick<CommandListProps, 'text' | 'onText'>) {
  return (
    <>
      <input {...INPUT} aria-label={LABEL} value={text} onChange={(event) => onText(event.target.value)} />
      <p role="status" className="px-3 py-6 text-center text-muted">
        Loading…
      </p>
    </>
  );
}
