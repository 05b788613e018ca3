/** Names of actors. The rows store only the ID of an API token, which only admins can list. */
import type { GraphQLResolveInfo } from 'graphql';
import { nameOfPerson } from '../../services/access/person-name.js';
import type { GraphQLContext } from '../context.js';
import { loadAt } from '../lists/reference.js';

/** Description of the fields with the name of an actor. */
export const TOKEN_NAME = {
  nullable: true,
  description:
    'Name of that API token, even if it has been revoked, or of that person. Null if no one was signed in.',
} as const;

/** The field `createdByName`. */
export const CREATOR_NAME = {
  ...TOKEN_NAME,
  select: { createdBy: true },
  resolve: (
    { createdBy }: { createdBy: string | null },
    _args: object,
    context: GraphQLContext,
    info: GraphQLResolveInfo,
  ) => tokenName(context, info, createdBy),
} as const;

/**
 * The name of the token with this ID. All names needed at one place of the operation are read in one
 * statement.
 */
export async function tokenName(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  return loadAt(context, info, id, async (ids) => {
    const tokens = await context.prisma.apiToken.findMany({
      select: { id: true, name: true },
      where: { id: { in: [...new Set(ids)] } },
    });
    const names = new Map(tokens.map((token) => [token.id, token.name]));
    const others = [...new Set(ids)].filter((wanted) => !names.has(wanted));
    if (others.length > 0) for (const person of await findPeople(context, others)) names.set(...person);
    return ids.map((wanted) => names.get(wanted) ?? null);
  });
}

async function findPeople({ prisma }: GraphQLContext, ids: string[]): Promise<[id: string, name: string][]> {
  const people = await prisma.person.findMany({
    select: { id: true, name: true, email: true },
    where: { id: { in: ids } },
  });
  return people.map(({ id, name, email }) => [id, nameOfPerson(name, email)]);
}
