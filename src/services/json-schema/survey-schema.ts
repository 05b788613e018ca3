/** Estimates the cost of a schema without compiling it. */
import { LIMITS } from '../../domain/limits.js';

const MAX_DEPTH = 64;
export const TOO_DEEP = `is nested deeper than ${MAX_DEPTH} levels`;

export type SchemaSurvey =
  | {
      kind: 'ok';
      /** Number of objects, lists and values in the schema. */
      nodes: number;
      /**
       * Whether the time of a validation grows at most with the size of the schema times that of the
       * value.
       */
      isPlain: boolean;
    }
  | { kind: 'error'; message: string };

/** Keywords whose cost is not linear, or that refer to schemas whose cost is not. */
const COSTLY = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'patternProperties',
  'propertyNames',
  'uniqueItems',
  'contains',
]);

/**
 * A pattern that matches in linear time: anchored, without groups, and with at most one ambiguous
 * quantifier. (This expression is only applied to patterns of up to 200 characters.)
 */
const ATOM = String.raw`(?:\\[dDwWsS.\-/+*?^$()[\]{}|]|\[[^\]\\[]*\]|[^\\[\](){}|*+?^$])`;
const FIXED = String.raw`(?:${ATOM}(?:\{\d{1,3}\})?)*`;
const PLAIN_PATTERN = new RegExp(
  String.raw`^\^${FIXED}(?:${ATOM}(?:[*+?]|\{\d{1,3},\d{0,3}\})${FIXED})?\$?$`,
);
const PLAIN_PATTERN_LENGTH = 200;

/** @param text the schema as JSON */
export function surveySchema(schema: unknown, text: string): SchemaSurvey {
  if (Buffer.byteLength(text) > LIMITS.jsonSchemaBytes)
    return { kind: 'error', message: `is larger than ${LIMITS.jsonSchemaBytes / 1024} KiB` };
  let isPlain = true;
  let nodes = 0;
  const pending = [{ value: schema, depth: 0 }];
  // Walks the whole document, including parts that are only data, to be on the safe side.
  for (let next = pending.pop(); next; next = pending.pop()) {
    nodes += 1;
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > MAX_DEPTH) return { kind: 'error', message: TOO_DEEP };
    for (const [key, value] of Object.entries(next.value)) {
      // An asynchronous schema returns a promise, which is never false.
      if (key === '$async' && value === true) return { kind: 'error', message: 'must not use $async' };
      if (COSTLY.has(key) || (key === 'pattern' && !isPlainPattern(value))) isPlain = false;
      pending.push({ value, depth: next.depth + 1 });
    }
  }
  return { kind: 'ok', nodes, isPlain };
}

function isPlainPattern(value: unknown): boolean {
  return typeof value !== 'string' || (value.length <= PLAIN_PATTERN_LENGTH && PLAIN_PATTERN.test(value));
}
