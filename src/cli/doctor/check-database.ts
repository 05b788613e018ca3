import type { Queryable } from '../../db/system/queryable.js';
import { readSecretKeyCheck } from '../../db/system/read-secret-key-check.js';
import { createSecretBox } from '../../runtime/secrets/secret-box.js';
import { SECRET_KEY_CONTEXT } from '../../services/access/require-secret-key.js';
import { type Finding, fine, problem, warning } from './finding.js';

/**
 * All times are those of PostgreSQL's clock. If the clock of a process differs a little, only its log
 * times are wrong.
 */
const SKEW_WARNING_MS = 1_000;
/** The length of a lease. */
const SKEW_PROBLEM_MS = 30_000;

export async function checkClock(client: Queryable): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const after = Date.now();
  return compareClocks(before, rows[0]?.now.getTime() ?? Number.NaN, after);
}

/**
 * Compares clocks. The database returned `now` at some time between `before` and `after` on this
 * machine, all in milliseconds since 1970. The difference is not known more precisely.
 */
export function compareClocks(before: number, now: number, after: number): Finding {
  const skewMs = Math.max(0, before - now, now - after);
  if (skewMs < SKEW_WARNING_MS) return fine('clock', 'This machine and the database agree on the time.');
  const message = `The clocks of this machine and of the database differ by ${Math.round(skewMs / 1_000)} s.`;
  const remedy = 'Synchronize both with NTP.';
  return skewMs < SKEW_PROBLEM_MS ? warning('clock', message, remedy) : problem('clock', message, remedy);
}

/** Only reads. The first start stores the value that is checked here. */
export async function checkSecretKey(
  client: Queryable,
  secretKey: Uint8Array,
  previousKey: Uint8Array | undefined,
): Promise<Finding> {
  const sealed = await readSecretKeyCheck(client);
  if (sealed === undefined)
    return fine(
      'secret key',
      'No secret key has been used with this database yet. The first start records it.',
    );
  const opens = (key: Uint8Array | undefined) =>
    key !== undefined && createSecretBox(key).isCurrent(sealed, SECRET_KEY_CONTEXT);
  if (opens(secretKey)) return fine('secret key', 'The stored secrets are encrypted with this secret key.');
  if (opens(previousKey))
    return warning(
      'secret key',
      'The stored secrets are still encrypted with the previous key.',
      'Restart a server, or run "callboard rotate-key".',
    );
  return problem(
    'secret key',
    'The stored secrets are encrypted with another key.',
    'Set CALLBOARD_SECRET_KEY to the key that this database was used with.',
  );
}
