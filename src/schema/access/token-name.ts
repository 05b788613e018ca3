/** Who did something, by name: what is stored is the id of their API token, and only admins list tokens. */
import type { GraphQLResolveInfo } from 'graphql';
import type { GraphQLContext } from '../context.js';
import { loadAt } from '../lists/reference.js';

/** How a field tells of it. */
export const TOKEN_NAME = {
  nullable: true,
  description: 'Name of that API token, even if it has been revoked. Null if no token was used.',
} as const;

/** The name of the token of this id; one statement for all that are wanted at one place. */
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
    return ids.map((wanted) => names.get(wanted) ?? null);
  });
}
