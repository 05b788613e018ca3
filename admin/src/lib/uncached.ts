import {
  type AnyVariables,
  Client,
  type CombinedError,
  fetchExchange,
  type TypedDocumentNode,
} from '@urql/core';
import { hashExchange } from './persisted-operations.js';

/**
 * Reads past the cache, which keeps all it has ever seen: for windows over lists of any length, that hold what is in sight
 * and forget the rest. What they show they keep true themselves.
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
