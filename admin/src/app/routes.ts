import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import type { UrlState } from '../lib/url-state.js';
import { getSession } from './session.js';

/** Every page may keep state in the query string of its URL, as plain text. */
export const rootRoute = createRootRoute({ validateSearch: (search): UrlState => search as UrlState });

/** Parent of all pages that require a sign-in: `getParentRoute: () => appRoute`. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: async ({ location }) => {
    const session = await getSession();
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } });
    return { session };
  },
});
