/** The agents of the tutorial run as they stand there. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { invocationOf, openInvoker } from '../http/loopback.js';
import { installAgentKit } from '../support/agent-kit.js';
import { PYTHON_KIT, programsAvailable, startAgent } from './agents.js';

const text = await readFile('docs/tutorials/first-agent.md', 'utf8');
const code = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';

async function greets(url: string): Promise<void> {
  const { outcome } = await openInvoker().invoke(invocationOf({ url }, { params: { name: 'Apple' } }));
  expect(outcome).toMatchObject({ kind: 'completed', result: { greeting: 'Hello Apple' } });
}

async function save(name: string, content: string): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-tutorial-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  await writeFile(file, content);
  return { folder, file };
}

test('the agent in TypeScript', async () => {
  const { folder, file } = await save('agent.mjs', code('ts'));
  await installAgentKit(folder);
  await greets(await startAgent(process.execPath, [file]));
});

const onPython = programsAvailable('test/examples/tutorial', ['python3', '--version']);
test.runIf(onPython)('the agent in Python', async () => {
  const { file } = await save('agent.py', code('python'));
  await greets(await startAgent('python3', [file], PYTHON_KIT));
});
