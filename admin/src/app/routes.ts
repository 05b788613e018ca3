import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadCode } from '../lib/load-code.js';
import type { UrlState } from '../lib/url-state.js';
import { getSession } from './session.js';

/** Every page may keep state in the query string of its URL, as plain text. */
export const rootRoute = createRootRoute({ validateSearch: (search): UrlState => search as UrlState });

/** Parent of all pages that require a sign-in. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: async ({ location }) => {
    const session = await getSession();
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } });
    return { session };
  },
});

/** A page that requires a sign-in, loaded when it is opened. `name` is the export of the module. */
export function page<
  const Path extends string,
  Module extends Record<Name, ComponentType>,
  const Name extends keyof Module & string,
>(path: Path, load: () => Promise<Module>, name: Name) {
  return createRoute({
    getParentRoute: () => appRoute,
    path,
    component: lazyRouteComponent(() => loadCode(load), name),
  });
}
