import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/routes.js';

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./sign-in-page.js'), 'SignInPage'),
  }),
] as const;
