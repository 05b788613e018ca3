/**
 * The network of a Relay environment, with graphql-ws for subscriptions. Lists follow Relay's specification of connections, and IDs are
 * unique within a type, so the store needs the name of the type beside them.
 *
 *     import { createEnvironment } from './relay.mjs';
 *     const environment = createEnvironment({ url: 'https://callboard.example', token });
 */
import { createClient } from 'graphql-ws';
import { Environment, Network, Observable, RecordSource, Store } from 'relay-runtime';

export function createEnvironment({ url, token, webSocketImpl }) {
  const authorization = `Bearer ${token}`;
  const socket = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl,
    connectionParams: { authorization },
    // It would subscribe again from the old cursor: every event since would come twice.
    retryAttempts: 0,
  });
  const fetchOperation = async ({ text }, variables) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query: text, variables }),
    });
    return response.json();
  };
  const subscribe = ({ text }, variables) =>
    Observable.create((sink) => socket.subscribe({ query: text, variables }, sink));
  return new Environment({
    network: Network.create(fetchOperation, subscribe),
    store: new Store(new RecordSource()),
    getDataID: ({ id }, typename) => id && `${typename}:${id}`,
  });
}
