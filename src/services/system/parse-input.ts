import { z } from 'zod';
import { isStorable } from '../../db/system/to-jsonb.js';
import { parseDuration } from '../../domain/duration.js';
import type { Issue } from '../../domain/issue.js';
import { isObject, type JsonObject } from '../../domain/json.js';
import { issuesOf } from '../../domain/parse-leniently.js';
import { isTooDeep, MAX_DEPTH } from '../../http/parse-json.js';

/** Longest value of an `integer` column, in milliseconds: 24 days. */
const MAX_INTEGER = 2_147_483_647;
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

/** Marks the schema of a secret. In files, it is replaced by the place where the secret is stored. */
export const SECRET = { title: 'Secret' } as const;

/** One line of text that a database column and a log line can hold. */
export const line = (max: number) =>
  z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(max, `is longer than ${max} characters`)
    .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'contains a line break or control character');

/** Text of several lines. */
export const prose = (max: number) =>
  z
    .string('must be a text')
    .max(max, `is longer than ${max} characters`)
    .refine((text) => !/[\0\p{Surrogate}]/u.test(text), 'contains a character that cannot be stored');

/** A duration in ms or as text, more than 0 and at most what an `integer` column holds; parsed to ms. */
export const durationMs = duration(MAX_INTEGER, 'is longer than 24 days');

/** As {@link durationMs}, up to ten years. */
export const longDurationMs = duration(Number.POSITIVE_INFINITY, '');

function duration(max: number, tooLong: string) {
  return z
    .union([z.number(), z.string()], 'must be milliseconds or a duration such as "30s"')
    .transform((value, context) => {
      const parsed = parseDuration(value);
      if (parsed.kind === 'ok' && parsed.ms > 0 && parsed.ms <= max) return parsed.ms;
      const message =
        parsed.kind === 'error' ? parsed.message : parsed.ms > 0 ? tooLong : 'must be more than 0';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ title: 'Duration' });
}

export const int32 = (min: number, max = MAX_INTEGER) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.number(message).int(message).min(min, message).max(max, message);
};

export const oneOf = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, `must be one of ${names.join(', ')}`);

/** A JSON object. */
export const jsonObject = z
  .custom<JsonObject>(isPlainObject, 'must be an object')
  .superRefine((value, context) => {
    const message = jsonProblem(value);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .meta({ type: 'object' });

/** Any JSON value. */
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
    : 'contains a NUL character or half a surrogate pair, which cannot be stored';
}

function isPlainObject(value: unknown): boolean {
  return isObject(value) && !(value instanceof Date);
}
