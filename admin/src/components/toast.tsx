import { Toast as Base } from '@base-ui/react/toast';
import { X } from '../icons/lucide.js';
import { cn } from '../lib/class-names.js';
import type { ActionError, ActionResult, Success } from '../lib/graphql/use-action.js';
import { Button, IconButton } from './button.js';

export interface ToastOptions {
  title: string;
  description?: string;
  kind?: 'info' | 'success' | 'error';
  /** `{ label: 'Undo', run }`. */
  action?: { label: string; run: () => void };
}

const manager = Base.createToastManager<ToastOptions>();

/** Shows a message for some seconds. Errors stay until they are closed. */
export function toast(options: ToastOptions): void {
  const isError = options.kind === 'error';
  manager.add({
    title: options.title,
    description: options.description,
    priority: isError ? 'high' : 'low',
    timeout: isError ? 0 : options.action ? 10_000 : 5_000,
    data: options,
  });
}

/**
 * Says that an action succeeded, and then does what follows. Returns the refusal if there is one, for
 * a dialog that shows it.
 */
export function reportDone<Result>(
  result: ActionResult<Result>,
  done: string | ToastOptions,
  then?: (value: Success<Result>) => void,
): ActionError | undefined {
  if (result.kind === 'error') return result.error;
  toast({ kind: 'success', ...(typeof done === 'string' ? { title: done } : done) });
  then?.(result.value);
  return undefined;
}

/** Says that an action succeeded, or why it was refused. Returns whether it succeeded. */
export function reportResult<Result>(result: ActionResult<Result>, done: string | ToastOptions): boolean {
  const refused = reportDone(result, done);
  if (!refused) return true;
  toast({ kind: 'error', title: refused.message });
  return false;
}

/** Mounted once, by the shell. */
export function ToastHost() {
  return (
    <Base.Provider toastManager={manager}>
      <Base.Portal>
        <Base.Viewport className="fixed right-4 bottom-4 z-50 flex w-[calc(100vw-2rem)] max-w-sm flex-col gap-2">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts() {
  const { toasts, close } = Base.useToastManager<ToastOptions>();
  return toasts.map((item) => {
    const { kind = 'info', action } = item.data ?? { title: '' };
    return (
      <Base.Root
        key={item.id}
        toast={item}
        className={cn(
          'rise flex items-start gap-2 rounded-md border border-l-4 bg-raised py-2 pr-1.5 pl-3 shadow-pop',
          kind === 'error' ? 'border-l-red' : kind === 'success' ? 'border-l-green' : 'border-l-accent',
        )}
      >
        <Base.Content className="flex min-w-0 flex-1 flex-col pt-0.5">
          <Base.Title className="font-medium" />
          <Base.Description className="text-muted" />
        </Base.Content>
        {action && (
          <Button
            size="sm"
            onClick={() => {
              action.run();
              close(item.id);
            }}
          >
            {action.label}
          </Button>
        )}
        <IconButton label="Close" size="sm" icon={X} onClick={() => close(item.id)} />
      </Base.Root>
    );
  });
}
