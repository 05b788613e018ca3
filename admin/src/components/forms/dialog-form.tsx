import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { ActionError } from '../../lib/graphql/use-action.js';
import { Button } from '../button.js';
import { Dialog } from '../dialog.js';
import { FormContext } from './form-context.js';

export interface DialogFormProps {
  title: string;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** What the action does, with the number: `Backfill 34 slots`. */
  submitLabel: string;
  /** Why the form cannot be submitted. */
  disabledReason?: string | undefined;
  /** The dialog stays open until this resolves. Returned issues are shown at their fields. */
  onSubmit: () => Promise<ActionError | undefined>;
  onClose: () => void;
  children: ReactNode;
  /** A further button, at the left. */
  aside?: ReactNode;
  /** Whether Enter may submit without input, because no field is required. */
  isReady?: boolean;
}

/** A dialog with fields. Enter in a field submits it, as does Ctrl-Enter anywhere. */
export function DialogForm(props: DialogFormProps) {
  const { title, description, size = 'sm', submitLabel, disabledReason, onSubmit, onClose } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<ActionError>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (isBusy || disabledReason) return;
    setBusy(true);
    try {
      const refused = await onSubmit();
      setError(refused);
      if (!refused) onClose();
    } finally {
      setBusy(false);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          {props.aside}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            form={id}
            type="submit"
            variant="primary"
            isBusy={isBusy}
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
          onKeyDown={onKeyDown}
          className="flex flex-col gap-4 pt-1"
        >
          {props.children}
          {error && (
            <p role="alert" className="text-red">
              {error.message}
            </p>
          )}
        </form>
      </FormContext>
    </Dialog>
  );
}
