import { z } from 'zod';
import { didYouMean } from './did-you-mean.js';
import type { Issue } from './issue.js';
import { isObject } from './json.js';
import { shapeOf, unwrap } from './schema-layers.js';

/** Converts zod's issues to Callboard's. For an unknown key, suggests the most similar known key. */
export function issuesOf(error: z.ZodError, schema: z.ZodType): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    const known = keysAt(schema, path);
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `There is no setting "${key.slice(0, 100)}" here.${didYouMean(key, known)}`,
    }));
  });
}

/**
 * Reads stored JSON that others may have written. Unusable parts are left out, so that the schema's defaults
 * apply, and are listed in `issues`. Returns `undefined` if nothing usable remains (a required part is
 * missing).
 */
export function parseLeniently<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { value: T | undefined; issues: Issue[] } {
  const issues: Issue[] = [];
  let candidate: unknown = structuredClone(value);
  // Each round removes at least one place of a finite document. Without progress there is nothing left to
  // try.
  for (;;) {
    const parsed = schema.safeParse(candidate);
    if (parsed.success) return { value: parsed.data, issues };
    const found = issuesOf(parsed.error, schema);
    issues.push(...found);
    const removed = found.filter(({ path }) => remove(candidate, path)).length;
    if (removed > 0) continue;
    if (isObject(candidate)) return { value: undefined, issues };
    candidate = {};
  }
}

/** Removes the deepest existing place on the way to `path`. Returns false if there is none. */
function remove(root: unknown, path: string[]): boolean {
  let parent = root;
  for (const [depth, key] of path.entries()) {
    if (!isObject(parent) || !Object.hasOwn(parent, key)) return false;
    const child = parent[key];
    const isLast =
      depth === path.length - 1 || !isObject(child) || !Object.hasOwn(child, path[depth + 1] ?? '');
    if (isLast) return delete parent[key];
    parent = child;
  }
  return false;
}

/** The keys that an object schema knows at a path; none if it is not an object. */
function keysAt(schema: z.ZodType, path: string[]): string[] {
  let current: z.ZodType | undefined = schema;
  for (const key of path) {
    const inner: z.ZodType | undefined = current && unwrap(current);
    current = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : inner && shapeOf(inner)?.[key];
  }
  return Object.keys((current && shapeOf(current)) ?? {});
}
