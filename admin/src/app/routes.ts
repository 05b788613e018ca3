import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { getSession } from './session.js';

export const rootRoute = createRootRoute();

/** Parent of every page for who is signed in: `getParentRoute: () => appRoute`. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: async ({ location }) => {
    const session = await getSession();
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } as never });
    return { session };
  },
});
