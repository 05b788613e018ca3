import type pg from 'pg';
import { StartupError } from '../../runtime/startup-error.js';
import type { Logger } from '../../runtime/telemetry/logger.js';

/** The schemas of Callboard's objects. The second contains BullMQ's tables. */
const OUR_SCHEMAS = ['callboard', 'bullmq'];

interface OpenSchema {
  schema: string;
  /** PUBLIC may create objects in it. */
  everybody: boolean;
  /** Logins of agents that may connect to this database and create objects in it. */
  logins: string[];
}

/**
 * A user who may create functions in one of Callboard's schemas could make them run with Callboard's rights.
 * Functions in `public` are never called by our connections, since none looks names up there. But tables in
 * `public` are data sources, and a view there runs its functions with the rights of its reader. So agents'
 * logins must not be able to create objects there either.
 *
 * @param logger receives a warning about a `public` schema in which everyone may create, while there is no
 * agent's login
 * @throws StartupError with the statement to run
 */
export async function requireSafeSchemas(client: pg.ClientBase, logger?: Logger): Promise<void> {
  const { rows } = await client.query<OpenSchema>(
    `SELECT n.nspname AS schema,
       EXISTS (SELECT FROM aclexplode(n.nspacl) acl WHERE acl.grantee = 0 AND acl.privilege_type = 'CREATE') AS everybody,
       ARRAY(SELECT login.rolname::text FROM pg_auth_members m JOIN pg_roles login ON login.oid = m.member
         WHERE m.roleid = (SELECT oid FROM pg_roles WHERE rolname = 'callboard_agent') AND login.rolcanlogin AND NOT login.rolsuper
           AND login.oid <> n.nspowner AND login.rolname <> current_user
           AND NOT EXISTS (SELECT FROM pg_namespace own WHERE own.nspname = 'callboard' AND own.nspowner = login.oid)
           AND has_database_privilege(login.oid, current_database(), 'CONNECT') AND has_schema_privilege(login.oid, n.oid, 'CREATE')
         ORDER BY 1) AS logins
     FROM pg_namespace n WHERE n.nspname = ANY ($1::text[]) ORDER BY n.nspname <> ALL ($2::text[]), n.nspname`,
    [[...OUR_SCHEMAS, 'public'], OUR_SCHEMAS],
  );
  for (const { schema, everybody, logins } of rows) {
    const remedy = `Run: REVOKE CREATE ON SCHEMA ${schema} FROM ${everybody ? 'PUBLIC' : logins.join(', ')};`;
    const who = everybody ? 'every login may create' : `the agent login ${logins[0]} may create`;
    if (logins.length > 0 || (everybody && OUR_SCHEMAS.includes(schema)))
      throw new StartupError(
        `the database is not safe to use: ${who} objects in schema "${schema}", and an agent could have its own code run with the rights of Callboard. ${remedy}`,
      );
    if (everybody)
      logger?.warn(
        'database.public_open',
        { schema },
        `Every login may create objects in schema "${schema}". ${remedy}`,
      );
  }
}
