import { CSPProvider } from '@base-ui/react/csp-provider';
import { Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Provider } from 'urql';
import { LoadingState } from '../components/loading.js';
import { ToastHost } from '../components/toast.js';
import { TooltipHost } from '../components/tooltip.js';
import { LiveContext } from '../lib/graphql/live.js';
import { ViewerContext } from '../lib/viewer.js';
import { CommandPalette } from './command-palette.js';
import { NavDrawer, Sidebar } from './navigation.js';
import { OfflineBanner } from './offline-banner.js';
import { appRoute } from './routes.js';
import { signOut } from './session.js';
import { ShortcutHelp } from './shortcut-help.js';
import { useGlobalCommands, useGlobalKeys } from './use-global-commands.js';

/** The frame of every page: navigation, commands, popups and data sources. */
export function Shell() {
  const { session } = appRoute.useRouteContext();
  return (
    <CSPProvider disableStyleElements>
      <Provider value={session.client}>
        <LiveContext value={session.live}>
          <ViewerContext value={session.viewer}>
            <Frame />
            <TooltipHost />
            <ToastHost />
          </ViewerContext>
        </LiveContext>
      </Provider>
    </CSPProvider>
  );
}

function Frame() {
  const [open, setOpen] = useState<'palette' | 'help'>();
  const navigate = useNavigate();
  const leave = () => void signOut().then(() => navigate({ to: '/sign-in' }));

  useGlobalKeys(setOpen);
  useGlobalCommands(() => setOpen('help'), leave);

  return (
    <div className="flex h-full flex-col md:flex-row">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to main content
      </a>
      <Sidebar onSearch={() => setOpen('palette')} onSignOut={leave} />
      <NavDrawer onSearch={() => setOpen('palette')} onSignOut={leave} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <OfflineBanner />
        <Content />
      </div>
      {open === 'palette' && <CommandPalette onClose={() => setOpen(undefined)} />}
      {open === 'help' && <ShortcutHelp onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/**
 * The scrolling part. After navigation, the focus starts here and not at the link. A form that
 * creates an object then moves it to its first field.
 */
function Content() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) main.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shownBefore = useRef(shown);
  useEffect(() => {
    // A dialog that closed meanwhile may have returned the focus to a button of the page before.
    const isOther = shownBefore.current !== undefined && shown !== shownBefore.current;
    if (isOther && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    shownBefore.current = shown;
  }, [shown]);
  return (
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto bg-surface outline-none md:border-l"
    >
      <Suspense fallback={<LoadingState />}>
        <Outlet />
      </Suspense>
    </main>
  );
}
