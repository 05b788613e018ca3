import { type ExplorerState, ExplorerStateDocument } from './explorer-state.generated.js';
import { useLiveQuery } from './use-live-query.js';
import { useRole } from './viewer.js';

/** Whether who is signed in has the GraphQL explorer; undefined: not known yet. Only admins have it. */
export function useExplorerState(): ExplorerState | undefined {
  const isAdmin = useRole() === 'ADMIN';
  const { data } = useLiveQuery(ExplorerStateDocument, { pause: !isAdmin });
  return isAdmin ? data?.system.explorer : 'OFF';
}
