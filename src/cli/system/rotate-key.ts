import { resolve } from 'node:path';
import { type DevConfig, parseDevConfig } from '../../config/process-config.js';
import { describeProblems } from '../../config/read-settings.js';
import { requireDatabase } from '../../db/migrate/require-database.js';
import { createPool } from '../../runtime/database/pool.js';
import { startEmbeddedPostgres } from '../../runtime/embedded-postgres/embedded-postgres.js';
import { createSecretBox } from '../../runtime/secrets/secret-box.js';
import {
  forgetPreviousSecretKey,
  loadSecretKeys,
  replaceSecretKey,
  type SecretKeys,
} from '../../runtime/secrets/secret-key.js';
import { createLogger } from '../../runtime/telemetry/logger.js';
import { type KeyChange, requireSecretKey } from '../../services/access/require-secret-key.js';
import { CliError, usageError } from '../cli-error.js';
import type { Output } from '../output.js';

/**
 * `callboard rotate-key`. With the embedded database, it creates a key and encrypts all secrets
 * again, while Callboard is stopped. With another database, the keys are in the environment of every
 * process, so it encrypts all secrets with the new key that is given.
 */
export async function rotateSecretKey(output: Output): Promise<void> {
  const config = readConfig();
  const change =
    config.databaseUrl === undefined
      ? await rotateEmbedded(config)
      : await rotateGiven(config, config.directUrl ?? config.databaseUrl);
  if (change.kind === 'delayed')
    throw new CliError(
      'an open transaction locks rows with secrets: nothing was changed. Run "callboard rotate-key" again',
    );
  const { resealed = 0, unreadable = 0 } = change.kind === 'changed' ? change : {};
  output.result({ resealed, unreadable }, () =>
    [
      change.kind === 'changed'
        ? `Secrets encrypted with the new key: ${resealed}.`
        : 'All secrets are already encrypted with this key.',
      ...(unreadable > 0 ? [`Secrets that neither key can decrypt, left as they are: ${unreadable}.`] : []),
      config.databaseUrl === undefined
        ? 'The previous key is kept for callbacks of running agents. Run "callboard rotate-key --forget-previous" after a day.'
        : 'Keep CALLBOARD_SECRET_KEY_PREVIOUS for a day, until no running agent holds a token of the previous key.',
    ].join('\n'),
  );
}

/** `callboard rotate-key --forget-previous`. */
export async function forgetPreviousKey(output: Output): Promise<void> {
  const { databaseUrl, dataDir } = readConfig();
  if (databaseUrl !== undefined)
    throw usageError('with DATABASE_URL, remove CALLBOARD_SECRET_KEY_PREVIOUS and restart every process');
  const { key } = (await loadSecretKeys(dataDir)) ?? {};
  // Otherwise secrets that an interrupted rotation left encrypted with the previous key would be lost.
  if (key) await withEmbedded(dataDir, (url) => seal(url, { key }));
  await forgetPreviousSecretKey(dataDir);
  output.result({ forgotten: true }, () => 'The previous key is no longer accepted. Start Callboard again.');
}

async function rotateEmbedded({ dataDir, secretKey }: DevConfig): Promise<KeyChange> {
  if (secretKey !== undefined)
    throw usageError(
      'CALLBOARD_SECRET_KEY is set, so the key is not in the data directory: give the new key there and the old one as CALLBOARD_SECRET_KEY_PREVIOUS, and start Callboard',
    );
  const before = await loadSecretKeys(dataDir);
  if (before === undefined)
    throw new CliError(`there is no secret key in ${dataDir}: nothing is encrypted yet`);
  return withEmbedded(dataDir, async (url) => {
    // Completes an interrupted rotation first. Only then may the earlier key be deleted.
    const pending = await seal(url, before);
    if (pending.kind === 'delayed') return pending;
    return seal(url, await replaceSecretKey(dataDir));
  });
}

async function rotateGiven(
  { secretKey, previousSecretKey }: DevConfig,
  databaseUrl: string,
): Promise<KeyChange> {
  if (secretKey === undefined || previousSecretKey === undefined)
    throw usageError(
      'set CALLBOARD_SECRET_KEY to the new key ("openssl rand -base64 32") and CALLBOARD_SECRET_KEY_PREVIOUS to the old one; every process must know both first (docs/security.md)',
    );
  return seal(databaseUrl, { key: secretKey, previous: previousSecretKey });
}

async function withEmbedded<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  // Fails while Callboard is running there, because its processes would not know the new key.
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: resolve(dataDir),
    logger: createLogger({ level: 'error', name: 'rotate-key' }),
  });
  try {
    return await work(url);
  } finally {
    await stop();
  }
}

async function seal(url: string, { key, previous }: SecretKeys): Promise<KeyChange> {
  await requireDatabase({ databaseUrl: url, directUrl: url });
  const pool = createPool({
    connectionString: url,
    applicationName: 'callboard rotate-key',
    writer: 'server',
    max: 2,
    lockTimeoutMs: 5_000,
  });
  try {
    return await requireSecretKey(pool, createSecretBox(key, previous));
  } finally {
    await pool.end();
  }
}

function readConfig(): DevConfig {
  const parsed = parseDevConfig();
  if (parsed.kind === 'error') throw usageError(describeProblems(parsed.problems));
  return parsed.config;
}
