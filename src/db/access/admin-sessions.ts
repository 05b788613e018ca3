import type { Queryable } from '../system/queryable.js';

/** Condition for an API token that is valid and that browsers may sign in with. */
const IN_FORCE = `token.scope IS NULL AND token."revokedAt" IS NULL AND (token."expiresAt" IS NULL OR token."expiresAt" > clock_timestamp())`;

/** Whom a session belongs to: the owner of an API token, or a person. */
type SessionOwner = { tokenId: string } | { personId: string };

export interface NewSession {
  id: string;
  secretHash: string;
  owner: SessionOwner;
  /** How long it is valid, in seconds. */
  seconds: number;
}

export async function insertSession(
  client: Queryable,
  { id, secretHash, owner, seconds }: NewSession,
): Promise<void> {
  await client.query(
    `INSERT INTO "AdminSession" (id, "secretHash", "tokenId", "personId", "expiresAt")
     VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))`,
    [
      id,
      secretHash,
      'tokenId' in owner ? owner.tokenId : null,
      'personId' in owner ? owner.personId : null,
      seconds,
    ],
  );
}

export interface FoundOwner<Role extends string> {
  id: string;
  name: string;
  role: Role;
  email: string | null;
  isPerson: boolean;
  /** When the session or its token expires. */
  expiresAt: Date;
}

/** Undefined if the session, its token, or the role of its person is no longer valid. */
export async function findSessionOwner<Role extends string>(
  client: Queryable,
  secretHash: string,
): Promise<FoundOwner<Role> | undefined> {
  const { rows } = await client.query<FoundOwner<Role>>(
    `SELECT coalesce(token.id, person.id) AS id, coalesce(token.name, person.name) AS name,
       coalesce(token.role, person.role) AS role, person.email, person.id IS NOT NULL AS "isPerson",
       least(session."expiresAt", token."expiresAt") AS "expiresAt"
     FROM "AdminSession" session
       LEFT JOIN "ApiToken" token ON token.id = session."tokenId" AND ${IN_FORCE}
       LEFT JOIN "Person" person ON person.id = session."personId" AND person.role IS NOT NULL
     WHERE session."secretHash" = $1 AND session."expiresAt" > clock_timestamp()
       AND (token.id IS NOT NULL OR person.id IS NOT NULL)`,
    [secretHash],
  );
  return rows[0];
}

export async function deleteSession(client: Queryable, secretHash: string): Promise<void> {
  await client.query('DELETE FROM "AdminSession" WHERE "secretHash" = $1', [secretHash]);
}

export async function deleteExpiredSessions(client: Queryable): Promise<void> {
  await client.query('DELETE FROM "AdminSession" WHERE "expiresAt" < clock_timestamp()');
}

/**
 * Stores the code of a link that signs in as the first admin, and deletes expired codes.
 * @returns false if there is no admin
 */
export async function insertSignInLink(
  client: Queryable,
  codeHash: string,
  seconds: number,
): Promise<boolean> {
  await client.query('DELETE FROM "SignInLink" WHERE "expiresAt" < clock_timestamp()');
  const { rowCount } = await client.query(
    `INSERT INTO "SignInLink" ("codeHash", "tokenId", "expiresAt")
     SELECT $1, id, clock_timestamp() + make_interval(secs => $2)
     FROM "ApiToken" token WHERE role = 'admin' AND ${IN_FORCE} ORDER BY id LIMIT 1`,
    [codeHash, seconds],
  );
  return rowCount === 1;
}

/** Deleting the code makes it work once: of two requests at the same time, one finds nothing. */
export async function redeemSignInLink<Role extends string>(
  client: Queryable,
  codeHash: string,
): Promise<{ id: string; name: string; role: Role } | undefined> {
  const { rows } = await client.query<{ id: string; name: string; role: Role }>(
    `WITH used AS (DELETE FROM "SignInLink" WHERE "codeHash" = $1 RETURNING "tokenId", "expiresAt")
     SELECT token.id, token.name, token.role FROM "ApiToken" token JOIN used ON used."tokenId" = token.id
     WHERE used."expiresAt" > clock_timestamp() AND ${IN_FORCE}`,
    [codeHash],
  );
  return rows[0];
}
