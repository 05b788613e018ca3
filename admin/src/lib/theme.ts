import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

/** Shared with `public/theme.js`, which runs before the first paint. */
const KEY = 'callboard.theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function chosen(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function apply(): void {
  const system = prefersDark.matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = chosen() === 'system' ? system : chosen();
  for (const listener of listeners) listener();
}

prefersDark.addEventListener('change', apply);

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  apply();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, chosen);
}
