import { Button } from '../../../components/button.js';
import { Callout } from '../../../components/callout.js';
import { ManagedByWarning } from '../../../components/facts/managed-by.js';
import type { ActionError } from '../../../lib/graphql/use-action.js';
import { texts } from '../texts/editor.js';

const t = texts.notices;

export interface NoticesProps {
  /** Who manages the pipeline as configuration. */
  managedBy: string | null | undefined;
  /** What another user has done with the pipeline since it was read. */
  meanwhile: 'saved' | 'deleted' | undefined;
  /** Discards the draft and starts with what the other user saved. */
  onReload: () => void;
  /** Why the user cannot save. */
  refusal: string | undefined;
  error: ActionError | undefined;
}

/** Warnings above the editor. */
export function Notices({ managedBy, refusal, meanwhile, error, onReload }: NoticesProps) {
  if (managedBy == null && !refusal && !meanwhile && !error) return null;
  return (
    <div className="flex flex-col gap-2 border-b px-4 py-2 md:px-6">
      {refusal && (
        <Callout kind="info">
          {refusal} {t.readOnly}
        </Callout>
      )}
      <ManagedByWarning value={managedBy} />
      {meanwhile === 'saved' && (
        <Callout
          kind="warning"
          action={
            <Button size="sm" onClick={onReload}>
              {t.reload}
            </Button>
          }
        >
          {t.savedByOther}
        </Callout>
      )}
      {meanwhile === 'deleted' && <Callout kind="warning">{t.deletedByOther}</Callout>}
      {error && <Callout kind="error">{error.issues.length > 0 ? t.notSaved : error.message}</Callout>}
    </div>
  );
}
