import type { EnumRef } from '@pothos/core';
import { type BuilderTypes, builder } from '../builder.js';

/**
 * `dead_letter`, `api-key` and `AgentConfig` become `DEAD_LETTER`, `API_KEY` and `AGENT_CONFIG` in
 * the API.
 */
function constantOf(stored: string): string {
  return stored
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase();
}

/** An enum of these stored values, each with its description. */
export function enumOf<Name extends string>(
  name: string,
  description: string,
  texts: Readonly<Record<Name, string>>,
) {
  const values = Object.fromEntries(
    (Object.keys(texts) as Name[]).map((value) => [constantOf(value), { value, description: texts[value] }]),
  ) as Record<string, { value: Name }>;
  return builder.enumType(name, { description, values });
}

export function textsOf<Name extends string>(table: Readonly<Record<Name, { about: string }>>) {
  return Object.fromEntries(
    Object.entries<{ about: string }>(table).map(([name, { about }]) => [name, about]),
  ) as Record<Name, string>;
}

/** The type and the value of a field whose column holds a value of an enum. */
export function enumColumn<Column extends string, Name extends string>(
  column: Column,
  type: EnumRef<BuilderTypes, Name>,
) {
  return {
    type,
    select: { [column]: true } as Record<Column, true>,
    resolve: (row: Record<Column, string | null>) => row[column] as never,
  };
}

const OTHER = 'other';

/**
 * An enum of codes that later versions extend. `read` converts a stored code to its value. A code
 * that this version does not know, written by a newer worker or by SQL, becomes `OTHER` and does not
 * fail the answer.
 */
export function openEnumOf<Name extends string>(
  name: string,
  description: string,
  texts: Readonly<Record<Name, string>>,
) {
  const type = enumOf<Name | typeof OTHER>(name, description, {
    ...texts,
    [OTHER]: 'A code that this version of Callboard does not know.',
  } as Record<Name | typeof OTHER, string>);
  const known = Object.keys(texts) as Name[];
  function read(stored: string): Name | typeof OTHER;
  function read(stored: string | null): Name | typeof OTHER | null;
  function read(stored: string | null) {
    if (stored === null) return null;
    return Object.hasOwn(texts, stored) ? (stored as Name) : OTHER;
  }
  /** The condition of a filter that selects rows with one of these codes. */
  const among = (codes: readonly (Name | typeof OTHER)[]) => {
    // The list is never empty, so that rows without a code are not selected.
    if (codes.includes(OTHER)) return { notIn: ['', ...known.filter((code) => !codes.includes(code))] };
    return codes.length === 1 ? codes[0] : { in: [...codes] };
  };
  return { type, read, among };
}
