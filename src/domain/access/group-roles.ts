/** The role of a person, from the groups that the identity provider reports. */

/** From the highest to the lowest. */
const ROLES = ['admin', 'operator', 'viewer'] as const;
export type GroupRole = (typeof ROLES)[number];

/** The groups that give a role. `*` means everyone whom the provider authenticates. */
export type RoleGroups = Readonly<Record<GroupRole, readonly string[]>>;

export const EVERYBODY = '*';

/** The highest role that the groups give. Undefined if none gives one. */
export function roleOfGroups(groups: readonly string[], mapping: RoleGroups): GroupRole | undefined {
  return ROLES.find((role) => mapping[role].some((group) => group === EVERYBODY || groups.includes(group)));
}

/**
 * The groups in a person's claims. `claim` is either the full name of the claim, as in
 * `https://example.org/groups`, or a path to it, as in `realm_access.roles`.
 */
export function groupsIn(claims: Readonly<Record<string, unknown>>, claim: string): string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : valueAt(claims, claim.split('.'));
  const values = Array.isArray(value) ? value : [value];
  return values.filter((group) => typeof group === 'string');
}

function valueAt(claims: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    claims,
  );
}
