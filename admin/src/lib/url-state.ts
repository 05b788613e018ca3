import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * The query string of the URL, as plain text. It holds the state of the page, so that it can be
 * shared and Back works.
 */
export type UrlState = Readonly<Record<string, string | undefined>>;

/** For the router: `?q=abc&status=FAILED`, without JSON encoding. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/**
 * Reads and changes parameters of the URL. Undefined and '' remove one. Typing replaces the history
 * entry, choosing (`push`) adds one.
 */
export function useUrlState(): [UrlState, (change: UrlState, how?: 'replace' | 'push') => void] {
  const state = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changed: UrlState, how: 'replace' | 'push' = 'push') => {
      void navigate({
        to: '.',
        search: (previous) => ({ ...previous, ...changed }),
        replace: how === 'replace',
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [state, change];
}

/** A parameter with several values, separated by commas. */
export function listOf(value: string | undefined): string[] {
  return value ? value.split(',') : [];
}
