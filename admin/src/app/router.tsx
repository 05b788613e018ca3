import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { LoadingState } from '../components/loading.js';
import { signInRoutes } from '../features/sign-in/routes.js';
import { loadCode } from '../lib/load-code.js';
import { parseSearch, stringifySearch } from '../lib/url-state.js';
import { features } from './features.js';
import { guessAddress } from './guessed-address.js';
import { appRoute, rootRoute } from './routes.js';
import { CrashPage, NotFoundPage } from './special-pages.js';

// Not in routes.ts, because the shell imports all features, and they import that file.
appRoute.update({ component: lazyRouteComponent(() => loadCode(() => import('./shell.js')), 'Shell') });

/** All other addresses. A child of the frame, so that the navigation stays. */
const notFoundRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    const address = guessAddress(location.pathname);
    if (address) throw redirect({ to: address, search: true, hash: true, replace: true });
  },
  component: NotFoundPage,
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...signInRoutes,
    appRoute.addChildren([...features.flatMap(({ routes }) => [...routes]), notFoundRoute]),
  ]),
  basepath: '/admin',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // What is shown if the code of a page, or the session of the first one, takes longer than a second.
  defaultPendingComponent: LoadingState,
  defaultErrorComponent: CrashPage,
  scrollToTopSelectors: ['#content'],
});

/** Makes paths, params and search of `Link`, `navigate` and `useParams` type-checked. */
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
