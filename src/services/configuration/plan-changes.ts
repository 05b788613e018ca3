/** Applies documents in an open transaction. */
import type { FieldChange } from '../../domain/configuration/compare-fields.js';
import { decideChange, type Ownership } from '../../domain/configuration/decide-change.js';
import { CONFIGURATION_KINDS, type ConfigurationKind } from '../../domain/configuration/kinds.js';
import { SECRET_PATHS, separateSecrets } from '../../domain/configuration/secrets.js';
import type { Issue } from '../../domain/issue.js';
import { LIMITS } from '../../domain/limits.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { conflict, invalid, invalidAt, ok, type Refusal, type Result } from '../system/result.js';
import { orRefusal } from '../system/unwritable.js';
import { DOCUMENT_SCHEMAS } from './document-schemas.js';
import { OBJECT_KINDS } from './kinds/object-kinds.js';
import { below, type ConfigurationDocument } from './parse-documents.js';
import { presentFields } from './present-fields.js';

export interface ConfigurationChange {
  action: 'create' | 'update' | 'delete';
  kind: ConfigurationKind;
  key: string;
  /** Null if nothing was changed and the object does not exist yet. */
  id: string | null;
  name: string;
  /** Empty for a deletion. Long values are left out. */
  fields: FieldChange[];
}

export interface Scope extends Ownership {
  /** Whether to delete objects that `managedBy` manages and no document names. */
  prune: boolean;
}

interface Shortening {
  shorten: ReturnType<typeof createShortener>;
}

/**
 * Applies the documents and returns the changes in the order in which they were made. A refusal can
 * come after some of them.
 */
export async function planChanges(
  deps: ServiceDeps,
  actor: Actor,
  documents: readonly ConfigurationDocument[],
  scope: Scope,
): Promise<Result<ConfigurationChange[]>> {
  const changes: ConfigurationChange[] = [];
  const shorten = createShortener();
  for (const kind of CONFIGURATION_KINDS) {
    const result = await applyKind(deps, actor, inOrder(documents, kind), { ...scope, shorten });
    // Stops at the first refusal. Later documents may name the refused object, and would report
    // misleading errors.
    if (result.kind !== 'ok') return result;
    changes.push(...result.value);
  }
  const deleted = await prune(deps, actor, documents, scope);
  return deleted.kind === 'ok' ? ok([...changes, ...deleted.value]) : deleted;
}

/** Templates come before the schedules that run them. */
function inOrder(
  documents: readonly ConfigurationDocument[],
  kind: ConfigurationKind,
): ConfigurationDocument[] {
  const isLate = ({ fields }: ConfigurationDocument) => (fields.templateKey == null ? 0 : 1);
  return documents.filter((one) => one.kind === kind).sort((a, b) => isLate(a) - isLate(b));
}

async function applyKind(
  deps: ServiceDeps,
  actor: Actor,
  documents: readonly ConfigurationDocument[],
  scope: Scope & Shortening,
): Promise<Result<ConfigurationChange[]>> {
  const changes: ConfigurationChange[] = [];
  const issues: Issue[] = [];
  for (const document of documents) {
    const result = await orRefusal(applyDocument(deps, actor, document, scope));
    if (result.kind === 'ok') changes.push(...(result.value ? [result.value] : []));
    else if (result.kind === 'validation')
      issues.push(...below(document.index, result.issues.map(inDocument)));
    else return named(document, result);
  }
  return issues.length > 0 ? invalid(issues) : ok(changes);
}

/** @returns null if the object already matches the document */
async function applyDocument(
  deps: ServiceDeps,
  actor: Actor,
  { kind, key, fields: given }: ConfigurationDocument,
  { managedBy, takeOver, shorten }: Scope & Shortening,
): Promise<Result<ConfigurationChange | null>> {
  const { operatedFields, find, create, update } = OBJECT_KINDS[kind];
  const { fields, secrets } = separateSecrets(given, SECRET_PATHS[kind]);
  const current = await find(deps, key);
  const presented = presentFields(DOCUMENT_SCHEMAS[kind], fields);
  const kept = operatedFields.filter((name) => fields[name] == null && current && name in current.fields);
  const desired = {
    fields: { ...presented, ...Object.fromEntries(kept.map((name) => [name, current?.fields[name]])) },
    secrets,
  };
  const decision = decideChange(current, desired, { managedBy, takeOver });
  if (decision.kind === 'keep') return ok(null);
  if (decision.kind === 'foreign')
    return invalidAt(
      ['key'],
      `is managed by ${JSON.stringify(decision.managedBy)}: apply it with the same managedBy, remove the document here, or take the object over`,
    );
  const wanted = { key, fields, secrets, managedBy };
  const changed = new Set(
    decision.changes.map(({ path: [name = ''] }) => name).filter((name) => name !== 'managedBy'),
  );
  const result = current
    ? await update(deps, actor, { id: current.id, wanted, changed })
    : await create(deps, actor, wanted);
  if (result.kind !== 'ok') return result;
  const name = typeof fields.name === 'string' ? fields.name : key;
  return ok({
    action: decision.kind,
    kind,
    key,
    id: result.value.id,
    name,
    fields: shorten(decision.changes),
  });
}

/** Objects that refer to others are deleted before them. */
async function prune(
  deps: ServiceDeps,
  actor: Actor,
  documents: readonly ConfigurationDocument[],
  { prune: prunes, managedBy }: Scope,
): Promise<Result<ConfigurationChange[]>> {
  const changes: ConfigurationChange[] = [];
  if (!prunes || managedBy === null) return ok(changes);
  for (const kind of CONFIGURATION_KINDS.toReversed()) {
    const { findUnnamed, remove } = OBJECT_KINDS[kind];
    const keys = documents.filter((one) => one.kind === kind).map(({ key }) => key);
    for (const { id, key, name } of await findUnnamed(deps, { managedBy, keys })) {
      const result = await orRefusal(remove(deps, actor, id));
      if (result.kind !== 'ok') return named({ kind, key }, result);
      changes.push({ action: 'delete', kind, key, id, name, fields: [] });
    }
  }
  return ok(changes);
}

const FIELDS_OF_DOCUMENTS: Readonly<Record<string, string>> = {
  id: 'key',
  pipelineId: 'pipelineKey',
  scheduleId: 'scheduleKey',
  templateId: 'templateKey',
};

/** Uses the document's name of the field in the path. */
function inDocument({ path: [first, ...deeper], message }: Issue): Issue {
  return first === undefined
    ? { path: [], message }
    : { path: [FIELDS_OF_DOCUMENTS[first] ?? first, ...deeper], message };
}

function named({ kind, key }: Pick<ConfigurationDocument, 'kind' | 'key'>, refusal: Refusal): Refusal {
  return refusal.kind === 'validation' ? refusal : conflict(`${kind} ${key}: ${refusal.message}`);
}

/** Leaves out values that are too long, alone or together with earlier ones. */
function createShortener(): (changes: readonly FieldChange[]) => FieldChange[] {
  let left: number = LIMITS.configurationAnswerBytes;
  const shorten = (value: unknown): unknown => {
    const bytes = Buffer.byteLength(JSON.stringify(value ?? null));
    if (bytes > LIMITS.listedValueBytes || bytes > left) return { truncated: true, bytes };
    left -= bytes;
    return value;
  };
  return (changes) =>
    changes.map((change) => ({ ...change, before: shorten(change.before), after: shorten(change.after) }));
}
