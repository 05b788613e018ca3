import { Dialog } from '@base-ui/react/dialog';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import { IconButton } from '../components/button.js';
import { CodePart } from '../components/code-part.js';
import { Kbd } from '../components/kbd.js';
import { Menu as MenuIcon, Search, X } from '../icons/lucide.js';
import { loadCode } from '../lib/load-code.js';
import { useTheme } from '../lib/theme.js';
import { LiveIndicator } from './live-indicator.js';
import { Logo } from './logo.js';
import { useNavEntries } from './nav-entries.js';
import { THEMES } from './themes.js';

export interface NavigationProps {
  onSearch: () => void;
  onSignOut: () => void;
}

/** The navigation column of screens from 768 px wide. */
export function Sidebar(props: NavigationProps) {
  return (
    <aside className="hidden w-52 shrink-0 flex-col bg-canvas md:flex">
      <div className="flex h-12 items-center gap-2 px-3">
        <Logo />
        <span className="font-semibold">Callboard</span>
      </div>
      <NavigationBody {...props} />
    </aside>
  );
}

/** The top bar of narrow screens and the drawer that it opens. */
export function NavDrawer(props: NavigationProps) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes it
  useEffect(() => setOpen(false), [pathname]);
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b bg-canvas px-2 md:hidden">
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Trigger
          render={
            <button
              type="button"
              aria-label="Menu"
              className="touch-target-11 grid size-8 place-items-center rounded-md hover:bg-hover"
            >
              <MenuIcon aria-hidden="true" className="size-4.5" />
            </button>
          }
        />
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
          <Dialog.Popup className="fixed inset-y-0 left-0 z-40 flex w-64 flex-col border-r bg-canvas outline-none">
            <div className="flex h-11 items-center gap-2 px-3">
              <Logo />
              <Dialog.Title className="flex-1 font-semibold">Callboard</Dialog.Title>
              <Dialog.Close
                render={
                  <button
                    type="button"
                    aria-label="Close"
                    className="touch-target-11 grid size-7 place-items-center rounded-md"
                  >
                    <X aria-hidden="true" className="size-4" />
                  </button>
                }
              />
            </div>
            <NavigationBody {...props} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <Logo />
      <span className="flex-1 font-semibold">Callboard</span>
      <LiveIndicator />
    </header>
  );
}

function NavigationBody({ onSearch, onSignOut }: NavigationProps) {
  const navEntries = useNavEntries();
  return (
    <>
      <div className="px-2 pb-2">
        <button
          type="button"
          onClick={onSearch}
          className="flex h-7 w-full items-center gap-2 rounded-md border bg-surface px-2 text-muted hover:border-line-strong"
        >
          <Search aria-hidden="true" className="size-3.5" />
          <span className="flex-1 text-left">Search…</span>
          <Kbd keys="mod+k" />
        </button>
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-2">
        <ul className="flex flex-col gap-px">
          {navEntries.map(({ label, to, icon: Icon, Badge }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                className="flex h-7 items-center gap-2 rounded-md px-2 text-muted pointer-coarse:h-11 hover:bg-hover hover:text-ink data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-ink"
              >
                <Icon aria-hidden="true" className="size-4 shrink-0" />
                <span className="flex-1 truncate">{label}</span>
                {Badge && <Badge />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex h-11 items-center gap-1 border-t px-2">
        <LiveIndicator />
        <ViewerButton onSignOut={onSignOut} />
      </div>
    </>
  );
}

const loadMenu = () => import('./viewer-menu.js');
const ViewerMenu = lazy(() => loadCode(loadMenu));

/** Opens the menu of the viewer. Its code is loaded when the pointer or the focus is at the button. */
function ViewerButton({ onSignOut }: { onSignOut: () => void }) {
  const [isWanted, setWanted] = useState(false);
  const { icon } = THEMES[useTheme()];
  const load = () => void loadMenu().catch(() => {});
  const button = { label: 'Theme and session', className: 'ml-auto', icon };
  if (!isWanted)
    return <IconButton {...button} onPointerEnter={load} onFocus={load} onClick={() => setWanted(true)} />;
  return (
    <CodePart fallback={<IconButton {...button} isBusy />}>
      <ViewerMenu trigger={<IconButton {...button} />} onSignOut={onSignOut} />
    </CodePart>
  );
}
