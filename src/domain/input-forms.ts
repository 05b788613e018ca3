/** Forms of single fields that inputs share, with their messages. */
import { z } from 'zod';
import { parseDuration } from './duration.js';

/** Longest value of an `integer` column, in milliseconds: 24 days. */
const MAX_INTEGER = 2_147_483_647;

/** Marks the schema of a secret. In files, it is replaced by the place where the secret is stored. */
export const SECRET = { title: 'Secret' } as const;

/** A field that may be absent, which means NULL. */
export const orNull = <T>(type: z.ZodType<T>) => type.nullish().transform((value) => value ?? null);

/** A field that may be absent or null, which means the default. */
export const orElse = <T>(type: z.ZodType<T>, otherwise: T) =>
  type.nullish().transform((value) => value ?? otherwise);

/** One line of text that a database column and a log line can hold. */
export const line = (max: number) =>
  z
    .string('must be a string')
    .trim()
    .min(1, 'must not be empty')
    .max(max, `is longer than ${max} characters`)
    .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'contains a line break or control character');

/** Text of several lines. */
export const prose = (max: number) =>
  z
    .string('must be a string')
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
  const message = `must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  return z.number(message).int(message).min(min, message).max(max, message);
};

export const oneOf = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, `must be one of ${names.join(', ')}`);
