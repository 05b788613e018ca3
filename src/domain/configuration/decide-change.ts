/** What becomes of one object that a document names. */
import { compareFields, type FieldChange, type Fields } from './compare-fields.js';
import type { Secrets } from './secrets.js';

/** The object as a document wants it, in the form of documents: without defaults and secrets. */
export interface Desired {
  fields: Fields;
  /** Those that the document gives. Others stay as they are. */
  secrets: Secrets;
}

/** The object as it is. */
export interface Current {
  fields: Fields;
  managedBy: string | null;
  /** The stored secret of a field; undefined: there is none, or it cannot be read. */
  secretAt(path: string): string | undefined;
}

export interface Ownership {
  /** Who manages the documents; null: they are not managed. */
  managedBy: string | null;
  /** Whether objects that another manages may be taken over. */
  takeOver: boolean;
}

export type Decision =
  | { kind: 'create'; changes: FieldChange[] }
  | { kind: 'update'; changes: FieldChange[] }
  | { kind: 'keep' }
  /** Another manages it. */
  | { kind: 'foreign'; managedBy: string };

export function decideChange(
  current: Current | undefined,
  { fields, secrets }: Desired,
  { managedBy, takeOver }: Ownership,
): Decision {
  const changes = [
    ...compareFields(current?.fields ?? {}, fields),
    ...Object.entries(secrets)
      .filter(([path, secret]) => current?.secretAt(path) !== secret)
      .map(([path]) => ({ path: path.split('.'), before: null, after: null, secret: true })),
  ];
  if (!current) return { kind: 'create', changes };
  if (current.managedBy !== managedBy) {
    if (current.managedBy !== null && !takeOver) return { kind: 'foreign', managedBy: current.managedBy };
    const owner = { path: ['managedBy'], before: current.managedBy, after: managedBy, secret: false };
    return { kind: 'update', changes: [...changes, owner] };
  }
  return changes.length > 0 ? { kind: 'update', changes } : { kind: 'keep' };
}
