import type { Role } from '../../lib/viewer.js';

const ROLES: Readonly<Record<Role, { label: string; hint: string }>> = {
  VIEWER: { label: 'Viewer', hint: 'reads everything except secrets' },
  OPERATOR: { label: 'Operator', hint: 'can also trigger, pause, propose hints, retry and cancel' },
  ADMIN: { label: 'Admin', hint: 'can also edit everything and manage tokens' },
};

const named = (name: string, all: readonly string[]) =>
  all.length === 0 ? [] : [`${name}${all.length === 1 ? '' : 's'} ${all.join(', ')}`];

export const texts = {
  common: { token: 'Token', role: 'Role', create: 'Create token', expires: 'Expires' },
  roles: ROLES,
  /** `agents a, b; labels c`. */
  scope: (agentIds: readonly string[], labels: readonly string[]) =>
    [...named('agent', agentIds), ...named('label', labels)].join('; '),
  list: {
    title: 'Tokens',
    adminsOnly: 'Only admins can see tokens',
    search: 'Search tokens',
    status: 'Status',
    statuses: { 'in-force': 'Active', over: 'Revoked or expired' },
    yours: 'yours',
    scope: 'Scope',
    noScope: 'everything',
    lastUsed: 'Last used',
    never: 'never',
    created: 'Created',
    createdBy: 'Created by',
    callboard: 'Callboard',
    actions: 'Actions',
    expired: 'Expired',
    revoked: 'Revoked',
    emptyTitle: 'No tokens yet',
    empty: 'A token gives a person or a program access to the API with a role:',
  },
  revoke: {
    label: 'Revoke',
    labelOf: (name: string) => `Revoke ${name}`,
    alreadyRevoked: 'This token is already revoked.',
    title: (name: string) => `Revoke “${name}”?`,
    confirm: 'Revoke token',
    confirmOwn: 'Revoke and sign out',
    ownWarning: 'You are signed in with this token. Revoking it ends all your sessions.',
    effect:
      'Requests with this token are refused, and browsers signed in with it are signed out. This cannot be undone.',
    done: (name: string) => `Revoked “${name}”`,
  },
  create: {
    name: 'Name',
    nameHint: 'Who or what uses the token. Shown in the audit log.',
    limit: 'Limit to some agents and schedules',
    limitHint:
      'The token can read these agents and schedules with their runs and, as an operator, trigger, pause, retry and cancel them. Everything else is refused. It cannot sign in to the admin.',
    agents: 'Agents',
    agentsHint: 'IDs, separated by commas.',
    labels: 'Schedules with a label',
    labelsHint: 'Labels, separated by commas.',
    /** By the number of days. */
    lifetimes: { 30: 'in 30 days', 90: 'in 90 days', 365: 'in 1 year', never: 'never', date: 'on a date' },
    at: 'At',
    atHint: (zone: string) => `Time zone: ${zone}.`,
    dateMissing: 'choose a date',
  },
  made: {
    title: (name: string) => `Token “${name}” created`,
    done: 'Done',
    tryTitle: 'Try it',
    example: 'example call',
  },
} as const;
