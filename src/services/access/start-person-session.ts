import { randomBytes } from 'node:crypto';
import { deleteExpiredSessions, insertSession } from '../../db/access/admin-sessions.js';
import { removeRole, storePerson } from '../../db/access/people.js';
import { groupsIn, roleOfGroups } from '../../domain/access/group-roles.js';
import { oneLine } from '../../domain/notification/one-line.js';
import type { OidcIdentity } from '../../http/oidc-client.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { uuidv7 } from '../../runtime/ids.js';
import type { OidcSettings } from '../../runtime/oidc-settings.js';
import { actingAs } from './acting-as.js';
import type { AdminSession } from './admin-session.js';
import type { ServiceDeps } from './context.js';
import { hashToken } from './create-api-token.js';
import { nameOfPerson } from './person-name.js';
import { recordAudit } from './record-audit.js';

/** How long a person stays signed in before their groups are read again, in seconds: a working day. */
export const PERSON_SESSION_SECONDS = 12 * 3_600;
const MAX_NAME = 100;

/** `no_role`: none of the person's groups has a role. Their open sessions end. */
export type PersonSession = ({ kind: 'ok' } & AdminSession) | { kind: 'no_role' };

/**
 * Signs in a person whom the identity provider has authenticated, with the role that their groups
 * have now.
 * @param address of the browser's connection
 */
export async function startPersonSession(
  { pool, logger }: Pick<ServiceDeps, 'pool' | 'logger'>,
  { issuer, subject, claims }: OidcIdentity,
  settings: Pick<OidcSettings, 'groupsClaim' | 'roles'>,
  address: string | null,
): Promise<PersonSession> {
  const role = roleOfGroups(groupsIn(claims, settings.groupsClaim), settings.roles);
  const email = textIn(claims, 'email');
  const name = textIn(claims, 'name') ?? textIn(claims, 'preferred_username') ?? email ?? nameLine(subject);
  if (role === undefined) {
    await removeRole(pool, { issuer, subject });
    logger.info('session.refused', { method: 'oidc', subject, reason: 'no_role' });
    return { kind: 'no_role' };
  }
  const secret = randomBytes(32).toString('base64url');
  await deleteExpiredSessions(pool);
  const person = { issuer, subject, name, email: email ?? null, role };
  const id = await storePerson(pool, { id: uuidv7(), ...person });
  const actor = { id, name: nameOfPerson(name, email), role, isPerson: true };
  await actingAs({ actor, action: 'signIn', origin: 'admin', address }, () =>
    withTransaction(pool, async (client) => {
      await insertSession(client, {
        id: uuidv7(),
        secretHash: hashToken(secret),
        owner: { personId: id },
        seconds: PERSON_SESSION_SECONDS,
      });
      await recordAudit(client, { action: 'signIn', entityType: 'Person', entityId: id, after: { role } });
    }),
  );
  logger.info('session.started', { actor: id, method: 'oidc', role });
  return { kind: 'ok', secret, actor };
}

function textIn(claims: Readonly<Record<string, unknown>>, claim: string): string | undefined {
  const value = claims[claim];
  return typeof value === 'string' && nameLine(value) !== '' ? nameLine(value) : undefined;
}

/** Without invisible characters, so that two names that look the same are the same. */
function nameLine(text: string): string {
  return oneLine(text.replace(/\p{Cf}+/gu, ' '), MAX_NAME);
}
