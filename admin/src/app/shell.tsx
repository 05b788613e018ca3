import { CSPProvider } from '@base-ui/react/csp-provider';
import { Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Provider } from 'urql';
import { CodePart } from '../components/code-part.js';
import { LoadingState } from '../components/states.js';
import { ToastHost } from '../components/toast.js';
import { TooltipHost } from '../components/tooltip.js';
import { LiveContext } from '../lib/graphql/live.js';
import { useCommands } from '../lib/keys/commands.js';
import { useShortcutListener, useShortcuts } from '../lib/keys/shortcuts.js';
import { loadCode } from '../lib/load-code.js';
import { setTheme } from '../lib/theme.js';
import { useRefusal, ViewerContext } from '../lib/viewer.js';
import { CommandPalette, loadCommands } from './command-palette.js';
import { useNavEntries } from './nav-entries.js';
import { NavDrawer, Sidebar } from './navigation.js';
import { OfflineBanner } from './offline-banner.js';
import { appRoute } from './routes.js';
import { signOut } from './session.js';

const ShortcutHelp = lazy(() => loadCode(() => import('./shortcut-help.js')));

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
  const navEntries = useNavEntries();
  const { pathname } = useLocation();
  const notAdmin = useRefusal('ADMIN');
  const leave = () => void signOut().then(() => navigate({ to: '/sign-in' }));

  useShortcutListener();
  useEffect(() => {
    // Loads what the palette lists when ⌘ is pressed, so that it is ready for K.
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Meta' || key === 'Control') loadCommands().catch(() => {});
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  useShortcuts([
    { keys: 'mod+k', label: 'Search and run commands', group: 'Global', run: () => setOpen('palette') },
    { keys: '?', label: 'Keyboard shortcuts', group: 'Global', run: () => setOpen('help') },
    ...navEntries.flatMap(({ key, label, to }) =>
      key
        ? [{ keys: `g ${key}`, label: `Go to ${label}`, group: 'Go to', run: () => void navigate({ to }) }]
        : [],
    ),
  ]);
  useCommands([
    ...navEntries.map(({ label, to, key }) => ({
      id: `go ${to}`,
      label: `Go to ${label}`,
      group: 'Go to',
      ...(key && { keys: `g ${key}` }),
      run: () => void navigate({ to }),
    })),
    // The page at `to` offers its own.
    ...navEntries.flatMap(({ to, create }) =>
      create && to !== pathname
        ? [
            {
              id: `create ${create.to}`,
              label: create.label,
              group: 'Create',
              keywords: ['create', 'add', 'new'],
              disabledReason: notAdmin,
              run: () => void navigate({ to: create.to }),
            },
          ]
        : [],
    ),
    { id: 'theme light', label: 'Light theme', group: 'Appearance', run: () => setTheme('light') },
    { id: 'theme dark', label: 'Dark theme', group: 'Appearance', run: () => setTheme('dark') },
    { id: 'theme system', label: 'System theme', group: 'Appearance', run: () => setTheme('system') },
    { id: 'keys', label: 'Keyboard shortcuts', group: 'Help', keys: '?', run: () => setOpen('help') },
    { id: 'sign out', label: 'Sign out', group: 'Session', run: leave },
  ]);

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
      {open === 'help' && (
        <CodePart fallback={null}>
          <ShortcutHelp onClose={() => setOpen(undefined)} />
        </CodePart>
      )}
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
