import { Callout } from '../../components/callout.js';
import { ConfirmDialog } from '../../components/dialog.js';
import { reportDone } from '../../components/toast.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { useViewer } from '../../lib/viewer.js';
import { TokenRevokeDocument, type TokenRowFragment } from './tokens.generated.js';

/** Undefined if the dialog is closed. */
export function RevokeToken({
  token,
  onClose,
}: {
  token: TokenRowFragment | undefined;
  onClose: () => void;
}) {
  const viewer = useViewer();
  const [revoke] = useAction(TokenRevokeDocument, (data) => data.revokeApiToken);
  if (!token) return null;
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Revoke “${token.name}”?`}
      confirmLabel={token.id === viewer.id ? 'Revoke and sign out' : 'Revoke token'}
      isDanger
      onConfirm={async () => reportDone(await revoke({ id: token.id }), `Revoked “${token.name}”`)}
    >
      {token.id === viewer.id && (
        <Callout kind="warning" className="mb-3">
          You are signed in with this token. Revoking it ends all your sessions.
        </Callout>
      )}
      Requests with this token are refused, and browsers signed in with it are signed out. This cannot be
      undone.
    </ConfirmDialog>
  );
}
