import type { Role } from '../../lib/viewer.js';

export const ROLES: readonly { value: Role; label: string; hint: string }[] = [
  { value: 'VIEWER', label: 'Viewer', hint: 'reads everything except secrets' },
  { value: 'OPERATOR', label: 'Operator', hint: 'can also trigger, pause, propose hints, retry and cancel' },
  { value: 'ADMIN', label: 'Admin', hint: 'can also edit everything and manage tokens' },
];

interface Scope {
  agentIds: readonly string[];
  scheduleLabels: readonly string[];
}

/** `agents a, b; labels c`. */
export function scopeWords({ agentIds, scheduleLabels }: Scope): string {
  const part = (name: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${name}${all.length === 1 ? '' : 's'} ${all.join(', ')}`];
  return [...part('agent', agentIds), ...part('label', scheduleLabels)].join('; ');
}

const DAY = 86_400_000;

export const LIFETIMES: readonly { value: string; label: string; ms: number | null }[] = [
  { value: '30', label: '30 days', ms: 30 * DAY },
  { value: '90', label: '90 days', ms: 90 * DAY },
  { value: '365', label: '1 year', ms: 365 * DAY },
  { value: 'never', label: 'never', ms: null },
];

/** A complete example call. */
export function curlOf(token: string): string {
  return [
    `curl -sS ${location.origin}/graphql \\`,
    `  -H 'authorization: Bearer ${token}' \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '{"query": "{ me { name role } }"}'`,
  ].join('\n');
}
