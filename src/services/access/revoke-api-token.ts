import { markTokenRevoked } from '../../db/access/api-tokens.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { conflict, notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { lockAdmins } from './ensure-first-admin.js';

/**
 * Revokes a token permanently; revoking again changes nothing. The last admin's token cannot be revoked:
 * nobody could create another.
 */
export const revokeApiToken: UseCase<{ id: string }> = async (deps, actor, { id }) => {
  const result = await withTransaction(deps.pool, async (client) => {
    const admins = await lockAdmins(client);
    if (admins.length === 1 && admins[0] === id) {
      return conflict('This is the last admin token. Create another before you revoke it.');
    }
    return (await markTokenRevoked(client, id)) ? ok({ id }) : notFound('token', id);
  });
  if (result.kind === 'ok') deps.logger.info('token.revoked', { id, actor: actor.id });
  return result;
};
