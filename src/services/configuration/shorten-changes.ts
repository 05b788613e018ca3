import type { FieldChange } from '../../domain/configuration/compare-fields.js';
import { LIMITS } from '../../domain/limits.js';

/** Leaves out values that are too long, alone or together with earlier ones. */
export function createShortener(): (changes: readonly FieldChange[]) => FieldChange[] {
  let left: number = LIMITS.configurationAnswerBytes;
  const shorten = (value: unknown): unknown => {
    const bytes = Buffer.byteLength(JSON.stringify(value ?? null));
    if (bytes > LIMITS.listedValueBytes || bytes > left) return { truncated: true, bytes };
    left -= bytes;
    return value;
  };
  return (changes) =>
    changes.map((change) => ({ ...change, before: shorten(change.before), after: shorten(change.after) }));
}
