import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { focusFirstInvalid } from '../../lib/focus/focus-first-invalid.js';
import { useFirstFieldFocus } from '../../lib/focus/use-first-field-focus.js';
import type { ActionError } from '../../lib/graphql/use-action.js';
import { useSaveKeys } from '../../lib/keys/use-save-keys.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { useRefusal } from '../../lib/viewer.js';
import { Button } from '../button.js';
import { Callout } from '../callout.js';
import { ManagedByWarning } from '../facts/managed-by.js';
import { Kbd } from '../kbd.js';
import { Form } from './form.js';

export interface EntityFormProps {
  /** Label for screen readers. */
  label: string;
  /** Whether the object is new. If so, the form can be submitted without a change. */
  isNew: boolean;
  /** Who manages the object as configuration, if anybody does. */
  managedBy?: string | null | undefined;
  /** `Register agent`, `Save`. */
  submitLabel: string;
  error: ActionError | undefined;
  isDirty: boolean;
  isBusy: boolean;
  /**
   * Not called while a save is in progress, without a change, or without the role. Navigation in it
   * bypasses the guard for unsaved changes.
   */
  onSave: () => Promise<void>;
  /** Discards the changes and shows what others have saved meanwhile. Undefined if nobody has. */
  onReload?: (() => void) | undefined;
  /** Target of Cancel. */
  back: LinkTarget;
  children: ReactNode;
}

/**
 * The form of a page that creates or edits an object. Ctrl-Enter saves from any field. The focus
 * starts at the first field of a new object; after a refusal, the first invalid field gets it.
 */
export function EntityForm(props: EntityFormProps) {
  const { label, isNew, managedBy, submitLabel, error, isDirty, isBusy, onSave, onReload, back, children } =
    props;
  const navigate = useNavigate();
  const refusal = useRefusal('ADMIN');
  const host = useRef<HTMLDivElement>(null);

  const [attempts, setAttempts] = useState(0);
  useFirstFieldFocus(host, isNew && !refusal);

  // After each attempt, but not while the user corrects the input.
  useEffect(() => {
    if (attempts === 0) return;
    const frame = requestAnimationFrame(() => focusFirstInvalid(host.current));
    return () => cancelAnimationFrame(frame);
  }, [attempts]);

  async function save(): Promise<void> {
    if (isBusy || refusal || !(isNew || isDirty)) return;
    await onSave();
    setAttempts((before) => before + 1);
  }

  useSaveKeys(host, () => void save());

  return (
    <div ref={host}>
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
        {onReload && !isBusy && <SavedByOthers onReload={onReload} />}
      </Form>
    </div>
  );
}

/** Beside the button that saves, which the user sees before saving. */
function SavedByOthers({ onReload }: { onReload: () => void }) {
  return (
    <Callout
      kind="warning"
      action={
        <Button size="sm" onClick={onReload}>
          Discard my changes and reload
        </Button>
      }
    >
      Someone else has saved other values since you opened this page. Saving now overwrites only what you have
      changed.
    </Callout>
  );
}
