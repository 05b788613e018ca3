import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** A phone held upright: tables become cards. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 639px)');
}

/** Those columns that there is room for (`from`); all of them when `all` says so. */
export function useVisible<Item extends { from?: 'md' | 'lg' | 'xl' | '2xl' }>(
  items: readonly Item[],
  all: boolean,
): readonly Item[] {
  const fits = {
    md: useMedia('(min-width: 768px)'),
    lg: useMedia('(min-width: 1024px)'),
    xl: useMedia('(min-width: 1280px)'),
    '2xl': useMedia('(min-width: 1536px)'),
  };
  return all ? items : items.filter(({ from }) => from === undefined || fits[from]);
}

/** There is room for something beside a form. */
export function useIsWide(): boolean {
  return useMedia('(min-width: 1280px)');
}
