import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useCommands } from '../lib/keys/commands.js';
import { useShortcutListener, useShortcuts } from '../lib/keys/shortcuts.js';
import { setTheme } from '../lib/theme.js';
import { useRefusal } from '../lib/viewer.js';
import { loadCommands } from './command-palette.js';
import { useNavEntries } from './nav-entries.js';

/** The keys that work on every page: for the palette, the list of shortcuts, and the pages in the navigation. */
export function useGlobalKeys(open: (what: 'palette' | 'help') => void): void {
  const navigate = useNavigate();
  const navEntries = useNavEntries();
  useShortcutListener();
  useCommandsLoadedInTime();
  useShortcuts([
    { keys: 'mod+k', label: 'Search and run commands', group: 'Global', run: () => open('palette') },
    { keys: '?', label: 'Keyboard shortcuts', group: 'Global', run: () => open('help') },
    ...navEntries.flatMap(({ key, label, to }) =>
      key
        ? [{ keys: `g ${key}`, label: `Go to ${label}`, group: 'Go to', run: () => void navigate({ to }) }]
        : [],
    ),
  ]);
}

/** Loads what the palette lists when ⌘ is pressed, so that it is ready for K. */
function useCommandsLoadedInTime(): void {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Meta' || key === 'Control') loadCommands().catch(() => {});
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The commands that the palette has on every page. */
export function useGlobalCommands(showHelp: () => void, leave: () => void): void {
  const navigate = useNavigate();
  const navEntries = useNavEntries();
  const { pathname } = useLocation();
  const notAdmin = useRefusal('ADMIN');
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
    { id: 'keys', label: 'Keyboard shortcuts', group: 'Help', keys: '?', run: showHelp },
    { id: 'sign out', label: 'Sign out', group: 'Session', run: leave },
  ]);
}
