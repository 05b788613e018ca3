/** How columns of a type are compared, ordered and read. Domains count as their base type. */
export type ColumnType =
  | {
      kind:
        | 'boolean'
        | 'numeric'
        | 'text'
        | 'uuid'
        | 'date'
        | 'time'
        | 'timestamp'
        | 'timestamptz'
        | 'interval'
        | 'bytea';
    }
  | { kind: 'integer'; min: bigint; max: bigint }
  | { kind: 'float'; bits: 32 | 64 }
  | { kind: 'enum'; labels: string[] }
  /** Anything else (json, arrays, rows, inet, timetz, …): read as JSON, neither compared nor ordered by. */
  | { kind: 'other' };

export interface CatalogType {
  /** pg_type.typname, e.g. `int4`. */
  name: string;
  /** pg_type.typtype: b base, c row, e enum, r range, … */
  type: string;
  /** pg_type.typcategory: S is text. */
  category: string;
  labels: string[];
}

const INTEGER_BITS: Record<string, bigint> = { int2: 16n, int4: 32n, int8: 64n };
const SAME_NAME = [
  'numeric',
  'uuid',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'interval',
  'bytea',
] as const;

export function columnType({ name, type, category, labels }: CatalogType): ColumnType {
  const bits = INTEGER_BITS[name];
  if (bits) return { kind: 'integer', min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n };
  if (name === 'oid') return { kind: 'integer', min: 0n, max: 2n ** 32n - 1n };
  if (name === 'bool') return { kind: 'boolean' };
  if (name === 'float4' || name === 'float8') return { kind: 'float', bits: name === 'float4' ? 32 : 64 };
  if (type === 'e') return { kind: 'enum', labels };
  // "char" and name truncate the values they are compared with, so a longer value would match: they are read
  // only.
  if (category === 'S' && name !== 'char' && name !== 'name') return { kind: 'text' };
  const same = SAME_NAME.find((known) => known === name);
  return same ? { kind: same } : { kind: 'other' };
}
