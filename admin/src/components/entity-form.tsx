import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { LinkTarget } from '../lib/link-target.js';
import type { ActionError } from '../lib/use-action.js';
import { useRefusal } from '../lib/viewer.js';
import { Button } from './button.js';
import { Callout } from './callout.js';
import { Form } from './form.js';
import { Kbd } from './kbd.js';
import { ManagedByWarning } from './managed-by.js';

export interface EntityFormProps {
  /** What it is for, for screen readers. */
  label: string;
  /** What it makes does not exist yet: it may be sent as it stands. */
  isNew: boolean;
  /** Who manages it as configuration, if anybody does. */
  managedBy?: string | null | undefined;
  /** `Register agent`, `Save`. */
  submitLabel: string;
  error: ActionError | undefined;
  isDirty: boolean;
  isBusy: boolean;
  /** Not called while it is busy, without a change or without the role. What it opens then ignores the guard of unsaved changes. */
  onSave: () => Promise<void>;
  /** Where Cancel leads. */
  back: LinkTarget;
  children: ReactNode;
}

/** A page's form that makes or edits one thing. Ctrl-Enter saves from anywhere in it; what is wrong gets the focus. */
export function EntityForm(props: EntityFormProps) {
  const { label, isNew, managedBy, submitLabel, error, isDirty, isBusy, onSave, back, children } = props;
  const navigate = useNavigate();
  const refusal = useRefusal('ADMIN');
  const host = useRef<HTMLDivElement>(null);

  const [attempts, setAttempts] = useState(0);

  // After each attempt, and not while what was wrong is being mended.
  useEffect(() => {
    if (attempts === 0) return;
    const frame = requestAnimationFrame(() =>
      host.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [attempts]);

  async function save(): Promise<void> {
    if (isBusy || refusal || !(isNew || isDirty)) return;
    await onSave();
    setAttempts((before) => before + 1);
  }

  /** Before the editors see it, which know another meaning of it. Keys of a dialog over the page come here too, and mean that. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (!host.current?.contains(event.target as Node)) return;
    event.preventDefault();
    event.stopPropagation();
    void save();
  }

  return (
    <div ref={host} onKeyDownCapture={onKeyDown}>
      <Form
        label={label}
        error={error}
        isDirty={isDirty}
        onSubmit={() => void save()}
        footer={
          <>
            <Button onClick={() => void navigate(back)}>Cancel</Button>
            <Button
              type="submit"
              variant="primary"
              requires="ADMIN"
              disabledReason={isNew || isDirty ? undefined : 'There are no changes to save.'}
              isBusy={isBusy}
            >
              {submitLabel}
              <span aria-hidden="true" className="ml-1 hidden sm:inline">
                <Kbd keys="mod+Enter" />
              </span>
            </Button>
          </>
        }
      >
        {refusal && <Callout kind="info">{refusal} You can view this page but cannot save changes.</Callout>}
        <ManagedByWarning value={managedBy} />
        {children}
      </Form>
    </div>
  );
}
