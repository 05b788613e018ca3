/**
 * urql, with graphql-ws for subscriptions: runs an agent and follows the run until it has ended.
 *
 *     npm install && CALLBOARD_TOKEN=… node urql.mjs my-agent '{ "name": "Ada" }'
 */
import { randomUUID } from 'node:crypto';
import { Client, fetchExchange, gql, subscriptionExchange } from '@urql/core';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const url = `${process.env.CALLBOARD_URL ?? 'http://127.0.0.1:4000'}/graphql`;
const authorization = `Bearer ${process.env.CALLBOARD_TOKEN}`;
const [agentId, params = '{}'] = process.argv.slice(2);

// Browsers and Node from version 22 on have a WebSocket of their own.
const socket = createClient({
  url: url.replace(/^http/, 'ws'),
  webSocketImpl: WebSocket,
  connectionParams: { authorization },
  // It would subscribe again from the old cursor: every event since would come twice.
  retryAttempts: 0,
});
const client = new Client({
  url,
  preferGetMethod: false,
  fetchOptions: { headers: { authorization } },
  exchanges: [
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: ({ query, variables }) => ({
        subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query, variables }, sink) }),
      }),
    }),
  ],
});

const cursor = await client.query('{ eventCursor }', {}).toPromise();
if (cursor.error) throw cursor.error;
const { data, error } = await client
  .mutation(
    gql`
      mutation ($agentId: ID!, $params: JSON, $key: String) {
        triggerAgent(agentId: $agentId, params: $params, idempotencyKey: $key) {
          ... on ScheduleExecution { id }
          ... on Error { code message }
        }
      }
    `,
    { agentId, params: JSON.parse(params), key: randomUUID() },
  )
  .toPromise();
if (error) throw error;
const { id, code, message } = data.triggerAgent;
if (code) throw new Error(`${code}: ${message}`);

const changes = client.subscription(
  gql`
    subscription ($agentId: ID!, $after: ID) {
      scheduleExecutionChanged(filter: { agentId: $agentId }, after: $after) {
        cursor
        scheduleExecutionId
        scheduleExecution { runStatus jobs(first: 1) { edges { node { result error { message } } } } }
      }
    }
  `,
  { agentId, after: cursor.data.eventCursor },
);
const { unsubscribe } = changes.subscribe((event) => {
  if (event.error) throw event.error;
  const { scheduleExecutionId, scheduleExecution } = event.data.scheduleExecutionChanged;
  if (scheduleExecutionId !== id) return;
  const { runStatus, jobs } = scheduleExecution;
  console.log(runStatus, jobs.edges[0]?.node ?? '');
  if (!['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED'].includes(runStatus)) return;
  unsubscribe();
  socket.dispose();
});
