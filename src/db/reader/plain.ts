/** A query that is more than columns of rows of one table and of their children: Prisma knows how. */
export class NotPlain extends Error {}

export function quote(name: string): string {
  return `"${name}"`;
}
