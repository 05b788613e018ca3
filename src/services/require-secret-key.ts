import type { Queryable } from '../db/queryable.js';
import { SealedSecretError, type SecretBox } from '../runtime/secret-box.js';
import { StartupError } from '../runtime/startup-error.js';

const CONTEXT = 'secret-key/check';

/**
 * On start: that this is the key which the stored secrets are sealed with. The first start seals a value of its own with its
 * key; of several at once, one.
 *
 * @throws StartupError when it is another
 */
export async function requireSecretKey(pool: Queryable, secretBox: SecretBox): Promise<void> {
  await pool.query('INSERT INTO "SecretKeyCheck" (sealed) VALUES ($1) ON CONFLICT (id) DO NOTHING', [
    secretBox.seal('callboard', CONTEXT),
  ]);
  const { rows } = await pool.query<{ sealed: string }>('SELECT sealed FROM "SecretKeyCheck"');
  try {
    secretBox.open(rows[0]?.sealed ?? '', CONTEXT);
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    throw new StartupError(
      'CALLBOARD_SECRET_KEY is not the key that this database was first started with: the stored credentials cannot be read with it, and callbacks of running agents would be refused. Restore that key.',
      2,
    );
  }
}
