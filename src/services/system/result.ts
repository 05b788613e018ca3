import type { Issue } from '../../domain/issue.js';

/**
 * The result of a use case that the caller can get wrong. The schema maps each kind to a typed GraphQL error.
 */
export type Result<T> = { kind: 'ok'; value: T } | Refusal;

export type Refusal =
  | { kind: 'validation'; issues: Issue[] }
  | { kind: 'not_found'; message: string }
  | { kind: 'conflict'; message: string };

export const ok = <T>(value: T): Result<T> => ({ kind: 'ok', value });
export const invalid = (issues: Issue[]): Refusal => ({ kind: 'validation', issues });
export const invalidAt = (path: string[], message: string): Refusal => invalid([{ path, message }]);
export const notFound = (what: string, id: string): Refusal => ({
  kind: 'not_found',
  message: `There is no ${what} with the ID ${JSON.stringify(id)}.`,
});
export const conflict = (message: string): Refusal => ({ kind: 'conflict', message });

/** A refusal in words. Some issues are sentences: only the last one keeps its full stop. */
export function messageOf(refusal: Refusal): string {
  if (refusal.kind !== 'validation') return refusal.message;
  const issues = refusal.issues.map(({ path, message }) =>
    [path.join('.'), message].filter(Boolean).join(': '),
  );
  return issues.join('; ').replaceAll('.; ', '; ');
}
