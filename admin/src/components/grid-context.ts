import { createContext, useContext } from 'react';

/** Within a grid the row takes the focus, and what is in it is no tab stop of its own. */
export const InGridContext = createContext(false);

export function useIsInGrid(): boolean {
  return useContext(InGridContext);
}
