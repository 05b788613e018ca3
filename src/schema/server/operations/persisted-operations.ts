import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credential } from '../../../services/access/create-authenticator.js';
import { codedError } from '../../types/coded-error.js';

/**
 * Which operations clients can send: all, or, for browsers signed in to the admin, only those that
 * the admin was built with.
 */
export type AllowedOperations = 'any' | 'persisted';

/** Operations whose text the server knows from the build of the admin. */
export interface PersistedOperations {
  /**
   * The text of an operation: the one that was sent, or the one that belongs to the hash that was
   * sent.
   *
   * @returns undefined if neither was sent
   * @throws GraphQLError `PersistedQueryNotFound`, after which clients send the text, or `FORBIDDEN`
   * for a text that is not allowed
   */
  textOf(params: SentOperation, credential: Credential | undefined): string | undefined;
}

/** The parts of an operation that are read here. */
export interface SentOperation {
  query?: unknown;
  extensions?: unknown;
}

const FILE = 'operations.json';
const NOT_ALLOWED =
  'Pages that are signed in may only send the operations of this version of the admin: reload the page. Programs use an API token.';

/** @param adminDir directory with the build of the admin; without it, no operation is known */
export function createPersistedOperations(adminDir: string, allowed: AllowedOperations): PersistedOperations {
  const file = join(adminDir, FILE);
  const texts = new Map<string, string>(
    existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object) : [],
  );
  return {
    textOf({ query, extensions }, credential) {
      if (typeof query === 'string' && query !== '') {
        if (allowed === 'persisted' && credential?.kind === 'session')
          throw codedError('FORBIDDEN', NOT_ALLOWED);
        return query;
      }
      const hash = hashIn(extensions);
      if (hash === undefined) return undefined;
      const text = texts.get(hash);
      if (text !== undefined) return text;
      // Clients look for exactly this message, which Automatic Persisted Queries define.
      throw codedError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound', { http: { status: 200 } });
    },
  };
}

function hashIn(extensions: unknown): string | undefined {
  const { persistedQuery } = (extensions ?? {}) as { persistedQuery?: { sha256Hash?: unknown } | null };
  const hash = persistedQuery?.sha256Hash;
  return typeof hash === 'string' ? hash : undefined;
}
