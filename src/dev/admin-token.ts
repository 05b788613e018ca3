import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from '../runtime/database/pool.js';
import { makeFolder } from '../runtime/make-folder.js';
import { StartupError } from '../runtime/startup-error.js';
import type { Logger } from '../runtime/telemetry/logger.js';
import { authenticate } from '../services/access/authenticate.js';
import { newToken } from '../services/access/create-api-token.js';
import { ensureFirstAdmin } from '../services/access/ensure-first-admin.js';

export interface AdminToken {
  /** Set only if the token was generated just now, to be shown once. */
  generated?: string;
  /** File with a valid token, readable by its owner only. */
  file?: string;
}

export interface AdminTokenOptions {
  pool: Pool;
  logger: Logger;
  dataDir: string;
  /** CALLBOARD_ADMIN_TOKEN */
  given: string | undefined;
}

/**
 * Creates the API token of the first admin, unless there is an admin.
 * @throws StartupError if the given token cannot be used
 */
export async function ensureAdminToken(options: AdminTokenOptions): Promise<AdminToken> {
  const { pool, logger, dataDir, given } = options;
  const file = join(dataDir, 'admin-token');
  const token = given ?? newToken();
  const result = await ensureFirstAdmin({ pool, logger }, token);
  if (result.kind !== 'ok') {
    const reason = result.kind === 'validation' ? result.issues[0]?.message : result.message;
    throw new StartupError(reason ?? 'CALLBOARD_ADMIN_TOKEN was refused');
  }
  if (result.value === 'created' && given === undefined) {
    try {
      await makeFolder(dataDir);
      await writeFile(file, `${token}\n`, { mode: 0o600 });
    } catch (err) {
      // The token is already valid, and nobody else knows it.
      logger.warn('admin_token.not_stored', { err, file });
      return { generated: token };
    }
    return { generated: token, file };
  }
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  const works = kept !== '' && (await authenticate({ pool }, kept)) !== undefined;
  return works ? { file } : {};
}
