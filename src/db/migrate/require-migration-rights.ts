import type pg from 'pg';
import { StartupError } from '../../runtime/startup-error.js';

/**
 * Selects the statements that a user with more rights must run before this user can migrate. An existing
 * schema or role is used, so neither `CREATE` on the database nor `CREATEROLE` is required.
 */
const MISSING = `
  WITH me AS (SELECT oid, quote_ident(rolname) AS name, rolsuper, rolcreaterole FROM pg_roles WHERE rolname = current_user),
  wanted AS (SELECT schema, n.oid, n.nspowner FROM unnest(ARRAY['callboard', 'bullmq']) schema LEFT JOIN pg_namespace n ON n.nspname = schema)
  SELECT format('GRANT CREATE ON DATABASE %I TO %s', current_database(), me.name) AS statement FROM me
  WHERE EXISTS (SELECT FROM wanted WHERE wanted.oid IS NULL) AND NOT has_database_privilege(current_database(), 'CREATE')
  UNION ALL
  SELECT format('ALTER SCHEMA %I OWNER TO %s', schema, me.name) FROM wanted, me
  WHERE wanted.oid IS NOT NULL AND NOT pg_has_role(nspowner, 'USAGE')
  UNION ALL
  SELECT DISTINCT format('REASSIGN OWNED BY %s TO %s', c.relowner::regrole, me.name) FROM pg_class c JOIN wanted ON wanted.oid = relnamespace, me
  WHERE relkind IN ('r', 'v', 'S') AND NOT pg_has_role(c.relowner, 'USAGE')
  UNION ALL
  SELECT 'CREATE ROLE callboard_agent NOLOGIN' FROM me
  WHERE NOT rolsuper AND NOT rolcreaterole AND NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'callboard_agent')`;

/**
 * @param setting the setting that names the user
 * @throws StartupError with the statements to run, if the user cannot migrate
 */
export async function requireMigrationRights(client: pg.ClientBase, setting: string): Promise<void> {
  const { rows } = await client.query<{ statement: string; user: string }>(
    `SELECT statement, current_user::text AS user FROM (${MISSING}) missing`,
  );
  if (rows.length === 0) return;
  const statements = rows.map(({ statement }) => `  ${statement};`).join('\n');
  throw new StartupError(
    `${setting}: user "${rows[0]?.user}" lacks rights that the migration needs. A superuser, or the administrator that your provider gives you, can run in this database:\n${statements}`,
  );
}
