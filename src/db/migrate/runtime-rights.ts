import type pg from 'pg';
import { explainDatabaseError } from '../../runtime/database/database-error.js';
import { isSqlState } from '../../runtime/database/sqlstate.js';
import { StartupError } from '../../runtime/startup-error.js';
import { connect } from './connect.js';

/**
 * Selects the statements that grant the missing rights to the user of server and worker, if that user does
 * not own the tables. They include no right to create or change a table, a function or a role.
 */
const MISSING = `
  WITH runtime AS (SELECT oid, quote_ident(rolname) AS name, rolsuper OR rolbypassrls AS unbound FROM pg_roles WHERE rolname = $1),
  ours AS (SELECT oid, nspname FROM pg_namespace WHERE nspname IN ('callboard', 'bullmq')),
  relation AS (
    SELECT c.oid, c.relkind, c.relowner, c.relrowsecurity, format('%I.%I', nspname, relname) AS name,
      CASE WHEN relkind = 'S' THEN ARRAY['USAGE'] WHEN relname IN ('_prisma_migrations', '_applied_sql') OR relkind = 'v' THEN ARRAY['SELECT']
        ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END AS needed
    FROM pg_class c JOIN ours ON ours.oid = relnamespace WHERE relkind IN ('r', 'p', 'v', 'S')),
  granted AS (
    SELECT r.relkind, r.name, string_agg(need, ', ' ORDER BY array_position(needed, need)) AS rights FROM relation r, runtime, unnest(needed) need
    WHERE NOT CASE WHEN r.relkind = 'S' THEN has_sequence_privilege(runtime.oid, r.oid, need) ELSE has_table_privilege(runtime.oid, r.oid, need) END
    GROUP BY r.relkind, r.name)
  SELECT format('GRANT USAGE ON SCHEMA %I TO %s', nspname, runtime.name) AS statement FROM ours, runtime
  WHERE NOT has_schema_privilege(runtime.oid, ours.oid, 'USAGE')
  UNION ALL
  SELECT format('GRANT %s ON %s%s TO %s', rights, CASE WHEN relkind = 'S' THEN 'SEQUENCE ' ELSE '' END, granted.name, runtime.name) FROM granted, runtime
  UNION ALL
  SELECT format('GRANT EXECUTE ON ROUTINE %I.%I(%s) TO %s', nspname, proname, pg_get_function_identity_arguments(p.oid), runtime.name)
  FROM pg_proc p JOIN ours ON ours.oid = pronamespace, runtime
  WHERE prorettype <> 'trigger'::regtype AND prokind IN ('f', 'p')
    AND proname <> ALL ('{create_agent_login,revoke_agent_login,bound_agent_login}') AND NOT has_function_privilege(runtime.oid, p.oid, 'EXECUTE')
  UNION ALL
  SELECT CASE WHEN policy.oid IS NULL THEN format('CREATE POLICY programs ON %s TO %s USING (true) WITH CHECK (true)', r.name, runtime.name)
    ELSE format('ALTER POLICY programs ON %s TO %s, %s', r.name,
      (SELECT string_agg(other::regrole::text, ', ') FROM unnest(policy.polroles) other), runtime.name) END
  FROM relation r CROSS JOIN runtime LEFT JOIN pg_policy policy ON policy.polrelid = r.oid AND policy.polname = 'programs'
  WHERE r.relrowsecurity AND NOT runtime.unbound AND NOT pg_has_role(runtime.oid, r.relowner, 'USAGE')
    AND (policy.oid IS NULL OR runtime.oid <> ALL (policy.polroles))`;

const MAX_TRIES = 20;

/**
 * Checks the rights of a process that is about to start.
 * @throws StartupError if its user lacks a right, with the statement that grants it
 */
export async function requireRuntimeRights(client: pg.ClientBase, setting: string): Promise<void> {
  const user = await currentUser(client);
  const [first, ...others] = await missingRights(client, user);
  if (first === undefined) return;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw new StartupError(
    `${setting}: user "${user}" lacks rights. Run "npm run migrate" with the owner of the tables in DATABASE_MIGRATE_URL and this user in ${setting}: it grants them. Missing: ${first};${more}`,
  );
}

/**
 * Grants the user of `runtimeUrl` the rights of server and worker. Does nothing if it already has them, as
 * the owner does.
 * @returns the number of granted rights, and the user's name
 * @throws StartupError
 */
export async function grantRuntimeRights({
  migrateUrl,
  runtimeUrl,
}: {
  migrateUrl: string;
  runtimeUrl: string;
}): Promise<{ user: string; granted: number }> {
  const runtime = await connect(runtimeUrl);
  const user = await currentUser(runtime).finally(() => runtime.end());
  const owner = await connect(migrateUrl, { setting: 'DATABASE_MIGRATE_URL' });
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return { user, granted: await grantMissing(owner, user) };
      } catch (error) {
        await owner.query('ROLLBACK');
        // Workers may be running, so a conflict with their locks is retried.
        if (tries === MAX_TRIES || !isSqlState(error, 'lockTimeout', 'deadlock')) throw error;
      }
    }
  } catch (error) {
    throw explainDatabaseError(error, migrateUrl, 'DATABASE_MIGRATE_URL');
  } finally {
    await owner.end();
  }
}

async function grantMissing(owner: pg.ClientBase, user: string): Promise<number> {
  await owner.query(
    `BEGIN; SET LOCAL lock_timeout = '2s'; LOCK TABLE callboard._applied_sql IN SHARE ROW EXCLUSIVE MODE`,
  );
  const statements = await missingRights(owner, user);
  await owner.query([...statements, 'COMMIT'].join(';\n'));
  return statements.length;
}

async function missingRights(client: pg.ClientBase, user: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(MISSING, [user]);
  return rows.map(({ statement }) => statement);
}

async function currentUser(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ user: string }>('SELECT current_user::text AS user');
  return String(rows[0]?.user);
}
