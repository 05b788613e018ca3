import { invalidAt, type Refusal } from './result.js';

/**
 * Codes of the guards (CB002: the row breaks a rule of the tables), and of texts and values that PostgreSQL
 * cannot store.
 */
const UNWRITABLE: Readonly<Record<string, string | undefined>> = {
  CB002: undefined,
  '22P05': 'holds a character that cannot be stored (U+0000, or half of a pair)',
  '22021': 'holds a character that cannot be stored (U+0000, or half of a pair)',
  '22003': 'holds a number that is too large',
  '22008': 'holds an instant that is out of range',
  '54000': 'holds a text that is too long',
};

/** A mistake of the caller that only the database noticed; undefined: the error is of another kind. */
export function refusalOf(error: unknown): Refusal | undefined {
  const { code, message, hint } = (error ?? {}) as { code?: string; message?: string; hint?: string };
  if (code === undefined || !(code in UNWRITABLE)) return undefined;
  return invalidAt([], UNWRITABLE[code] ?? [message, hint].filter(Boolean).join('. '));
}
