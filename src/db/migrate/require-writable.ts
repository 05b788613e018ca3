import type pg from 'pg';
import { StartupError } from '../../runtime/startup-error.js';
import type { Logger } from '../../runtime/telemetry/logger.js';

interface SessionState {
  inRecovery: boolean;
  readOnly: boolean;
  losesCommits: boolean;
  user: string;
  database: string;
}

const STATE = `SELECT pg_is_in_recovery() AS "inRecovery", current_setting('transaction_read_only') = 'on' AS "readOnly",
  current_setting('synchronous_commit') = 'off' AS "losesCommits",
  quote_ident(current_user) AS user, quote_ident(current_database()) AS database`;

/**
 * Checks that sessions may write, and warns if a crash of the server could undo what they have written.
 * @throws StartupError if they may not
 */
export async function requireWritable(
  client: pg.ClientBase,
  setting: string,
  logger?: Logger,
): Promise<void> {
  const [state] = (await client.query<SessionState>(STATE)).rows;
  if (state === undefined) return;
  const { user, database } = state;
  if (state.inRecovery) throw new StartupError(`${setting}: this is a standby, which is read-only`);
  if (state.readOnly)
    throw new StartupError(
      `${setting}: sessions of user ${user} are read-only, because default_transaction_read_only is on. Turn it off with ALTER ROLE ${user}, ALTER DATABASE ${database} or in the server's configuration; some providers turn it on when the disk is full`,
    );
  if (state.losesCommits)
    logger?.warn(
      'database.may_lose_commits',
      { user, database },
      'synchronous_commit is off: if PostgreSQL crashes, its last transactions are lost, and agents may be called again for runs that were in them. Turn it on for this user or database',
    );
}
