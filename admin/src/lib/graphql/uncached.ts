import {
  type AnyVariables,
  Client,
  type CombinedError,
  fetchExchange,
  type TypedDocumentNode,
} from '@urql/core';
import { hashExchange } from './persisted-operations.js';

/**
 * Reads past the cache, which keeps everything it has seen. For windows over long lists, which keep
 * only the visible part and update it themselves.
 */
const client = new Client({
  url: '/graphql',
  preferGetMethod: false,
  fetchOptions: { credentials: 'same-origin' },
  requestPolicy: 'network-only',
  exchanges: [hashExchange, fetchExchange],
});

export async function readUncached<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<{ data: Data | undefined; error: CombinedError | undefined }> {
  const { data, error } = await client.query(document, variables).toPromise();
  return { data, error };
}
