import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { focusFirstInvalid } from '../../lib/focus/focus-first-invalid.js';
import type { ActionError } from '../../lib/graphql/use-action.js';
import { Button } from '../button.js';
import { Dialog } from '../dialog.js';
import { FormContext, isAtOrBelow } from './form-context.js';

/**
 * The dialog stays open until this resolves, and after a refusal or “stay”. Issues are shown at their
 * fields, and the message if there are others.
 */
type FormAction = () => Promise<ActionError | 'stay' | undefined>;

export interface DialogFormProps {
  title: string;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** What the action does, with the number: `Backfill 34 slots`. */
  submitLabel: string;
  /** Why the form cannot be submitted. */
  disabledReason?: string | undefined;
  isDanger?: boolean;
  onSubmit: FormAction;
  /** A second action, at the left. */
  second?: { label: string; run: FormAction } | undefined;
  onClose: () => void;
  /** Defaults to “Cancel”. */
  closeLabel?: string;
  children: ReactNode;
  /** Whether Enter may submit without input, because no field is required. */
  isReady?: boolean;
  /** Whether the result is shown only once. The dialog then stays open until the result is there. */
  isResultShownOnce?: boolean;
}

/** A dialog with fields. Enter in a field submits it, as does Ctrl-Enter anywhere. */
export function DialogForm(props: DialogFormProps) {
  const { title, description, size = 'sm', submitLabel, disabledReason, onSubmit, second, onClose } = props;
  const { closeLabel = 'Cancel' } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<ActionError>();
  const [hasMessage, setHasMessage] = useState(false);
  const [busy, setBusy] = useState<'submit' | 'second'>();

  useEffect(() => {
    if (!error || !form.current) return;
    setHasMessage(!isShownAtFields(error, form.current));
    focusFirstInvalid(form.current);
  }, [error]);

  async function run(which: 'submit' | 'second', action: FormAction): Promise<void> {
    if (busy) return;
    setBusy(which);
    setError(undefined);
    try {
      const result = await action();
      if (result && result !== 'stay') setError(result);
      // If the user has closed it meanwhile, another dialog may be open.
      if (!result && form.current) onClose();
    } finally {
      setBusy(undefined);
    }
  }

  const closeRefusal =
    busy && props.isResultShownOnce ? 'Wait for the result. It is shown only once.' : undefined;
  function close(): void {
    if (!closeRefusal) onClose();
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (!disabledReason) await run('submit', onSubmit);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit();
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      title={title}
      description={description}
      size={size}
      onKeyDown={onKeyDown}
      footer={
        <>
          {second && (
            <Button
              variant="danger"
              className="mr-auto"
              isBusy={busy === 'second'}
              onClick={() => void run('second', second.run)}
            >
              {second.label}
            </Button>
          )}
          <Button onClick={close} disabledReason={closeRefusal}>
            {closeLabel}
          </Button>
          <Button
            form={id}
            type="submit"
            variant={props.isDanger ? 'danger' : 'primary'}
            isBusy={busy === 'submit'}
            disabledReason={disabledReason}
            data-autofocus={props.isReady || undefined}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <FormContext value={{ issues: error?.issues ?? [] }}>
        <form
          ref={form}
          id={id}
          noValidate
          onSubmit={(event) => void submit(event)}
          className="flex flex-col gap-4 pt-1"
        >
          {props.children}
          {error && hasMessage && (
            <p role="alert" className="text-red">
              {error.message}
            </p>
          )}
        </form>
      </FormContext>
    </Dialog>
  );
}

function isShownAtFields({ issues }: ActionError, form: HTMLElement): boolean {
  const paths = Array.from(form.querySelectorAll<HTMLElement>('[data-path]'), ({ dataset }) => dataset.path);
  return issues.length > 0 && issues.every((issue) => paths.some((path) => isAtOrBelow(issue, path)));
}
