import type { Issue } from '../../../lib/graphql/use-action.js';
import type { StepDraft } from './draft.js';

/** A problem, assigned to its step by key, because the position changes. */
export interface Problem {
  /** Key of the step. Undefined for the pipeline. */
  key: string | undefined;
  /** Path below the step or the pipeline. */
  path: readonly string[];
  message: string;
}

/** @param keys of the steps, in the order in which they were checked */
export function toProblems(issues: readonly Issue[], keys: readonly string[]): Problem[] {
  return issues.map(({ path, message }) => {
    const key = path[0] === 'steps' && path[1] !== undefined ? keys[Number(path[1])] : undefined;
    if (key === undefined) return { key, path, message };
    // The step is shown beside the message.
    return { key, path: path.slice(2), message: message.replace(/^Step "[^"]*": /, '') };
  });
}

/** Problems as issues for the form, by the current positions of the steps. */
export function toIssues(problems: readonly Problem[], steps: readonly StepDraft[]): Issue[] {
  return problems.flatMap(({ key, path, message }) => {
    if (key === undefined) return [{ path, message }];
    const place = steps.findIndex((step) => step.key === key);
    return place < 0 ? [] : [{ path: ['steps', String(place), ...path], message }];
  });
}
