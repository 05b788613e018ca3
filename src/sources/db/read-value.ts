import type { Json } from '../../domain/json.js';
import type { ColumnType } from './column-type.js';
import { fitsDouble } from './decimal.js';

/**
 * The JSON value of a column's text as PostgreSQL writes it (DateStyle ISO, TimeZone UTC). Numbers that a
 * JSON number cannot represent exactly stay text. Instants keep their microseconds. A timestamp without time
 * zone gets none.
 */
export function readValue(text: string, { kind }: ColumnType): Json {
  switch (kind) {
    case 'boolean':
      return text === 't';
    case 'integer':
    case 'numeric':
      return fitsDouble(text) ? Number(text) : text;
    case 'float':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'timestamp':
      return isoInstant(text);
    case 'timestamptz':
      return isoInstant(text).replace(/\+00$/, 'Z');
    case 'interval':
    case 'other':
      return JSON.parse(text) as Json;
    default:
      return text;
  }
}

/** `2024-01-31 09:30:00` → `2024-01-31T09:30:00`; `infinity` and years BC have no ISO form and stay. */
function isoInstant(text: string): string {
  return text.endsWith(' BC') ? text : text.replace(' ', 'T');
}
