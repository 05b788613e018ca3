import type { Issue } from '../../../lib/use-action.js';
import type { StepDraft } from './draft.js';

/** What is wrong, by the step itself rather than its place, which changes. */
export interface Problem {
  /** Of the step; undefined: of the pipeline. */
  key: string | undefined;
  /** Below the step, else below the pipeline. */
  path: readonly string[];
  message: string;
}

/** @param keys of the steps, in the order in which they were judged */
export function toProblems(issues: readonly Issue[], keys: readonly string[]): Problem[] {
  return issues.map(({ path, message }) => {
    const key = path[0] === 'steps' && path[1] !== undefined ? keys[Number(path[1])] : undefined;
    if (key === undefined) return { key, path, message };
    // The step is named wherever this is shown.
    return { key, path: path.slice(2), message: message.replace(/^Step "[^"]*": /, '') };
  });
}

/** As the form wants them: by where the steps are now. */
export function toIssues(problems: readonly Problem[], steps: readonly StepDraft[]): Issue[] {
  return problems.flatMap(({ key, path, message }) => {
    if (key === undefined) return [{ path, message }];
    const place = steps.findIndex((step) => step.key === key);
    return place < 0 ? [] : [{ path: ['steps', String(place), ...path], message }];
  });
}
