import { EVERYBODY, type RoleGroups } from '../domain/access/group-roles.js';

/** How people sign in with an identity provider. */
export interface OidcSettings {
  issuer: URL;
  clientId: string;
  /** Absent for a public client, which only PKCE protects. */
  clientSecret?: string;
  scopes: string;
  groupsClaim: string;
  roles: RoleGroups;
}

type Given = Readonly<Record<string, unknown>>;

const PREFIX = 'CALLBOARD_OIDC_';
const NEEDED = `${PREFIX}ISSUER`;

/** @param given variables that are set; only `CALLBOARD_OIDC_*` are read */
export function readOidcSettings(given: Given): { settings?: OidcSettings; problems: string[] } {
  const read = (name: string) => {
    const value = given[PREFIX + name];
    return typeof value === 'string' ? value : undefined;
  };
  const issuer = read('ISSUER');
  if (issuer === undefined) {
    const set = Object.keys(given).find((name) => name.startsWith(PREFIX) && given[name] !== undefined);
    return { problems: set ? [`${NEEDED} is required if ${set} is set`] : [] };
  }
  const roles = {
    admin: namesIn(read('ADMIN_GROUPS')),
    operator: namesIn(read('OPERATOR_GROUPS')),
    viewer: namesIn(read('VIEWER_GROUPS')),
  };
  const clientId = read('CLIENT_ID');
  const clientSecret = read('CLIENT_SECRET');
  const scopes = read('SCOPES') ?? 'openid profile email';
  const problems = [
    !isIssuer(issuer) && `${NEEDED} must be a URL that begins with https:// (http:// only for this machine)`,
    clientId === undefined && `${PREFIX}CLIENT_ID is required if ${NEEDED} is set`,
    !scopes.split(' ').includes('openid') && `${PREFIX}SCOPES must contain openid`,
    roles.admin?.includes(EVERYBODY) &&
      `${PREFIX}ADMIN_GROUPS must name groups: "*" would make everyone an admin`,
    ...Object.entries(roles).map(
      ([role, names]) =>
        names === undefined &&
        `${PREFIX}${role.toUpperCase()}_GROUPS must be a comma-separated list of groups, or a JSON array of strings`,
    ),
    Object.values(roles).every((names) => names?.length === 0) &&
      `${PREFIX}ADMIN_GROUPS, ${PREFIX}OPERATOR_GROUPS or ${PREFIX}VIEWER_GROUPS is required: without groups, no one could sign in`,
  ].filter((problem) => typeof problem === 'string');
  const { admin, operator, viewer } = roles;
  if (problems.length > 0 || !clientId || !admin || !operator || !viewer) return { problems };
  return {
    problems,
    settings: {
      issuer: new URL(issuer),
      clientId,
      ...(clientSecret !== undefined && { clientSecret }),
      scopes,
      groupsClaim: read('GROUPS_CLAIM') ?? 'groups',
      roles: { admin, operator, viewer },
    },
  };
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/**
 * Parses a comma-separated list, or a JSON array for names with commas, as in LDAP. Undefined if the text is
 * neither.
 */
function namesIn(text = ''): string[] | undefined {
  if (!text.trimStart().startsWith('['))
    return text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : undefined;
  } catch {
    return undefined;
  }
}
