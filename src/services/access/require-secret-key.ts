import { readSecretKeyCheck } from '../../db/system/read-secret-key-check.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';
import { isLockTimeout } from '../../runtime/database/sqlstate.js';
import { SealedSecretError, type SecretBox } from '../../runtime/secrets/secret-box.js';
import { StartupError } from '../../runtime/startup-error.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import { resealSecrets } from './reseal-secrets.js';

/** Encryption context of the check value. */
export const SECRET_KEY_CONTEXT = 'secret-key/check';
const CONTEXT = SECRET_KEY_CONTEXT;

export type KeyChange =
  | { kind: 'current' }
  | { kind: 'changed'; resealed: number; unreadable: number }
  /** Another transaction locks rows with secrets. Nothing was changed. */
  | { kind: 'delayed' };

/**
 * On start: checks that this is the key that encrypts the stored secrets. The first start stores a check
 * value encrypted with its key; of several processes, one does. If the secrets are encrypted with the
 * previous key, they are encrypted again with this one.
 *
 * @throws StartupError if it is another key
 */
export async function requireSecretKey(
  pool: Pool,
  secretBox: SecretBox,
  logger?: Logger,
): Promise<KeyChange> {
  await pool.query('INSERT INTO "SecretKeyCheck" (sealed) VALUES ($1) ON CONFLICT (id) DO NOTHING', [
    secretBox.seal('callboard', CONTEXT),
  ]);
  const sealed = (await readSecretKeyCheck(pool)) ?? '';
  if (secretBox.isCurrent(sealed, CONTEXT)) return { kind: 'current' };
  try {
    secretBox.open(sealed, CONTEXT);
    const resealed = await withTransaction(pool, (client) => resealSecrets(client, secretBox, CONTEXT));
    logger?.info(
      'secret_key.changed',
      resealed,
      'The stored secrets are encrypted with the new CALLBOARD_SECRET_KEY',
    );
    return { kind: 'changed', ...resealed };
  } catch (error) {
    if (isLockTimeout(error)) {
      logger?.warn(
        'secret_key.not_changed',
        { err: error },
        'An open transaction locks rows with secrets: they stay encrypted with CALLBOARD_SECRET_KEY_PREVIOUS until the next start',
      );
      return { kind: 'delayed' };
    }
    if (!(error instanceof SealedSecretError)) throw error;
    throw new StartupError(
      'CALLBOARD_SECRET_KEY is not the key that this database was first started with: the stored credentials cannot be read with it, and callbacks of running agents would be refused. Restore that key, or give it as CALLBOARD_SECRET_KEY_PREVIOUS to change to this one.',
      2,
    );
  }
}
