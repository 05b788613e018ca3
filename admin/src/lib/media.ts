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

/** Narrow screens, such as phones, where tables become cards. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 639px)');
}

/** Screens on which a graph from left to right has too little room, such as tablets. */
export function useIsSlim(): boolean {
  return useMedia('(max-width: 1023px)');
}

/** The items for which there is room (`from`), or all of them if `all` is set. */
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

/** Whether there is room for a panel beside a form. */
export function useIsWide(): boolean {
  return useMedia('(min-width: 1280px)');
}

/** Whether the main input is a finger, so that the focus in a field opens a keyboard on the screen. */
export function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

/** Whether the user prefers less motion. */
export function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
