import type { Queryable } from '../system/queryable.js';

/** A person as the identity provider knows them. */
export interface PersonName {
  issuer: string;
  /** The person's id at the issuer. */
  subject: string;
}

export interface StoredPerson extends PersonName {
  /** If the person is new. */
  id: string;
  name: string;
  email: string | null;
  role: string;
}

/**
 * Inserts or updates a person who signs in. Ends sessions with another role, because their subscriptions began
 * with that role, and sessions from before the role was removed.
 * @returns the person's ID
 */
export async function storePerson(
  client: Queryable,
  { id, issuer, subject, name, email, role }: StoredPerson,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `WITH before AS (SELECT id FROM "Person" WHERE issuer = $2 AND subject = $3 AND role IS DISTINCT FROM $6),
       ended AS (DELETE FROM "AdminSession" WHERE "personId" IN (SELECT id FROM before))
     INSERT INTO "Person" (id, issuer, subject, name, email, role) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (issuer, subject) DO UPDATE SET name = excluded.name, email = excluded.email,
       role = excluded.role, "signedInAt" = clock_timestamp()
     RETURNING id`,
    [id, issuer, subject, name, email, role],
  );
  return rows[0]?.id ?? '';
}

/** Removes the role of a person, whose sessions are no longer valid. */
export async function removeRole(client: Queryable, { issuer, subject }: PersonName): Promise<void> {
  await client.query('UPDATE "Person" SET role = NULL WHERE issuer = $1 AND subject = $2', [issuer, subject]);
}
