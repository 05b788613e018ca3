/**
 * `@callboard/client`: runs an agent and follows the run until it has ended. Lost connections are no concern here.
 *
 *     CALLBOARD_TOKEN=… node client.ts my-agent '{ "name": "Ada" }'
 */
import { randomUUID } from 'node:crypto';
import {
  CallboardError,
  createClient,
  JobsDocument,
  RunChangedDocument,
  TriggerAgentDocument,
  unwrap,
} from '@callboard/client';

const client = createClient({
  url: process.env.CALLBOARD_URL ?? 'http://127.0.0.1:4000',
  token: process.env.CALLBOARD_TOKEN ?? '',
});
const [agentId = '', params = '{}'] = process.argv.slice(2);

try {
  const after = await client.cursor();
  const { triggerAgent } = await client.request(TriggerAgentDocument, {
    agentId,
    params: JSON.parse(params),
    idempotencyKey: randomUUID(),
  });
  const run = unwrap(triggerAgent);
  const changes = client.subscribe(RunChangedDocument, { filter: { agentId } }, { after });
  for await (const { scheduleExecutionChanged } of changes) {
    if (scheduleExecutionChanged.scheduleExecutionId !== run.id) continue;
    const status = scheduleExecutionChanged.scheduleExecution?.runStatus ?? 'PENDING';
    console.log(status);
    if (['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED'].includes(status)) break;
  }
  for await (const { status, result, error } of client.list(JobsDocument, {
    filter: { scheduleExecutionId: run.id },
  }))
    console.log(status, result ?? error);
} catch (error) {
  if (!(error instanceof CallboardError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
