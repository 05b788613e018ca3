import { type ExplorerState, ExplorerStateDocument } from './explorer-state.generated.js';
import { useLiveQuery } from './graphql/use-live-query.js';
import { useRole } from './viewer.js';

/** Whether the signed-in user has the GraphQL explorer. Only admins have it. Undefined if not known yet. */
export function useExplorerState(): ExplorerState | undefined {
  const isAdmin = useRole() === 'ADMIN';
  const { data } = useLiveQuery(ExplorerStateDocument, { pause: !isAdmin });
  return isAdmin ? data?.system.explorer : 'OFF';
}
