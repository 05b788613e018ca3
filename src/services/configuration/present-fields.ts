/** Fields in the form of documents: without defaults, and with durations as text. */
import { z } from 'zod';
import type { Fields } from '../../domain/configuration/compare-fields.js';
import { formatDuration } from '../../domain/duration.js';
import { layersOf, shapeOf, unwrap } from '../../domain/schema-layers.js';
import { canonicalJson } from '../system/with-idempotency.js';

/** @param schema of the object, whose output the fields are */
export function presentFields(schema: z.ZodType, fields: Fields): Fields {
  const shape = shapeOf(schema);
  if (!shape) return fields;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const field = shape[name];
      if (!field || isDefault(field, value)) return [];
      return [[name, present(field, value)]];
    }),
  );
}

function present(schema: z.ZodType, value: unknown): unknown {
  if (typeof value === 'number' && isDuration(schema)) return formatDuration(value);
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => present(inner.element as z.ZodType, item));
  return inner instanceof z.ZodObject && typeof value === 'object' && value !== null
    ? presentFields(inner, value as Fields)
    : value;
}

/** Whether leaving the field out has the same effect. */
function isDefault(schema: z.ZodType, value: unknown): boolean {
  const absent = schema.safeParse(undefined);
  return absent.success && canonicalJson(absent.data ?? null) === canonicalJson(value ?? null);
}

function isDuration(schema: z.ZodType): boolean {
  return layersOf(schema).some((layer) => layer.meta()?.title === 'Duration');
}
