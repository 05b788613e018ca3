/** Secrets in configuration files. Files contain only references to them. */

import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readVariable } from '../../config/environment.js';
import { CONFIGURATION_KINDS } from '../../domain/configuration/kinds.js';
import { SECRET_PATHS } from '../../domain/configuration/secrets.js';
import { isObject } from '../../domain/json.js';
import type { FileDocument } from './read-documents.js';

export interface ResolvedDocument {
  /** The document with its references replaced by the secrets. */
  value: unknown;
  /** `file:line:column: …` of each secret that cannot be found, or that is written in the file itself. */
  problems: string[];
  /**
   * `file:line:column: …` of references to variables that are not set. They are left out, so that the
   * stored secrets are kept.
   */
  unset: string[];
}

export async function resolveSecrets(document: FileDocument): Promise<ResolvedDocument> {
  const resolved: ResolvedDocument = { value: structuredClone(document.value), problems: [], unset: [] };
  const kind = CONFIGURATION_KINDS.find((known) => isObject(document.value) && document.value.kind === known);
  for (const path of kind ? SECRET_PATHS[kind] : []) await resolveAt(document, resolved, path.split('.'));
  return resolved;
}

async function resolveAt(document: FileDocument, resolved: ResolvedDocument, path: string[]): Promise<void> {
  const name = path.at(-1) ?? '';
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, member) => (isObject(at) ? at[member] : undefined), resolved.value);
  if (!isObject(holder) || holder[name] == null) return;
  const found = await secretOf(holder[name], document);
  const say = (message: string) => `${document.placeOf(path)}: ${path.join('.')}: ${message}`;
  if (found.kind === 'secret') holder[name] = found.secret;
  else delete holder[name];
  if (found.kind === 'problem') resolved.problems.push(say(found.message));
  if (found.kind === 'unset') resolved.unset.push(say(`the variable ${found.name} is not set`));
}

type Found =
  | { kind: 'secret'; secret: string }
  | { kind: 'unset'; name: string }
  | { kind: 'problem'; message: string };

async function secretOf(reference: unknown, { folder }: FileDocument): Promise<Found> {
  const [[how, where] = [], ...more] = isObject(reference) ? Object.entries(reference) : [];
  if (more.length > 0 || typeof where !== 'string' || (how !== 'env' && how !== 'file'))
    return {
      kind: 'problem',
      message: 'a configuration file must not contain a secret: use { env: NAME } or { file: PATH }',
    };
  if (how === 'env') {
    const secret = readVariable(where);
    return secret ? { kind: 'secret', secret } : { kind: 'unset', name: where };
  }
  const path = resolve(folder, where);
  try {
    const bytes = await readFile(path);
    return isUtf8(bytes)
      ? { kind: 'secret', secret: bytes.toString().replace(/\r?\n$/, '') }
      : { kind: 'problem', message: `${path} is not UTF-8` };
  } catch (error) {
    return { kind: 'problem', message: `${path} cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}
