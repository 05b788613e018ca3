import { createContext, useContext } from 'react';

/** In a grid, the row has the focus, and its contents are not tab stops. */
export const InGridContext = createContext(false);

export function useIsInGrid(): boolean {
  return useContext(InGridContext);
}
