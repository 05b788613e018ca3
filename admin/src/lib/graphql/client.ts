import { Client, fetchExchange, mapExchange } from '@urql/core';
import { cacheExchange, type KeyingConfig } from '@urql/exchange-graphcache';
import { limitedFetch } from './limited-fetch.js';
import { createLivePatches, type GoneEntity, type LivePatches, LivePatchesDocument } from './live-patches.js';
import { hashExchange } from './persisted-operations.js';

export interface Api {
  client: Client;
  patches: LivePatches;
}

/** Objects without an `id` are stored as part of their parent. */
const keys = new Proxy<KeyingConfig>(
  {
    PipelineContext: ({ contextId }) => contextId as string,
    NotificationChannel: ({ name }) => name as string,
  },
  { get: (known, type: string) => known[type] ?? (({ id }: { id?: unknown }) => (id as string) ?? null) },
);

/**
 * A mutation writes its answer to the cache and nothing else. By default, the cache would drop all
 * entities of a type when one is created: lists would become empty, and stay so if the event of the
 * new entity had refetched them just before.
 */
const leaveTheRest = new Proxy<Record<string, () => void>>({}, { get: () => () => {} });

/** GraphQL over HTTP with the session cookie, through a normalized cache. */
export function createApi(onSignedOut: () => void): Api {
  const patches = createLivePatches();
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    fetch: limitedFetch(),
    fetchOptions: { credentials: 'same-origin' },
    requestPolicy: 'cache-and-network',
    exchanges: [
      mapExchange({ onError: (error) => isSignedOut(error) && onSignedOut() }),
      cacheExchange({
        keys,
        // Without these types, the fields of errors would be lost in the cache.
        possibleTypes: { Error: ['ConflictError', 'NotFoundError', 'ValidationError'] },
        updates: {
          Mutation: leaveTheRest,
          Subscription: {
            gone: (result, _args, cache) => {
              for (const entity of result.gone as unknown as GoneEntity[]) cache.invalidate({ ...entity });
            },
          },
        },
      }),
      patches.exchanges.replay,
      patches.exchanges.feed,
      hashExchange,
      fetchExchange,
    ],
  });
  client.subscription(LivePatchesDocument, {}).subscribe(() => {});
  return { client, patches };
}

/** Whether the server does not accept the session. */
export function isSignedOut(error: { graphQLErrors: readonly { extensions?: object }[] }): boolean {
  return error.graphQLErrors.some(
    ({ extensions }) => (extensions as { code?: string } | undefined)?.code === 'UNAUTHENTICATED',
  );
}
