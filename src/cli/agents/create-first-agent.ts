import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { parseClientConfig } from '../../config/client-config.js';
import { describeProblems } from '../../config/read-settings.js';
import { writeFailure } from '../../runtime/write-failure.js';
import { CliError, usageError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import type { Output } from '../output.js';

interface InitOptions {
  language?: string;
  id?: string;
  port: string;
}

type Language = 'typescript' | 'python';

const TEMPLATES = new URL('../../../templates/', import.meta.url);
const DEFAULT_ID = 'greeter';
const ID = /^[a-z0-9][a-z0-9_.-]{0,62}$/i;
/** All names of a first agent. An existing file in any language must not be lost. */
const NAMES = ['agent.mts', 'agent.mjs', 'agent.py'];

/**
 * `callboard init`: writes one file into the current folder.
 * @throws CliError if there is a file with one of these names, or a setting is invalid
 * @throws StartupError if it cannot be written
 */
export async function createFirstAgent(options: InitOptions, output: Output): Promise<void> {
  const asks = process.stdin.isTTY === true && !output.json;
  const language = readLanguage(options.language ?? (asks ? await askForLanguage() : undefined));
  const id = options.id ?? (asks ? await askForId() : DEFAULT_ID);
  if (!ID.test(id)) throw usageError(`"${id}" is not an ID: use letters, digits, "-", "_" and "."`);
  const port = Number(options.port);
  if (!/^\d{1,5}$/.test(options.port) || port < 1 || port > 65_535)
    throw usageError('--port must be a number from 1 to 65535');
  for (const name of NAMES)
    if (existsSync(name)) throw new CliError(`${name} already exists: nothing was written`, EXIT.refused);
  const server = serverUrl();
  const file = language === 'python' ? 'agent.py' : canRunTypeScript() ? 'agent.mts' : 'agent.mjs';
  const text = await readFile(new URL(file, TEMPLATES), 'utf8');
  await writeFile(file, text.replace(/8080/, String(port)), { flag: 'wx' }).catch((error) => {
    throw writeFailure(resolve(file), error, 'change to another folder');
  });
  const next = nextCommands(file, id, port, server);
  output.result({ file, id, next }, () => describe(file, next));
}

/** Node.js runs TypeScript from version 22.18. For older versions, the same file is written without types. */
function canRunTypeScript(): boolean {
  return Boolean((process.features as { typescript?: string | false }).typescript);
}

interface Next {
  start: string;
  test: string;
  register: string;
  trigger: string;
  login: string;
}

/** The server that the environment names, or the one that `callboard up` starts in this environment. */
function serverUrl(): string {
  const parsed = parseClientConfig();
  if (parsed.kind === 'error') throw usageError(describeProblems(parsed.problems));
  return parsed.config.url ?? parsed.config.local.url;
}

function nextCommands(file: string, id: string, port: number, server: string): Next {
  const callboard = commandName();
  const url = `http://127.0.0.1:${port}/`;
  return {
    start: `${file.endsWith('.py') ? 'python3' : 'node'} ${file}`,
    test: `${callboard} agent test ${url}`,
    register: `${callboard} agent register ${id} ${url}`,
    trigger: `${callboard} trigger --agent ${id} --params '{"name":"Ada"}' --wait`,
    login: `${callboard} login ${server}`,
  };
}

function describe(file: string, { start, test, register, trigger, login }: Next): string {
  return `Created ${file}. Start it:

  ${start}

Then, in a second terminal, test it, register it with your server, and call it:

  ${test}
  ${register}
  ${trigger}

If you are not signed in to the server yet, sign in before you register the agent. Replace the address if
your server has another one:

  ${login}`;
}

/** How the user called this program. */
function commandName(): string {
  const script = process.argv[1] ?? 'callboard';
  return basename(script) === 'callboard' ? 'callboard' : `node ${relative(process.cwd(), script)}`;
}

function readLanguage(text: string | undefined): Language {
  if (text === 'typescript' || text === 'python') return text;
  const problem = text === undefined ? 'choose a language' : `there is no template for "${text}"`;
  throw usageError(`${problem}: --language typescript or --language python`);
}

async function askForLanguage(): Promise<string> {
  const { isCancel, select } = await import('@clack/prompts');
  const options: { value: Language; label: string }[] = [
    { value: 'typescript', label: 'TypeScript' },
    { value: 'python', label: 'Python' },
  ];
  const answer = await select({ message: 'Language of the agent', options });
  if (isCancel(answer)) throw new CliError('cancelled');
  return answer;
}

async function askForId(): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts');
  const answer = await text({
    message: 'ID of the agent',
    initialValue: DEFAULT_ID,
    validate: (value) => (ID.test(value ?? '') ? undefined : 'Use letters, digits, "-", "_" and "."'),
  });
  if (isCancel(answer)) throw new CliError('cancelled');
  return answer;
}
