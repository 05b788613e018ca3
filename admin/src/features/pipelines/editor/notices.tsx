import { Button } from '../../../components/button.js';
import { Callout } from '../../../components/callout.js';
import { ManagedByWarning } from '../../../components/facts/managed-by.js';
import type { ActionError } from '../../../lib/graphql/use-action.js';

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
      {refusal && <Callout kind="info">{refusal} You can view the pipeline but cannot save changes.</Callout>}
      <ManagedByWarning value={managedBy} />
      {meanwhile === 'saved' && (
        <Callout
          kind="warning"
          action={
            <Button size="sm" onClick={onReload}>
              Discard my changes and reload
            </Button>
          }
        >
          Someone else has saved this pipeline. Saving now overwrites their changes.
        </Callout>
      )}
      {meanwhile === 'deleted' && (
        <Callout kind="warning">Someone else has deleted this pipeline. It cannot be saved.</Callout>
      )}
      {error && (
        <Callout kind="error">
          {error.issues.length > 0 ? 'Not saved. See the problems below.' : error.message}
        </Callout>
      )}
    </div>
  );
}
