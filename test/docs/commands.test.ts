/**
 * Every code block of the README, the tutorials and docs/webhooks.md, run as printed, against the built product. Ports are
 * replaced, and installations from the network by what they would install. A new block fails the test until
 * it is run here.
 */
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PYTHON_KIT, programsAvailable } from '../examples/agents.js';
import { serve } from '../http/loopback.js';
import { installAgentKit } from '../support/agent-kit.js';
import { createEmptyDatabase } from '../support/database.js';
import { ROOT } from '../support/programs/build-once.js';
import { endProcess, openDocument, type Reader, type StartedClone, startClone } from './reader.js';

vi.setConfig({ testTimeout: 400_000 });

const onPython = programsAvailable('test/docs/commands', ['python3', '--version']);
const onSql = programsAvailable('test/docs/commands', ['psql', '--version']);
const onCurl = programsAvailable('test/docs/commands', ['curl', '--version']);
const onOpenssl = programsAvailable('test/docs/commands', ['openssl', 'version']);

test('every tutorial is tested', async () => {
  expect((await readdir('docs/tutorials')).sort()).toEqual([
    'first-agent.md',
    'from-cron-or-n8n.md',
    'newsletter.md',
    'sql-agent.md',
  ]);
});

/** With its placeholders filled in. */
async function runInProduction(reader: Reader, block: string): Promise<void> {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const code = block
    .replace('postgresql://…', database.url)
    .replace('CALLBOARD_EGRESS_ALLOW=…', 'CALLBOARD_EGRESS_ALLOW=127.0.0.0/8')
    .replaceAll(/^node dist\/\w+\.js/gm, '$& &');
  const settings = { PORT: '0', WORKER_PORT: '0' };
  const bothReady = /server\.ready[\s\S]*worker\.ready|worker\.ready[\s\S]*server\.ready/;
  await endProcess(await reader.start(`${code}\nwait`, reader.clone, bothReady, settings));
}

async function folderOf(reader: Reader, name: string): Promise<string> {
  const folder = join(reader.parent, name);
  await mkdir(folder);
  return folder;
}

/** They share one Callboard: none needs an empty one, and each start costs as much as a tutorial. */
describe('the document', () => {
  let clone: StartedClone | undefined;
  /** A second try gets another one, because the first may have left half of what it creates. */
  const cloneFor = async (retries = 0) => {
    if (retries > 0) {
      await clone?.end();
      clone = undefined;
    }
    clone ??= await startClone();
    return clone;
  };
  afterAll(() => clone?.end());

  test.runIf(onCurl)('README.md', async ({ task }) => {
    const reader = await openDocument('README.md', await cloneFor(task.result?.retryCount), [8080]);
    reader.shown('  Callboard is running.');
    const watching = await reader.start(
      reader.next('sh', 'curl -N'),
      reader.clone,
      /event: next\ndata: \{"data":\{"jobExecutionChanged"/,
    );
    reader.shown('event: next\n');
    await endProcess(watching);

    const folder = await folderOf(reader, 'hello');
    await reader.save('js', join(folder, 'agent.mjs'));
    await reader.start('node agent.mjs & echo started; wait', folder, /started/);
    await vi.waitFor(() => fetch(`http://127.0.0.1:${reader.portOf(8080)}/`), { timeout: 30_000 });
    await reader.run('node dist/callboard.js agent register hello', /succeeded/);
    await reader.run(
      'graphql()',
      /"status":"COMPLETED","params":\{"name":"Apple"\},"result":\{"greeted":"Apple"\}/,
    );
    await reader.run("graphql 'mutation { createPipeline", /"id":/);
    await reader.run('node dist/callboard.js trigger --pipeline brief', /"contextId"/);

    await runInProduction(reader, reader.next('sh', 'export DATABASE_URL=postgresql://…'));
    reader.next('sh', 'npm ci && npm test\n'); // It would run this test again.
    reader.end();
  });

  test.runIf(onPython)('docs/tutorials/first-agent.md', async ({ task }) => {
    const reader = await openDocument(
      'docs/tutorials/first-agent.md',
      await cloneFor(task.result?.retryCount),
      [8086, 8090],
    );
    const listens = /agent on http/;

    reader.next('sh', 'mkdir greeter && cd greeter\nnpm install ../callboard/packages/agent\n');
    const folder = await folderOf(reader, 'greeter');
    await installAgentKit(folder);
    await reader.save('ts', join(folder, 'agent.mjs'));
    const typescript = await reader.start(reader.next('sh', 'node agent.mjs\n'), folder, listens);

    reader.next(
      'sh',
      /^mkdir greeter && cd greeter\npython3 -m venv .*\npip install \.\.\/callboard\/sdk\/python\n$/,
    );
    const other = await folderOf(reader, 'greeter-in-python');
    await reader.save('python', join(other, 'agent.py'));
    const startPython = reader.next('sh', 'python3 agent.py\n');

    const graded = await reader.run('node dist/callboard.js agent test');
    const shown = reader.shown('passed   health ').trim().split('\n');
    expect(graded).toContain(shown.at(-1));
    const trigger = reader.next('sh', 'node dist/callboard.js agent register greeter');
    expect(await reader.type(trigger)).toMatch(/succeeded/);
    const jobs = reader.next('sh', 'node dist/callboard.js jobs --agent greeter --json');
    expect(await reader.type(jobs)).toContain('"result":{"greeting":"Hello Apple"}');

    await endProcess(typescript);
    await reader.start(startPython, other, listens, PYTHON_KIT);
    const again = await reader.type(`${trigger.split('\n')[1]}\n${jobs}`);
    expect(again.match(/"greeting":"Hello Apple"/g)).toHaveLength(2);

    await reader.run('node dist/callboard.js login', /Created agent\.m[jt]s/);
    reader.end();
  });

  test.runIf(onCurl)('docs/tutorials/newsletter.md', async ({ task }) => {
    const reader = await openDocument(
      'docs/tutorials/newsletter.md',
      await cloneFor(task.result?.retryCount),
      [],
    );
    await reader.run('graphql()');
    await reader.run(
      "graphql '{ previewExpansion",
      /"jobs":50,"batches":10,"sample":\[\{"tickerId":"AAPL"\}/,
    );
    reader.shown('{"data":{"previewExpansion":{"jobs":50,"batches":10');
    await reader.run("graphql 'mutation { createPipeline", /"__typename":"Pipeline"/);
    await reader.run('node dist/callboard.js trigger --pipeline my-newsletter', /succeeded/);
    await reader.run('node dist/callboard.js trigger --pipeline my-newsletter', /150/);
    await reader.run("graphql '{ jobExecutions", /"title":"What moved/);
    await reader.run('PIPELINE=', /"__typename":"Schedule"[\s\S]*America\/New_York/);
    reader.end();
  });

  test.runIf(onSql)('docs/tutorials/sql-agent.md', async ({ task }) => {
    const reader = await openDocument(
      'docs/tutorials/sql-agent.md',
      await cloneFor(task.result?.retryCount),
      [8083],
    );
    await reader.run('database()', /create_agent_login/);
    const refused = reader.next('sh', 'psql ');
    reader.shown('ERROR:  permission denied for table Schedule\n');
    expect(await reader.type(`${refused.trim()} || true`)).toContain('permission denied for table Schedule');

    reader.next('sh', 'mkdir sentiment && cd sentiment\nnpm install pg\n');
    const folder = await folderOf(reader, 'sentiment');
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await reader.save('js', join(folder, 'agent.mjs'));
    await reader.start(reader.next('sh', 'DATABASE_URL='), folder, /agent on http/);
    await reader.run(
      'node dist/callboard.js agent register',
      /succeeded[\s\S]*(completed +sentiment[\s\S]*){5}/,
    );
    await reader.run('database -c', /revoke_agent_login/);
    reader.end();
  });

  test.runIf(onPython && onCurl)('docs/tutorials/from-cron-or-n8n.md', async ({ task }) => {
    const n8n = await startWorkflow();
    const reader = await openDocument(
      'docs/tutorials/from-cron-or-n8n.md',
      await cloneFor(task.result?.retryCount),
      [8085],
      {
        5678: n8n.port,
      },
    );
    await reader.run('graphql()');
    reader.shown('CRON_TZ=Europe/Berlin\n');
    const folder = join(reader.parent, 'scripts');
    const prepare = reader.next('sh', 'mkdir scripts && cd scripts\n');
    await endProcess(await reader.start(`${prepare.trim()}; echo done; sleep 60`, reader.parent, /done/));
    await reader.save('python', join(folder, 'agent.py'));
    await reader.start(reader.next('sh', 'python3 agent.py\n'), folder, /agent on http/);
    await reader.run('node dist/callboard.js agent register report', /"__typename":"Schedule"/);
    await reader.run(
      'node dist/callboard.js preview report',
      /Europe\/Berlin[\s\S]*"output":"report for EMEA\\n"/,
    );
    await reader.run("graphql 'mutation { registerAgent", /"__typename":"Agent"/);
    await reader.run('node dist/callboard.js trigger --agent enrich', /succeeded/);
    expect(n8n.received.filter(({ url }) => url === '/webhook/enrich')).toHaveLength(3);
    expect(n8n.received.map(({ url }) => url)).not.toContain('/webhook/health');
    reader.end();
  });

  test.runIf(onCurl && onOpenssl)('docs/webhooks.md, with the function of the README', async ({ task }) => {
    const own = await cloneFor(task.result?.retryCount);
    const reader = await openDocument('docs/webhooks.md', own, []);
    const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
    const [definition = ''] = /^graphql\(\) \{\n[\s\S]*?^\}\n/m.exec(readme) ?? [];
    await reader.type(definition.replace('4000', String(own.port)));
    const { data } = JSON.parse(await reader.run("graphql 'mutation { createWebhook"));
    const { secret, webhook } = data.createWebhook;
    await reader.type(`URL='${webhook.url}' SECRET='${secret}'`);
    await reader.run('BODY=', /^HTTP\/1.1 202 [\s\S]*"scheduleExecutionId"/m);
    reader.end();
  });
});

/** Does what the workflow of the tutorial does: answers at once, and reports from its last node. */
async function startWorkflow() {
  const server = await serve(async (response, { method, body }) => {
    if (method === 'GET') return void response.end('{"status":"ok"}');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":"Workflow was started"}');
    const { callback, params } = JSON.parse(body.toString());
    await fetch(callback.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${callback.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'completed', result: params }),
    });
  });
  return { ...server, port: Number(new URL(server.origin).port) };
}
