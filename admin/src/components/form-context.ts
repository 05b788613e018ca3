import { createContext, useContext } from 'react';
import type { Issue } from '../lib/use-action.js';

/** What the server found wrong with what the form sent. */
export const FormContext = createContext<{ issues: readonly Issue[] }>({ issues: [] });

/** All there are. */
export function useAllIssues(): readonly Issue[] {
  return useContext(FormContext).issues;
}

/** Those of the field at `path` (`endpoint.url`), and of what is below it. */
export function useIssues(path: string | undefined): readonly Issue[] {
  const { issues } = useContext(FormContext);
  if (path === undefined) return [];
  return issues.filter((issue) => {
    const at = issue.path.join('.');
    return at === path || at.startsWith(`${path}.`);
  });
}
