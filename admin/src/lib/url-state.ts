import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * The query string of the URL, as plain text. It holds the state of the page, so that it can be
 * shared and Back works.
 */
export type UrlState = Readonly<Record<string, string | undefined>>;

/**
 * For the router: `?q=abc&status=FAILED`, without JSON encoding. Empty parameters do not count, and the
 * character 0, which the database cannot look for, is removed.
 */
export function parseSearch(text: string): Record<string, string> {
  const params = [...new URLSearchParams(text)].map(([name, value]) => [name, value.replaceAll('\0', '')]);
  return Object.fromEntries(params.filter(([, value]) => value !== ''));
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

/** The values that a parameter can have, or an object with them as its keys, such as their labels. */
type Choices<Choice extends string> = readonly Choice[] | Readonly<Partial<Record<Choice, unknown>>>;

/**
 * The choices in a parameter with several values, separated by commas. People edit addresses, and old ones
 * outlive their pages: the case does not matter, unknown values are left out, and none at all is undefined.
 */
export function choicesOf<Choice extends string>(
  param: string | undefined,
  choices: Choices<Choice>,
): Choice[] | undefined {
  const known = isList(choices) ? choices : (Object.keys(choices) as Choice[]);
  const found = (param ?? '').split(',').flatMap((value) => {
    const wanted = value.trim().toLowerCase();
    return known.find((each) => each === value) ?? known.find((each) => each.toLowerCase() === wanted) ?? [];
  });
  return found.length > 0 ? [...new Set(found)] : undefined;
}

/** The choice in a parameter with one value. */
export function choiceOf<Choice extends string>(
  param: string | undefined,
  choices: Choices<Choice>,
): Choice | undefined {
  return choicesOf(param, choices)?.[0];
}

function isList<Choice extends string>(choices: Choices<Choice>): choices is readonly Choice[] {
  return Array.isArray(choices);
}

const YEAR_10000 = Date.UTC(10_000, 0);

/** The time in a parameter, as the API writes it. Undefined if it is none that can be a time of this system. */
export function instantOf(param: string | undefined): string | undefined {
  const at = Date.parse(param ?? '');
  return at >= 0 && at < YEAR_10000 ? new Date(at).toISOString() : undefined;
}

/** A filter without the members that are undefined. */
export function given<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}
