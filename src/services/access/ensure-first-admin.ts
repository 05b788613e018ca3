import { findAdminTokens } from '../../db/access/api-tokens.js';
import { lockMutexes } from '../../db/system/mutex.js';
import type { Queryable } from '../../db/system/queryable.js';
import { insertRow } from '../../db/system/write-row.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { uuidv7 } from '../../runtime/ids.js';
import { invalidAt, ok, type Result } from '../system/result.js';
import { MAX_TOKEN_LENGTH } from './authenticate.js';
import type { ServiceDeps } from './context.js';
import { hashScopedToken, tokenColumns } from './create-api-token.js';

const MIN_LENGTH = 16;

/**
 * On start: if there is no valid admin token, the given one becomes the first admin's. The message of a
 * refusal begins with the name of the setting, for the person who starts the process.
 */
export async function ensureFirstAdmin(
  deps: Pick<ServiceDeps, 'pool' | 'logger'>,
  adminToken: string | undefined,
): Promise<Result<'created' | 'exists'>> {
  const id = uuidv7();
  const result = await withTransaction(deps.pool, async (client): Promise<Result<'created' | 'exists'>> => {
    if ((await lockAdmins(client)).length > 0) return ok('exists');
    if (adminToken === undefined)
      return refuse(
        'is missing: no admin exists yet. Set it to a secret of your choice, e.g. from "openssl rand -base64 32".',
      );
    if (adminToken.length < MIN_LENGTH)
      return refuse(`is shorter than ${MIN_LENGTH} characters, so it could be guessed.`);
    if (adminToken.length > MAX_TOKEN_LENGTH)
      return refuse(`is longer than ${MAX_TOKEN_LENGTH} characters, so nobody could sign in with it.`);
    const columns = tokenColumns(adminToken);
    const known = await client.query('SELECT FROM "ApiToken" WHERE "tokenHash" IN ($1, $2)', [
      columns.tokenHash,
      hashScopedToken(adminToken),
    ]);
    if (known.rowCount)
      return refuse('is a token that was revoked, has expired, or has another role: choose another.');
    await insertRow(client, 'ApiToken', { id, name: 'First admin', role: 'admin', ...columns });
    return ok('created');
  });
  if (result.kind === 'ok' && result.value === 'created')
    deps.logger.info('token.created', { id, role: 'admin' });
  return result;
}

function refuse(message: string) {
  return invalidAt(['CALLBOARD_ADMIN_TOKEN'], `CALLBOARD_ADMIN_TOKEN ${message}`);
}

/**
 * IDs of the valid admin tokens. Locks them, so that no other transaction adds or removes one until the
 * transaction ends.
 */
export async function lockAdmins(client: Queryable): Promise<string[]> {
  await lockMutexes(client, ['admins']);
  return findAdminTokens(client);
}
