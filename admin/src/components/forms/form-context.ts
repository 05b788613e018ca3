import { createContext, useContext } from 'react';
import type { Issue } from '../../lib/graphql/use-action.js';

/** Issues that the server found in the form. */
export const FormContext = createContext<{ issues: readonly Issue[] }>({ issues: [] });

export function useAllIssues(): readonly Issue[] {
  return useContext(FormContext).issues;
}

/** Issues of the field at `path` (`endpoint.url`) and of values below it. */
export function useIssues(path: string | undefined): readonly Issue[] {
  return useAllIssues().filter((issue) => isAtOrBelow(issue, path));
}

export function isAtOrBelow(issue: Issue, path: string | undefined): boolean {
  const at = issue.path.join('.');
  return path !== undefined && (at === path || at.startsWith(`${path}.`));
}
