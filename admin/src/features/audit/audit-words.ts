import { isObject } from '../../lib/is-object.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { linkTo } from '../../lib/link-to.js';
import type { AuditRowFragment } from './audit.generated.js';
import { texts } from './texts.js';

/** Link to the changed object, below /admin. */
export function linkOf({ resourceType, entityId }: AuditRowFragment): LinkTarget | undefined {
  const id = entityId;
  switch (resourceType) {
    case 'AGENT':
    case 'AGENT_VERSION_DEPLOYMENT':
      return linkTo.agent(id);
    case 'SCHEDULE':
      return linkTo.schedule(id);
    case 'PIPELINE':
      return linkTo.pipeline(id);
    case 'SCHEDULE_EXECUTION':
      return linkTo.run(id);
    case 'JOB_EXECUTION':
      return linkTo.job(id);
    case 'WEBHOOK':
      return linkTo.webhook(id);
    case 'WORKER':
      return linkTo.worker(id);
    case 'API_TOKEN':
      return { to: '/tokens', search: { q: entityId } };
    case 'NOTIFICATION_CHANNEL':
      return { to: '/notifications', search: { tab: 'channels' } };
    case 'AGENT_CONFIG':
      return configLink(entityId);
    default:
      return undefined;
  }
}

/** Link to the page that shows this key of AgentConfig. The config of an agent has the agent's ID as its key. */
function configLink(key: string): LinkTarget {
  if (['scheduler', 'engine', 'dataSources'].includes(key)) return { to: '/settings' };
  if (key === 'notifications') return { to: '/notifications', search: { tab: 'channels' } };
  return { ...linkTo.agent(key), search: { tab: 'config' } };
}

/** `Create schedule` for `createSchedule`, in the terms of the admin: `Cancel run`, `Create API token`. */
export function actionWords(action: string): string {
  let words = action.replace(/([A-Z])/g, ' $1').toLowerCase();
  for (const [inApi, inAdmin] of texts.terms) words = words.replace(inApi, inAdmin);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Action and type of the object, to be followed by its name: `Create schedule`, `Trigger schedule
 * execution`, `Update agent`. Without an object, only the action.
 */
export function deedWords({ action, resourceType }: AuditRowFragment): {
  action: string;
  entity: string | undefined;
} {
  const words = actionWords(action);
  const entity = texts.resources[resourceType];
  // For a session, the actor says everything.
  if (action.startsWith('sign')) return { action: words, entity: undefined };
  if (['insert', 'update', 'delete'].includes(action)) return { action: words, entity };
  if (resourceType === 'AGENT_CONFIG' || words.toLowerCase().endsWith(entity))
    return { action: words, entity: '' };
  return { action: words, entity };
}

/** Fields of a new object that the entry itself shows. */
const SHOWN = new Set(['id', 'createdAt', 'createdBy']);

/** Nested members by their path, and only those that differ, such as the one changed setting of thirty. */
export function changesOf({
  resourceType,
  before,
  after,
}: Pick<AuditRowFragment, 'resourceType' | 'before' | 'after'>): { before: unknown; after: unknown } {
  const membersOf = (row: unknown) =>
    flatten(resourceType === 'AGENT_CONFIG' ? (row as { value?: unknown } | null)?.value : row);
  const [old, now] = [membersOf(before), membersOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)))
    .filter((name) => before !== null || !SHOWN.has(name));
  const pick = (members: Map<string, unknown>) =>
    Object.fromEntries(names.filter((name) => members.has(name)).map((name) => [name, members.get(name)]));
  return { before: before === null ? null : pick(old), after: after === null ? null : pick(now) };
}

/** An object that describes a secret counts as a value. */
function isBranch(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !('set' in value || 'omittedBytes' in value);
}

function flatten(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (value === null || value === undefined) return path === '' ? found : found.set(path, value);
  if (!isBranch(value)) return found.set(path || 'value', value);
  for (const [key, member] of Object.entries(value)) flatten(member, path ? `${path}.${key}` : key, found);
  return found;
}
