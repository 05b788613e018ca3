import { getOperationName } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';

/** Hashes by operation name, inserted by the build. Tests and the development server have none. */
declare const OPERATION_HASHES: Readonly<Record<string, string>> | undefined;

const HASHES = typeof OPERATION_HASHES === 'undefined' ? {} : OPERATION_HASHES;

/** The hash under which the server knows an operation of this build. Undefined if there is none. */
export function operationHash(name: string | undefined): string | undefined {
  return name === undefined ? undefined : HASHES[name];
}

/**
 * Sends hashes instead of texts. A text is sent if it has no hash, or if a server of another version
 * does not know it.
 */
export const hashExchange = persistedExchange({
  generateHash: async (_text, document) => operationHash(getOperationName(document)) ?? '',
  enableForMutation: true,
  preferGetForPersistedQueries: false,
});
