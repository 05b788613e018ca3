import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { signInRoutes } from '../features/sign-in/routes.js';
import { parseSearch, stringifySearch } from '../lib/url-state.js';
import { features } from './features.js';
import { appRoute, rootRoute } from './routes.js';
import { CrashPage, NotFoundPage } from './special-pages.js';

// Here rather than in routes.ts: the shell knows all features, and they know that file.
appRoute.update({ component: lazyRouteComponent(() => import('./shell.js'), 'Shell') });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...signInRoutes,
    appRoute.addChildren(features.flatMap(({ routes }) => [...routes])),
  ]),
  basepath: '/admin',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: CrashPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollToTopSelectors: ['#content'],
});

/** Makes paths, params and search of `Link`, `navigate` and `useParams` type-checked everywhere. */
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
