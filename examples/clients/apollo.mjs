/**
 * Apollo Client, with graphql-ws for subscriptions: runs an agent and follows the run until it has ended.
 *
 *     npm install && CALLBOARD_TOKEN=… node apollo.mjs my-agent '{ "name": "Ada" }'
 */
import { randomUUID } from 'node:crypto';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const url = `${process.env.CALLBOARD_URL ?? 'http://127.0.0.1:4000'}/graphql`;
const authorization = `Bearer ${process.env.CALLBOARD_TOKEN}`;
const [agentId, params = '{}'] = process.argv.slice(2);

const socket = createClient({
  url: url.replace(/^http/, 'ws'),
  webSocketImpl: WebSocket,
  connectionParams: { authorization },
  // It would subscribe again from the old cursor: every event since would come twice.
  retryAttempts: 0,
});
const client = new ApolloClient({
  link: ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(socket),
    new HttpLink({ uri: url, headers: { authorization } }),
  ),
  cache: new InMemoryCache({
    // So that `... on Error` matches; these are the error types of mutations.
    possibleTypes: { Error: ['ConflictError', 'NotFoundError', 'ValidationError'] },
    // Without an ID of its own, a value belongs to the object that it was read with.
    typePolicies: {
      PipelineContext: { keyFields: ['contextId'] },
      NotificationChannel: { keyFields: ['name'] },
    },
  }),
});

const { data: start } = await client.query({
  query: gql`
    query {
      eventCursor
    }
  `,
});
const { data } = await client.mutate({
  mutation: gql`
    mutation ($agentId: ID!, $params: JSON, $key: String) {
      triggerAgent(agentId: $agentId, params: $params, idempotencyKey: $key) {
        ... on ScheduleExecution { id }
        ... on Error { code message }
      }
    }
  `,
  variables: { agentId, params: JSON.parse(params), key: randomUUID() },
});
const { id, code, message } = data.triggerAgent;
if (code) throw new Error(`${code}: ${message}`);

const changes = client.subscribe({
  query: gql`
    subscription ($agentId: ID!, $after: ID) {
      scheduleExecutionChanged(filter: { agentId: $agentId }, after: $after) {
        cursor
        scheduleExecutionId
        scheduleExecution { id runStatus jobs(first: 1) { edges { node { id result error { message } } } } }
      }
    }
  `,
  variables: { agentId, after: start.eventCursor },
});
const subscription = changes.subscribe((event) => {
  if (event.error) throw event.error;
  const { scheduleExecutionId, scheduleExecution } = event.data.scheduleExecutionChanged;
  if (scheduleExecutionId !== id) return;
  const { runStatus, jobs } = scheduleExecution;
  console.log(runStatus, jobs.edges[0]?.node ?? '');
  if (!['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED'].includes(runStatus)) return;
  subscription.unsubscribe();
  client.stop();
  socket.dispose();
});
