/**
 * Plain `fetch`, without a library: runs an agent and follows the run until it has ended.
 *
 *     CALLBOARD_TOKEN=… node fetch.mjs my-agent '{ "name": "Ada" }'
 */
import { randomUUID } from 'node:crypto';

const url = `${process.env.CALLBOARD_URL ?? 'http://127.0.0.1:4000'}/graphql`;
const [agentId, params = '{}'] = process.argv.slice(2);

function post(query, variables, accept = 'application/json') {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept,
      authorization: `Bearer ${process.env.CALLBOARD_TOKEN}`,
    },
    body: JSON.stringify({ query, variables }),
  });
}

async function ask(query, variables) {
  const { data, errors } = await (await post(query, variables)).json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

/** The answers of a subscription, as server-sent events. */
async function* subscribe(query, variables) {
  const response = await post(query, variables, 'text/event-stream');
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (text + chunk).split('\n\n');
    text = events.pop();
    for (const event of events) {
      const data = /^event: next\ndata: (.*)$/m.exec(event)?.[1];
      if (data) yield JSON.parse(data);
    }
  }
}

// Before the run: its first events are not missed.
const { eventCursor } = await ask('{ eventCursor }');
// With the same key, the mutation can be sent again after a failure: the run is started once.
const { triggerAgent: run } = await ask(
  `mutation ($agentId: ID!, $params: JSON, $key: String) {
    triggerAgent(agentId: $agentId, params: $params, idempotencyKey: $key) {
      ... on ScheduleExecution { id }
      ... on Error { code message }
    }
  }`,
  { agentId, params: JSON.parse(params), key: randomUUID() },
);
if (run.code) throw new Error(`${run.code}: ${run.message}`);

const changes = subscribe(
  `subscription ($agentId: ID!, $after: ID) {
    scheduleExecutionChanged(filter: { agentId: $agentId }, after: $after) {
      cursor
      scheduleExecutionId
      scheduleExecution { runStatus jobs(first: 1) { edges { node { result error { message } } } } }
    }
  }`,
  { agentId, after: eventCursor },
);
for await (const { data, errors } of changes) {
  // If the connection breaks, subscribe again after the cursor of the last event.
  if (errors) throw new Error(errors[0].message);
  const { scheduleExecutionId, scheduleExecution } = data.scheduleExecutionChanged;
  if (scheduleExecutionId !== run.id) continue;
  const { runStatus, jobs } = scheduleExecution;
  console.log(runStatus, jobs.edges[0]?.node ?? '');
  if (['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED'].includes(runStatus)) break;
}
