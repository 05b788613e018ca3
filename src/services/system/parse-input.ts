import { z } from 'zod';
import { isStorable } from '../../db/system/to-jsonb.js';
import type { Issue } from '../../domain/issue.js';
import { isObject, type JsonObject } from '../../domain/json.js';
import { issuesOf } from '../../domain/parse-leniently.js';
import { isTooDeep, MAX_DEPTH } from '../../http/client/parse-json.js';

const MAX_JSON_BYTES = 256 * 1024;

/** The parsed input, or all problems with its form. */
export function parseInput<T>(
  schema: z.ZodType<T>,
  input: unknown,
): { kind: 'ok'; value: T } | { kind: 'validation'; issues: Issue[] } {
  const parsed = schema.safeParse(input);
  return parsed.success
    ? { kind: 'ok', value: parsed.data }
    : { kind: 'validation', issues: issuesOf(parsed.error, schema) };
}

/** The fields that the input of an update contains, without defaults for the others. */
export function onlyGiven<T extends object>(parsed: T, input: unknown): Partial<T> {
  const given = new Map(Object.entries(input as object).filter(([, value]) => value !== undefined));
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => given.has(name))) as Partial<T>;
}

export const jsonObject = z
  .custom<JsonObject>(isPlainObject, 'must be an object')
  .superRefine((value, context) => {
    const message = jsonProblem(value);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .meta({ type: 'object' });

export const jsonValue = z.unknown().superRefine((value, context) => {
  const message = jsonProblem(value);
  if (message) context.addIssue({ code: 'custom', message });
});

function jsonProblem(value: unknown): string | undefined {
  if (isTooDeep(value)) return `is nested deeper than ${MAX_DEPTH} levels`;
  const text = JSON.stringify(value) ?? '';
  if (Buffer.byteLength(text) > MAX_JSON_BYTES) return `is larger than ${MAX_JSON_BYTES / 1024} KiB as JSON`;
  return isStorable(value)
    ? undefined
    : 'contains a NUL character or an unpaired surrogate, which cannot be stored';
}

function isPlainObject(value: unknown): boolean {
  return isObject(value) && !(value instanceof Date);
}
