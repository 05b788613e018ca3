import { LOCK_TIMEOUT } from '../../db/system/lock-timeout.js';
import type { Logger } from '../../runtime/logger.js';
import { type Pool, withTransaction } from '../../runtime/pool.js';
import { SealedSecretError, type SecretBox } from '../../runtime/secret-box.js';
import { StartupError } from '../../runtime/startup-error.js';
import { resealSecrets } from './reseal-secrets.js';

const CONTEXT = 'secret-key/check';

/**
 * On start: that this is the key which the stored secrets are sealed with. The first start seals a value of its own with its
 * key; of several at once, one. Where the secrets are sealed with the previous key, they are sealed with this one.
 *
 * @throws StartupError when it is another
 */
export async function requireSecretKey(pool: Pool, secretBox: SecretBox, logger?: Logger): Promise<void> {
  await pool.query('INSERT INTO "SecretKeyCheck" (sealed) VALUES ($1) ON CONFLICT (id) DO NOTHING', [
    secretBox.seal('callboard', CONTEXT),
  ]);
  const { rows } = await pool.query<{ sealed: string }>('SELECT sealed FROM "SecretKeyCheck"');
  const sealed = rows[0]?.sealed ?? '';
  if (secretBox.isCurrent(sealed, CONTEXT)) return;
  try {
    secretBox.open(sealed, CONTEXT);
    const resealed = await withTransaction(pool, (client) => resealSecrets(client, secretBox, CONTEXT));
    logger?.info(
      'secret_key.changed',
      resealed,
      'The stored secrets are sealed with the new CALLBOARD_SECRET_KEY',
    );
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_TIMEOUT) {
      logger?.warn(
        'secret_key.not_changed',
        { err: error },
        'A transaction that is still open holds rows with secrets: they stay sealed with CALLBOARD_SECRET_KEY_PREVIOUS until the next start',
      );
      return;
    }
    if (!(error instanceof SealedSecretError)) throw error;
    throw new StartupError(
      'CALLBOARD_SECRET_KEY is not the key that this database was first started with: the stored credentials cannot be read with it, and callbacks of running agents would be refused. Restore that key, or give it as CALLBOARD_SECRET_KEY_PREVIOUS to change to this one.',
      2,
    );
  }
}
