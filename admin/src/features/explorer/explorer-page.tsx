import { lazy, Suspense } from 'react';
import { NotFoundPage } from '../../app/special-pages.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, LoadingState } from '../../components/states.js';
import { useExplorerState } from '../../lib/explorer-state.js';
import { useRole } from '../../lib/viewer.js';

const Explorer = lazy(() => import('./explorer.js'));

const WHY_OFF = {
  OFF: 'The explorer is turned off. To turn it on, set CALLBOARD_GRAPHIQL=true and restart the server.',
  PERSISTED_ONLY:
    'With CALLBOARD_OPERATIONS=persisted, pages may only send the operations of the admin. Use a program with an API token instead.',
} as const;

/** The GraphQL explorer, for admins; it is large, so it is loaded only where it is on. */
export function ExplorerPage() {
  const isAdmin = useRole() === 'ADMIN';
  const state = useExplorerState();
  if (!isAdmin) return <NotFoundPage />;
  if (state === undefined) return <LoadingState />;
  if (state === 'ON')
    return (
      <Suspense fallback={<LoadingState />}>
        <Explorer />
      </Suspense>
    );
  return (
    <>
      <PageHeader title="GraphQL" />
      <EmptyState title="The explorer is off">{WHY_OFF[state]}</EmptyState>
    </>
  );
}
