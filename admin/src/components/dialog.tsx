import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { X } from '../icons/lucide.js';
import { cn } from '../lib/class-names.js';
import { Button } from './button.js';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, with the primary one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** Keys pressed anywhere in the dialog, also on its buttons. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

const WIDTH = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl' } as const;

/** Where the focus starts: at the first field, if there is one. On touch screens that would open the keyboard. */
const FIRST = '[data-autofocus], input, select, textarea';

/**
 * Focuses immediately, not in the next frame, so that characters typed right after the opening
 * shortcut go here. Returns false if there is no field or it cannot take the focus.
 */
function focusFirst(popup: HTMLElement | null): boolean {
  popup?.querySelector<HTMLElement>(FIRST)?.focus();
  return popup?.contains(document.activeElement) ?? false;
}

/**
 * Where the focus goes when a dialog closes: back to where it was, for which `true` stands. If it was at no control,
 * as after a reload or navigation, the content of the page takes it. (Base UI would pass it on to the first control.)
 */
export function useFinalFocus(isOpen: boolean): () => boolean {
  const wasAtContent = useMemo(
    () => isOpen && [document.body, pageContent()].includes(document.activeElement as HTMLElement | null),
    [isOpen],
  );
  return useCallback(() => {
    if (wasAtContent) pageContent()?.focus({ preventScroll: true });
    return !wasAtContent;
  }, [wasAtContent]);
}

function pageContent(): HTMLElement | null {
  return document.getElementById('content');
}

/** A dialog over the page. Esc and a click outside close it, and the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, description, children, footer, size = 'sm', onKeyDown } = props;
  const popup = useRef<HTMLDivElement>(null);
  const finalFocus = useFinalFocus(isOpen);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          ref={popup}
          initialFocus={(by) => by === 'touch' || !focusFirst(popup.current)}
          finalFocus={finalFocus}
          onKeyDown={onKeyDown}
          className={cn(
            'rise fixed top-[12vh] left-1/2 z-40 flex max-h-[80vh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-lg border bg-raised shadow-pop outline-none',
            WIDTH[size],
          )}
        >
          <div className="flex items-start gap-2 px-4 pt-3 pb-2">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-0.5 text-muted">{description}</Base.Description>
              )}
            </div>
            <CloseButton />
          </div>
          {children && <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-3">{children}</div>}
          {footer && <div className="flex flex-wrap justify-end gap-2 border-t px-4 py-2.5">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Has no tooltip, because Esc would close the tooltip first. */
function CloseButton() {
  return (
    <Base.Close
      aria-label="Close"
      className="touch-target-11 grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
    >
      <X aria-hidden="true" className="size-4" />
    </Base.Close>
  );
}

export interface ConfirmDialogProps extends Pick<DialogProps, 'isOpen' | 'onClose' | 'title'> {
  /** What the action affects: `This replays 212 jobs of 3 agents.` */
  children: ReactNode;
  /** A verb: `Replay 212 jobs`. */
  confirmLabel: string;
  /** Label of the button that changes nothing. Defaults to “Cancel”; set it if the action itself cancels something. */
  dismissLabel?: string;
  isDanger?: boolean | undefined;
  /** The dialog stays open until this resolves. A returned message is shown as an error. */
  onConfirm: () => Promise<{ message: string } | undefined>;
}

/**
 * Asks for confirmation of an action that affects much or cannot be undone. Enter confirms it, unless it destroys
 * something: then the focus starts at the button that changes nothing.
 */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  children,
  confirmLabel,
  dismissLabel = 'Cancel',
  isDanger = false,
  onConfirm,
}: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  function close(): void {
    setProblem(undefined);
    onClose();
  }
  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      const refused = await onConfirm();
      if (refused) setProblem(refused.message);
      else close();
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      footer={
        <>
          <Button data-autofocus={isDanger || undefined} onClick={close}>
            {dismissLabel}
          </Button>
          <Button
            data-autofocus={!isDanger || undefined}
            variant={isDanger ? 'danger' : 'primary'}
            isBusy={isBusy}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-ink">{children}</div>
      {problem && (
        <p role="alert" className="mt-2 text-red">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

/** A panel at the right side, with details of one object while the list stays visible. */
export function SidePanel({
  isOpen,
  onClose,
  title,
  children,
  footer,
}: Omit<DialogProps, 'description' | 'size' | 'onKeyDown'>) {
  const finalFocus = useFinalFocus(isOpen);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          finalFocus={finalFocus}
          className="slide-in fixed inset-y-0 right-0 z-40 flex w-full max-w-xl flex-col border-l bg-raised shadow-pop outline-none"
        >
          <div className="flex items-center gap-2 border-b px-4 py-2.5">
            <Base.Title className="min-w-0 flex-1 truncate text-base font-semibold">{title}</Base.Title>
            <CloseButton />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
          {footer && <div className="flex justify-end gap-2 border-t px-4 py-2.5">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
