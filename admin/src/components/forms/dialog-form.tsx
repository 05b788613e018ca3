import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
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
  const { title, description, size = 'sm', disabledReason, onSubmit, onClose } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { error, hasMessage, busy, run } = useSubmission(form, onClose);

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
      footer={<FormButtons form={props} formId={id} {...{ busy, run, close, closeRefusal }} />}
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

type Which = 'submit' | 'second';

/** Runs the actions of the form, one at a time, and shows the refusal of the last one. */
function useSubmission(form: RefObject<HTMLFormElement | null>, onClose: () => void) {
  const [error, setError] = useState<ActionError>();
  const [hasMessage, setHasMessage] = useState(false);
  const [busy, setBusy] = useState<Which>();

  useEffect(() => {
    if (!error || !form.current) return;
    setHasMessage(!isShownAtFields(error, form.current));
    focusFirstInvalid(form.current);
  }, [error, form]);

  async function run(which: Which, action: FormAction): Promise<void> {
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

  return { error, hasMessage, busy, run };
}

interface FormButtonsProps extends Pick<ReturnType<typeof useSubmission>, 'busy' | 'run'> {
  form: DialogFormProps;
  formId: string;
  close: () => void;
  closeRefusal: string | undefined;
}

function FormButtons({ form, formId, busy, run, close, closeRefusal }: FormButtonsProps) {
  const { second, closeLabel = 'Cancel', submitLabel, disabledReason, isDanger, isReady } = form;
  return (
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
        form={formId}
        type="submit"
        variant={isDanger ? 'danger' : 'primary'}
        isBusy={busy === 'submit'}
        disabledReason={disabledReason}
        data-autofocus={isReady || undefined}
      >
        {submitLabel}
      </Button>
    </>
  );
}

function isShownAtFields({ issues }: ActionError, form: HTMLElement): boolean {
  const paths = Array.from(form.querySelectorAll<HTMLElement>('[data-path]'), ({ dataset }) => dataset.path);
  return issues.length > 0 && issues.every((issue) => paths.some((path) => isAtOrBelow(issue, path)));
}
