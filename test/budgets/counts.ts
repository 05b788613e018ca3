import pg from 'pg';
import { databaseUrl, withAdmin } from '../support/database.js';

/** What PostgreSQL did in one database. */
export interface Counts {
  /** As clients sent them, including `BEGIN` and `COMMIT`; not those inside functions and triggers. */
  statements: number;
  /** Commits of transactions that wrote, which wait for the disk. */
  commits: number;
  walBytes: number;
  inserted: number;
  updated: number;
  /** Updated rows that needed no new index entry. */
  hot: number;
  deleted: number;
}

export interface Snapshot {
  counts: Counts;
  /** Calls by text of the statement. */
  statements: ReadonlyMap<string, number>;
}

/** The measuring session, whose statements are left out. */
const OBSERVER = 'observer';

export const observerUrl = (database: string) => {
  const url = new URL(databaseUrl(database));
  url.username = OBSERVER;
  return url.href;
};

/** Called on the server of `CALLBOARD_TEST_DATABASE_URL` before anything is counted. */
export async function createObserver(): Promise<void> {
  const { password } = new URL(databaseUrl('postgres'));
  await withAdmin(async (admin) => {
    await admin.query('CREATE EXTENSION pg_stat_statements');
    await admin.query(
      `CREATE ROLE ${OBSERVER} SUPERUSER LOGIN PASSWORD ${pg.escapeLiteral(decodeURIComponent(password))}`,
    );
  });
}

/**
 * The counts of a database so far. There must be no connections to it, because sessions report their counts
 * at intervals and when they end.
 */
export async function takeSnapshot(database: string): Promise<Snapshot> {
  await withAdmin(async (admin) => {
    for (;;) {
      const { rowCount } = await admin.query(
        `SELECT FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
        [database],
      );
      if (rowCount === 0) return;
      await admin.query('SELECT pg_sleep(0.01)');
    }
  });
  const calls = await countCalls(database);
  const statements = [...calls.values()].reduce((total, count) => total + count, 0);
  return {
    counts: { statements, ...(await countWrites()), ...(await countRows(database)) },
    statements: calls,
  };
}

async function countCalls(database: string): Promise<Map<string, number>> {
  const { rows } = await withAdmin((admin) =>
    admin.query<{ query: string; calls: number }>(
      `SELECT query, sum(calls)::float8 AS calls
       FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid JOIN pg_roles r ON r.oid = s.userid
       WHERE d.datname = $1 AND r.rolname <> $2 GROUP BY query`,
      [database, OBSERVER],
    ),
  );
  return new Map(rows.map(({ query, calls }) => [query, calls]));
}

/** Of the whole server. `xact_commit` would not do: it counts every notification that a session receives. */
async function countWrites(): Promise<{ walBytes: number; commits: number }> {
  const { rows } = await withAdmin((admin) =>
    admin.query(
      `SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS "walBytes",
         pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS commits`,
    ),
  );
  return rows[0];
}

async function countRows(database: string): Promise<Omit<Counts, 'statements' | 'commits' | 'walBytes'>> {
  const client = new pg.Client({ connectionString: observerUrl(database) });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT sum(n_tup_ins)::float8 AS inserted, sum(n_tup_upd)::float8 AS updated, sum(n_tup_hot_upd)::float8 AS hot,
         sum(n_tup_del)::float8 AS deleted FROM pg_stat_user_tables`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}
