import { ActionButton, type EntityAction } from '../../components/entity-actions.js';
import { EmptyState } from '../../components/states.js';

/** Runs with `node hello-agent.mjs`. */
const EXAMPLE = `// hello-agent.mjs, started by: node hello-agent.mjs
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.method === 'GET') {
    return response.end('{"status": "healthy", "version": "1.0.0"}');
  }
  const { jobId, params } = await json(request);
  console.log('job', jobId, params);
  const result = { greeting: \`Hello, \${params.name ?? 'world'}\` };
  response.end(JSON.stringify({ status: 'completed', result }));
}).listen(4100, () => console.log('http://127.0.0.1:4100/run'));`;

/** Explains agents and shows an example. */
export function NoAgents({ register }: { register: EntityAction }) {
  return (
    <EmptyState
      title="No agents yet"
      action={<ActionButton action={register} variant="primary" />}
      example={EXAMPLE}
      exampleLabel="Example agent"
    >
      An agent is an HTTP endpoint that runs a job when it is called. Start this example, then register its
      address, <code className="font-mono text-xs">http://127.0.0.1:4100/run</code>.
    </EmptyState>
  );
}
