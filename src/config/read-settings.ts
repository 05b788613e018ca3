/**
 * Reads settings from the environment and the files that it names. All problems are reported together, by
 * name, and never with the value of a setting that may be secret.
 */
import { z } from 'zod';
import { certificateProblems } from '../runtime/redis-settings.js';
import { type Environment, whatIsSet } from './environment.js';
import { settings } from './settings.js';
import { settingsFromFiles } from './settings-from-files.js';
import { unknownSettings } from './unknown-settings.js';

export type ConfigResult<C> =
  /** Each warning is a sentence about a variable that looks like a setting but is not one. */
  | { kind: 'ok'; config: C; warnings: string[] }
  /** Each is a sentence that begins with the name of the setting. */
  | { kind: 'error'; problems: string[] };

const ONLY_SETTINGS = 'Settings come from the environment; "callboard config" prints them.';
const HELP = `${ONLY_SETTINGS}
"callboard --help" lists all commands, docs/settings.md all settings.
`;

/**
 * @param build builds the configuration from the values
 * @param check finds problems that involve several values
 */
export function readSettings<S, C>(
  schema: z.ZodType<S>,
  env: Environment,
  build: (found: S) => C,
  check: (given: Environment) => string[] = () => [],
): ConfigResult<C> {
  const given = whatIsSet(env);
  const { settings: values, problems: unreadable } = settingsFromFiles(given);
  const result = schema.safeParse(values);
  const unread = new Set(unreadable.map((problem) => problem.split('_FILE ')[0]));
  const problems = [
    ...(result.error?.issues ?? [])
      .filter(({ path }) => !unread.has(path.join('.')))
      .map(({ path, message }) => `${path.join('.')} ${message}`),
    ...unreadable,
    ...redisProblems(values),
    ...check(values),
  ];
  const warnings = unknownSettings(given).map(({ warning }) => warning);
  return result.success && problems.length === 0
    ? { kind: 'ok', config: build(result.data), warnings }
    : { kind: 'error', problems: [...problems, ...warnings] };
}

/** Compares certificates with each other and the URL only if each is valid by itself. */
function redisProblems(values: Environment): string[] {
  const { REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT, REDIS_TLS_KEY } = settings.shape;
  const found = z
    .object({ REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT, REDIS_TLS_KEY })
    .transform((tls) => ({
      ca: tls.REDIS_TLS_CA,
      cert: tls.REDIS_TLS_CERT,
      key: tls.REDIS_TLS_KEY,
      url: tls.REDIS_URL,
    }))
    .safeParse(values).data;
  return found === undefined ? [] : certificateProblems(found.url, found);
}

/** The message for wrong settings. */
export function describeProblems(problems: readonly string[]): string {
  return ['Callboard cannot start with these settings:', ...problems.map((problem) => `  - ${problem}`)].join(
    '\n',
  );
}

/**
 * Runs a program with its settings, which are its only input: the one argument that it knows is `--help`.
 * Warns of variables that look like settings but are not. If an argument or a setting is wrong, says which, and
 * sets exit code 2 instead.
 * @param about what the program does, in one sentence, for its help
 */
export async function runWithSettings<C>(
  about: string,
  parsed: ConfigResult<C>,
  run: (config: C) => Promise<void>,
): Promise<void> {
  const [argument] = process.argv.slice(2);
  if (argument === '--help' || argument === '-h') {
    process.stdout.write(`${about}\n\n${HELP}`);
  } else if (argument !== undefined) {
    process.stderr.write(`error: unknown argument "${argument}". ${ONLY_SETTINGS}\n`);
    process.exitCode = 2;
  } else if (parsed.kind === 'ok') {
    process.stderr.write(parsed.warnings.map((warning) => `Warning: ${warning}\n`).join(''));
    await run(parsed.config);
  } else {
    process.stderr.write(`${describeProblems(parsed.problems)}\n`);
    process.exitCode = 2;
  }
}
