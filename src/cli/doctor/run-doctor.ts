import { resolve } from 'node:path';
import { type DevConfig, parseDevConfig } from '../../config/process-config.js';
import { checkDatabaseVersion, requireUsableVersion } from '../../db/migrate/check-database-version.js';
import { PRISMA_DIR } from '../../db/migrate/database-files.js';
import { requireDatabase } from '../../db/migrate/require-database.js';
import { urlOfRunning } from '../../runtime/backup/back-up.js';
import { createPool, type Pool } from '../../runtime/database/pool.js';
import { loadSecretKeys } from '../../runtime/secrets/secret-key.js';
import { StartupError } from '../../runtime/startup-error.js';
import type { ExitCode } from '../exit-codes.js';
import { EXIT } from '../exit-codes.js';
import type { Output } from '../output.js';
import { checkClock, checkSecretKey } from './check-database.js';
import { checkEgress } from './check-egress.js';
import { checkQueue } from './check-queue.js';
import { checkWork } from './check-work.js';
import { type Finding, fine, problem, warning } from './finding.js';

const SIGNS = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' } as const;

/**
 * `callboard doctor`: checks everything and changes nothing.
 * @returns 1 if there is a problem
 */
export async function runDoctor(output: Output): Promise<ExitCode> {
  const findings = await examine();
  const problems = findings.filter(({ level }) => level === 'problem').length;
  output.result({ healthy: problems === 0, findings }, () => findings.map(describe).join('\n'));
  return problems === 0 ? EXIT.ok : EXIT.failed;
}

function describe({ level, check, message, remedy }: Finding): string {
  const lines = [`${SIGNS[level]} ${check}: ${message}`];
  if (remedy) lines.push(`          -> ${remedy}`);
  return lines.join('\n');
}

async function examine(): Promise<Finding[]> {
  const parsed = parseDevConfig();
  if (parsed.kind === 'error')
    return parsed.problems.map((text) =>
      problem('settings', text, 'Correct the environment; "callboard config" shows it.'),
    );
  const settings = parsed.warnings.map((text) =>
    warning('settings', text, 'Correct or remove the variable.'),
  );
  if (settings.length === 0) settings.push(fine('settings', 'All settings are valid.'));
  const database = await openDatabase(parsed.config);
  if ('level' in database) return [...settings, database];
  const pool = createPool({ connectionString: database.url, applicationName: 'callboard doctor', max: 4 });
  try {
    return [
      ...settings,
      fine(
        'database',
        'The database can be reached and is up to date, and its user has all required rights.',
      ),
      ...(await examineDatabase(pool, parsed.config)),
    ];
  } finally {
    await pool.end();
  }
}

/** The URL of a usable database, or why there is none. */
async function openDatabase({
  databaseUrl,
  directUrl,
  dataDir,
}: DevConfig): Promise<{ url: string } | Finding> {
  try {
    const url = databaseUrl ?? (await urlOfRunning(resolve(dataDir, 'postgres'), 'callboard'));
    requireUsableVersion(await checkDatabaseVersion({ databaseUrl: url, prismaDir: PRISMA_DIR }));
    await requireDatabase({ databaseUrl: url, directUrl: directUrl ?? url });
    return { url };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const remedy =
      databaseUrl === undefined
        ? 'Start Callboard in this folder ("callboard up"), or set DATABASE_URL.'
        : 'Do what the message says, then run "callboard doctor" again.';
    return problem('database', error.message, remedy);
  }
}

async function examineDatabase(pool: Pool, config: DevConfig): Promise<Finding[]> {
  const keys = config.secretKey
    ? { key: config.secretKey, previous: config.previousSecretKey }
    : await loadSecretKeys(config.dataDir);
  const parts = await Promise.all([
    checkClock(pool),
    keys ? checkSecretKey(pool, keys.key, keys.previous) : [],
    checkQueue(pool, config.redis),
    checkEgress(pool, config.egressAllow),
    checkWork(pool),
  ]);
  return parts.flat();
}
