/**
 * Sessions of browsers in the admin. A browser signs in with an API token, a one-time link, or the identity
 * provider (start-person-session.ts). It gets its own secret in a cookie, which is valid as long as both the
 * session and its API token, or the role of its person, are.
 */
import { randomBytes } from 'node:crypto';
import { type PoolClient, withTransaction } from '../../runtime/database/pool.js';
import { uuidv7 } from '../../runtime/ids.js';
import { actingAs } from './acting-as.js';
import { authenticate } from './authenticate.js';
import type { Actor, ServiceDeps } from './context.js';
import { hashToken } from './create-api-token.js';
import { nameOfPerson } from './person-name.js';
import { recordAudit } from './record-audit.js';

type Deps = Pick<ServiceDeps, 'pool' | 'logger'>;

/** The credential: the API token itself, or the code of a link. */
export type SignInProof = { token: string } | { code: string };

export interface AdminSession {
  /** The secret for the cookie. It is returned only this once. */
  secret: string;
  actor: Actor;
}

/** `scoped`: the token is valid, but limited, and a browser may not sign in with it. */
export type SignInOutcome = { kind: 'started'; session: AdminSession } | { kind: 'invalid' | 'scoped' };

/** How long a browser stays signed in, in seconds: two weeks. */
export const SESSION_SECONDS = 14 * 24 * 3_600;
/** How long a link is valid, in seconds. */
const LINK_SECONDS = 15 * 60;

/** Condition for an API token that is valid and that browsers may sign in with. */
const IN_FORCE = `token.scope IS NULL AND token."revokedAt" IS NULL AND (token."expiresAt" IS NULL OR token."expiresAt" > clock_timestamp())`;

/**
 * Invalid if the token is, or if the link was used before or has expired.
 * @param address of the browser's connection
 */
export async function startSession(
  deps: Deps,
  proof: SignInProof,
  address: string | null,
): Promise<SignInOutcome> {
  const [method, actor] =
    'token' in proof
      ? (['token', await authenticate(deps, proof.token)] as const)
      : (['link', await redeemLink(deps, proof.code)] as const);
  if (!actor || actor.scope) {
    deps.logger.info('session.refused', { method, ...(actor && { reason: 'scoped', actor: actor.id }) });
    return { kind: actor ? 'scoped' : 'invalid' };
  }
  const secret = randomBytes(32).toString('base64url');
  await deps.pool.query('DELETE FROM "AdminSession" WHERE "expiresAt" < clock_timestamp()');
  await recorded(deps, actor, { action: 'signIn', address }, async (client) => {
    await client.query(
      `INSERT INTO "AdminSession" (id, "secretHash", "tokenId", "expiresAt")
       VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))`,
      [uuidv7(), hashToken(secret), actor.id, SESSION_SECONDS],
    );
  });
  deps.logger.info('session.started', { actor: actor.id, method });
  return { kind: 'started', session: { secret, actor } };
}

/** Deleting the code makes it work once: of two requests at the same time, one finds nothing. */
async function redeemLink(deps: Deps, code: string): Promise<Actor | undefined> {
  const { rows } = await deps.pool.query<Actor>(
    `WITH used AS (DELETE FROM "SignInLink" WHERE "codeHash" = $1 RETURNING "tokenId", "expiresAt")
     SELECT token.id, token.name, token.role FROM "ApiToken" token JOIN used ON used."tokenId" = token.id
     WHERE used."expiresAt" > clock_timestamp() AND ${IN_FORCE}`,
    [hashToken(code)],
  );
  return rows[0];
}

/**
 * The owner of a session. Undefined if the session, its token, or the role of its person is no longer
 * valid.
 */
export async function authenticateSession(
  deps: Pick<ServiceDeps, 'pool'>,
  secret: string,
): Promise<Actor | undefined> {
  const { rows } = await deps.pool.query<Actor & { email: string | null; isPerson: boolean }>(
    `SELECT coalesce(token.id, person.id) AS id, coalesce(token.name, person.name) AS name,
       coalesce(token.role, person.role) AS role, person.email, person.id IS NOT NULL AS "isPerson"
     FROM "AdminSession" session
       LEFT JOIN "ApiToken" token ON token.id = session."tokenId" AND ${IN_FORCE}
       LEFT JOIN "Person" person ON person.id = session."personId" AND person.role IS NOT NULL
     WHERE session."secretHash" = $1 AND session."expiresAt" > clock_timestamp()
       AND (token.id IS NOT NULL OR person.id IS NOT NULL)`,
    [hashToken(secret)],
  );
  const [found] = rows;
  if (!found) return undefined;
  const { id, name, role, email, isPerson } = found;
  return isPerson ? { id, name: nameOfPerson(name, email), role, isPerson } : { id, name, role };
}

/** Signs out. Ending a session that does not exist changes nothing. */
export async function endSession(deps: Deps, secret: string, address: string | null): Promise<void> {
  const actor = await authenticateSession(deps, secret);
  if (!actor) return;
  await recorded(deps, actor, { action: 'signOut', address }, async (client) => {
    await client.query('DELETE FROM "AdminSession" WHERE "secretHash" = $1', [hashToken(secret)]);
  });
}

/** Makes a change and its audit entry in one transaction. */
function recorded(
  { pool }: Deps,
  actor: Actor,
  { action, address }: { action: 'signIn' | 'signOut'; address: string | null },
  change: (client: PoolClient) => Promise<void>,
): Promise<void> {
  return actingAs({ actor, action, origin: 'admin', address }, () =>
    withTransaction(pool, async (client) => {
      await change(client);
      const entityType = actor.isPerson ? 'Person' : 'ApiToken';
      await recordAudit(client, { action, entityType, entityId: actor.id });
    }),
  );
}

/**
 * The code of a one-time link, valid for 15 minutes, that signs in as the first admin. It is for people who
 * can read the server's output. Undefined if there is no admin.
 */
export async function createSignInCode(deps: Pick<ServiceDeps, 'pool'>): Promise<string | undefined> {
  const code = randomBytes(32).toString('base64url');
  await deps.pool.query(`DELETE FROM "SignInLink" WHERE "expiresAt" < clock_timestamp()`);
  const { rowCount } = await deps.pool.query(
    `INSERT INTO "SignInLink" ("codeHash", "tokenId", "expiresAt")
     SELECT $1, id, clock_timestamp() + make_interval(secs => $2)
     FROM "ApiToken" token WHERE role = 'admin' AND ${IN_FORCE} ORDER BY id LIMIT 1`,
    [hashToken(code), LINK_SECONDS],
  );
  return rowCount === 1 ? code : undefined;
}
