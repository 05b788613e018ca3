/** Decides what to do with one object that a document names. */
import { isObject } from '../json.js';
import { compareFields, type FieldChange, type Fields } from './compare-fields.js';
import type { Secrets } from './secrets.js';

/** The object that a document describes, in the form of documents: without defaults and secrets. */
export interface Desired {
  fields: Fields;
  /** The secrets given in the document. Other stored secrets are kept. */
  secrets: Secrets;
}

/** The stored object. */
export interface Current {
  fields: Fields;
  managedBy: string | null;
  /** The stored secret of a field. Undefined if there is none or it cannot be decrypted. */
  secretAt(path: string): string | undefined;
}

export interface Ownership {
  /** Who manages the documents. Null if they are not managed. */
  managedBy: string | null;
  /** Whether objects that another manages may be changed. */
  takeOver: boolean;
}

export type Decision =
  | { kind: 'create'; changes: FieldChange[] }
  | { kind: 'update'; changes: FieldChange[] }
  | { kind: 'keep' }
  /** Another manages the object. */
  | { kind: 'foreign'; managedBy: string };

export function decideChange(
  current: Current | undefined,
  { fields, secrets }: Desired,
  { managedBy, takeOver }: Ownership,
): Decision {
  const changes = [
    ...compareFields(current?.fields ?? {}, fields).filter((change) => !holdsOnlySecrets(change, secrets)),
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

/** Whether an object is new and only its secrets are given, which are changes of their own. */
function holdsOnlySecrets({ path, before, after }: FieldChange, secrets: Secrets): boolean {
  const isEmpty = before === null && isObject(after) && Object.keys(after).length === 0;
  return isEmpty && Object.keys(secrets).some((secret) => secret.startsWith(`${path.join('.')}.`));
}
