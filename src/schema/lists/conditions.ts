import { literalInPattern } from '../../domain/like-pattern.js';

/**
 * The conditions of a filter on the columns with the same names. A list selects the rows with one of its
 * values; what is not given selects all.
 */
export function conditionsOf<Filter extends object>(
  filter: Filter,
  columns: readonly (keyof Filter)[],
): object {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const wanted = filter[column];
      if (wanted == null) return [];
      return [[column, Array.isArray(wanted) ? { in: wanted } : wanted]];
    }),
  );
}

/** The condition that a column contains the text, ignoring case. Prisma makes a LIKE pattern of it. */
export function containing(text: string) {
  return { contains: literalInPattern(text), mode: 'insensitive' } as const;
}
