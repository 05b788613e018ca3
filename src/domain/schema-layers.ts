import { z } from 'zod';

/** A schema and the schemas it wraps, outermost first: optionals, defaults, and what a transformation parses. */
export function layersOf(schema: z.ZodType): z.ZodType[] {
  const inner =
    schema instanceof z.ZodPipe
      ? schema.in
      : schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
        ? schema.unwrap()
        : undefined;
  return inner ? [schema, ...layersOf(inner as z.ZodType)] : [schema];
}

/** The innermost of these schemas. */
export function unwrap(schema: z.ZodType): z.ZodType {
  return layersOf(schema).at(-1) ?? schema;
}

/** The fields of an object schema. Undefined if it is none. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const inner = unwrap(schema);
  return inner instanceof z.ZodObject ? inner.shape : undefined;
}
