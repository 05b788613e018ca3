import { z } from 'zod';

const WRAPPERS = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodPrefault];

/**
 * A schema and the schemas it wraps, outermost first: optionals, defaults, and what a transformation parses.
 */
export function layersOf(schema: z.ZodType): z.ZodType[] {
  const isWrapper = WRAPPERS.some((wrapper) => schema instanceof wrapper);
  const inner = isWrapper
    ? (schema as z.ZodOptional<z.ZodType>).unwrap()
    : schema instanceof z.ZodPipe && (schema.in as z.ZodType);
  return inner ? [schema, ...layersOf(inner)] : [schema];
}

export function unwrap(schema: z.ZodType): z.ZodType {
  return layersOf(schema).at(-1) ?? schema;
}

/** The fields of an object schema. Undefined if it is none. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const inner = unwrap(schema);
  return inner instanceof z.ZodObject ? inner.shape : undefined;
}
