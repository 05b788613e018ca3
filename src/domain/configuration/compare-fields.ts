/** Compares the fields of a stored object with those that a document wants. */
import { isObject } from '../json.js';

/** A difference in one field. `path` leads to it, outermost first; a step is named by its `stepId`. */
export interface FieldChange {
  path: string[];
  /** Null if not set. */
  before: unknown;
  after: unknown;
  /** Whether the values are secret. They are null here. */
  secret: boolean;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Fields with JSON of users, in which null is a value and differs from an absent one. */
const FREE_FIELDS = new Set([
  'equals',
  'headers',
  'inputSchema',
  'metadata',
  'outputSchema',
  'parameterTypes',
  'params',
  'requirements',
]);

/** The differences by field. Absent and null are equal, except in JSON of users. */
export function compareFields(before: Fields, after: Fields): FieldChange[] {
  return compareMembers(before, after, [], false);
}

function compareMembers(before: Fields, after: Fields, path: string[], free: boolean): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [old, wanted] = [memberOf(before, name), memberOf(after, name)];
    if (!free && (old ?? null) === null && (wanted ?? null) === null) return [];
    return compareValues(old, wanted, [...path, name], free || FREE_FIELDS.has(name));
  });
}

function compareValues(before: unknown, after: unknown, path: string[], free: boolean): FieldChange[] {
  if (isSame(before, after)) return [];
  if (isObject(before) && isObject(after)) return compareMembers(before, after, path, free);
  const [old, wanted] = free ? [] : [stepsOf(before), stepsOf(after)];
  if (old && wanted) return compareSteps(old, wanted, path);
  return [{ path, before: before ?? null, after: after ?? null, secret: false }];
}

/** Compares steps by their IDs, then their order. */
function compareSteps(
  before: ReadonlyMap<string, Fields>,
  after: ReadonlyMap<string, Fields>,
  path: string[],
): FieldChange[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  const changes = ids.flatMap((id) => compareValues(before.get(id), after.get(id), [...path, id], false));
  const orders = [before, after].map((steps) => [...steps.keys()]);
  const isMoved = before.size === after.size && !isSame(orders[0], orders[1]);
  if (changes.some((change) => change.path.length === path.length + 1) || !isMoved) return changes;
  return [...changes, { path, before: orders[0], after: orders[1], secret: false }];
}

function stepsOf(value: unknown): Map<string, Fields> | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const entries = value.flatMap((step) =>
    isObject(step) && typeof step.stepId === 'string' ? [[step.stepId, step] as const] : [],
  );
  const steps = new Map(entries);
  return steps.size === value.length ? steps : undefined;
}

/** `undefined` if the object has no own property of this name. */
function memberOf(object: Fields, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Whether two JSON values are equal, in any order of keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  );
}
