import type { Issue } from '../../domain/issue.js';
import type { SchemaError } from './describe-schema-error.mjs';

const MAX_ISSUES = 20;

/**
 * Keywords that apply several schemas to a value or compare it as a whole. Their errors may depend on
 * anything inside the value.
 */
const COMPOUND = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains', 'const', 'enum', 'uniqueItems']);

/**
 * Errors as issues, without duplicates.
 * @param path of the validated value
 * @param open places below it whose values are not known yet, see `ValidateOptions`
 */
export function issuesOfErrors(
  errors: readonly SchemaError[],
  path: string[],
  open: readonly string[][],
): Issue[] {
  const located = errors.map((error) => ({ error, at: pointerKeys(error.pointer) }));
  const undecided = [
    ...open,
    ...located
      .filter(({ error, at }) => COMPOUND.has(error.keyword) && open.some((place) => isWithin(place, at)))
      .map(({ at }) => at),
  ];
  const issues = new Map<string, Issue>();
  for (const { error, at } of located) {
    if (error.keyword === 'if' || undecided.some((place) => isWithin(at, place))) continue;
    const key = error.key === undefined ? [] : [error.key];
    const issue = { path: [...path, ...at, ...key], message: error.message };
    issues.set(JSON.stringify(issue), issue);
    if (issues.size === MAX_ISSUES) break;
  }
  return [...issues.values()];
}

/** Whether `place` is `container` or lies inside it. */
function isWithin(place: readonly string[], container: readonly string[]): boolean {
  return container.every((key, index) => place[index] === key);
}

function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
