import { expect, test } from 'vitest';
import { parseServerConfig } from '../../src/config/process-config.js';
import { readOidcSettings } from '../../src/runtime/oidc-settings.js';

const LEAST = {
  CALLBOARD_OIDC_ISSUER: 'https://id.example.org/realms/a',
  CALLBOARD_OIDC_CLIENT_ID: 'callboard',
  CALLBOARD_OIDC_VIEWER_GROUPS: 'staff',
};

test('there is no provider without its settings', () => {
  expect(readOidcSettings({ PORT: 4000 })).toEqual({ problems: [] });
});

test('the minimum is accepted, and every setting', () => {
  expect(readOidcSettings(LEAST)).toEqual({
    problems: [],
    settings: {
      issuer: new URL('https://id.example.org/realms/a'),
      clientId: 'callboard',
      scopes: 'openid profile email',
      groupsClaim: 'groups',
      roles: { admin: [], operator: [], viewer: ['staff'] },
    },
  });
  const all = {
    ...LEAST,
    CALLBOARD_OIDC_CLIENT_SECRET: 'hush',
    CALLBOARD_OIDC_SCOPES: 'openid groups',
    CALLBOARD_OIDC_GROUPS_CLAIM: 'realm_access.roles',
    CALLBOARD_OIDC_ADMIN_GROUPS: '["cn=owners,dc=example", "root"]',
    CALLBOARD_OIDC_OPERATOR_GROUPS: 'on-call, ops ,',
    CALLBOARD_OIDC_VIEWER_GROUPS: '*',
  };
  expect(readOidcSettings(all).settings).toMatchObject({
    clientSecret: 'hush',
    scopes: 'openid groups',
    groupsClaim: 'realm_access.roles',
    roles: { admin: ['cn=owners,dc=example', 'root'], operator: ['on-call', 'ops'], viewer: ['*'] },
  });
});

test.each([
  [{ CALLBOARD_OIDC_CLIENT_ID: 'a' }, 'CALLBOARD_OIDC_ISSUER is required if CALLBOARD_OIDC_CLIENT_ID is set'],
  [
    { ...LEAST, CALLBOARD_OIDC_ISSUER: 'http://id.example.org' },
    'CALLBOARD_OIDC_ISSUER must be a URL that begins with https:// (http:// only for this machine)',
  ],
  [
    { ...LEAST, CALLBOARD_OIDC_CLIENT_ID: undefined },
    'CALLBOARD_OIDC_CLIENT_ID is required if CALLBOARD_OIDC_ISSUER is set',
  ],
  [{ ...LEAST, CALLBOARD_OIDC_SCOPES: 'profile' }, 'CALLBOARD_OIDC_SCOPES must contain openid'],
  [
    { ...LEAST, CALLBOARD_OIDC_ADMIN_GROUPS: '*' },
    'CALLBOARD_OIDC_ADMIN_GROUPS must name groups: "*" would make everyone an admin',
  ],
  [
    { ...LEAST, CALLBOARD_OIDC_ADMIN_GROUPS: '["a"' },
    'CALLBOARD_OIDC_ADMIN_GROUPS must be a comma-separated list of groups, or a JSON array of strings',
  ],
  [
    { ...LEAST, CALLBOARD_OIDC_VIEWER_GROUPS: ' , ' },
    'CALLBOARD_OIDC_ADMIN_GROUPS, CALLBOARD_OIDC_OPERATOR_GROUPS or CALLBOARD_OIDC_VIEWER_GROUPS is required: without groups, no one could sign in',
  ],
])('%j is refused', (given, problem) => {
  expect(readOidcSettings(given)).toEqual({ problems: [problem] });
});

test('a server with wrong settings does not start, and does not print the secret', () => {
  const result = parseServerConfig({
    DATABASE_URL: 'postgresql://db/callboard',
    CALLBOARD_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    CALLBOARD_OIDC_CLIENT_SECRET: 'hush',
  });
  expect(result).toEqual({
    kind: 'error',
    problems: ['CALLBOARD_OIDC_ISSUER is required if CALLBOARD_OIDC_CLIENT_SECRET is set'],
  });
});
