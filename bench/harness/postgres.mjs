/** One embedded PostgreSQL for all participants, with full durability: fsync and synchronous_commit are on. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dist/runtime/embedded-postgres/embedded-postgres.js';
import { createLogger } from '../../dist/runtime/telemetry/logger.js';
import { cpuOf } from './children.mjs';
import { atEnd } from './cleanup.mjs';

const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  max_connections: '300',
};

export async function startPostgres() {
  const dataDir = await mkdtemp(join(tmpdir(), 'callboard-bench-'));
  await chmod(dataDir, 0o755); // root runs PostgreSQL as another user
  const logger = createLogger({ level: 'error', name: 'bench' });
  const server = await startEmbeddedPostgres({ dataDir, logger, settings: SETTINGS });
  atEnd(async () => {
    await server.stop();
    await rm(server.directory, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  });
  const pid = Number((await readFile(join(server.directory, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
  const urlOf = (name) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const admin = new pg.Client({ connectionString: urlOf('postgres') });
  await admin.connect();
  atEnd(() => admin.end());
  await admin.query('CREATE EXTENSION pg_stat_statements');
  let count = 0;

  async function createDatabase(template = 'template1') {
    count += 1;
    const name = `bench_${count}`;
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    const drop = atEnd(() => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    return { name, url: urlOf(name), drop };
  }

  return {
    createDatabase,
    urlOf,
    cpu: () => cpuOf(pid, { children: true }),
    version: (await admin.query('SHOW server_version')).rows[0].server_version,
    /**
     * The statements that clients have sent to a database so far, and the writing transactions of the whole
     * server.
     */
    async counts(database) {
      const { rows } = await admin.query(
        `SELECT coalesce(sum(calls), 0)::float8 AS statements, pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS commits,
           (pg_current_wal_insert_lsn() - '0/0')::float8 AS wal
         FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = $1`,
        [database],
      );
      return rows[0];
    },
    /** Milliseconds that a database has spent on statements so far. */
    async sqlTime(database) {
      const { rows } = await admin.query(
        `SELECT coalesce(sum(total_exec_time), 0)::float8 AS ms FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
         WHERE d.datname = $1`,
        [database],
      );
      return rows[0].ms;
    },
    /** Call this before each measurement, so that it does not pay for what earlier ones left to write. */
    settle: () => admin.query('CHECKPOINT'),
  };
}
