import { createContext, useContext, useEffect } from 'react';
import type { Issue } from '../../lib/graphql/use-action.js';

interface FormState {
  /** Issues that the server found in the form. */
  issues: readonly Issue[];
  /** Labels of the fields that are shown, by path. */
  labels?: Map<string, string>;
}

export const FormContext = createContext<FormState>({ issues: [] });

/** Makes the label of a field known to the list of issues. */
export function useLabel(path: string | undefined, label: string): void {
  const { labels } = useContext(FormContext);
  useEffect(() => {
    if (path === undefined || !labels) return;
    labels.set(path, label);
    return () => void labels.delete(path);
  }, [labels, path, label]);
}

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
