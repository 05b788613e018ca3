/**
 * Thrown for a query that needs more than the columns of one table and of its children. Prisma runs such
 * queries.
 */
export class NotPlain extends Error {}

export function quote(name: string): string {
  return `"${name}"`;
}
