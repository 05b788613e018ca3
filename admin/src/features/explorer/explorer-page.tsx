import { lazy } from 'react';
import { NotFoundPage } from '../../app/special-pages.js';
import { CodePart } from '../../components/code-part.js';
import { LoadingState } from '../../components/loading.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';
import { useExplorerState } from '../../lib/explorer-state.js';
import { loadCode } from '../../lib/load-code.js';
import { useRole } from '../../lib/viewer.js';
import { texts } from './texts.js';

const t = texts.page;

const Explorer = lazy(() => loadCode(() => import('./explorer.js')));

/** The GraphQL explorer, for admins. It is large, so it is loaded only if it is enabled. */
export function ExplorerPage() {
  const isAdmin = useRole() === 'ADMIN';
  const state = useExplorerState();
  if (!isAdmin) return <NotFoundPage />;
  if (state === undefined) return <LoadingState />;
  if (state === 'ON')
    return (
      <CodePart fallback={<LoadingState />}>
        <Explorer />
      </CodePart>
    );
  return (
    <>
      <PageHeader title={t.title} />
      <EmptyState title={t.offTitle}>{t.whyOff[state]}</EmptyState>
    </>
  );
}
