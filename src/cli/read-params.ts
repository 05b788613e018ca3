import { readFile } from 'node:fs/promises';
import { isObject } from '../domain/json.js';
import { usageError } from './cli-error.js';

/**
 * A JSON object, given directly or as `@` and the path of a file.
 * @throws CliError for anything else
 */
export async function readParams(text: string | undefined, option = '--params'): Promise<object | undefined> {
  const value = parse((await readArgument(text, option)) ?? 'null');
  if (text === undefined) return undefined;
  if (isObject(value)) return value;
  throw usageError(
    `${option} must be a JSON object such as '{"ticker":"ABC"}', or @ and the path of a file that holds one`,
  );
}

/**
 * The argument of an option, or the content of the file that it names with `@`.
 * @throws CliError if the file cannot be read
 */
export async function readArgument(text: string | undefined, option: string): Promise<string | undefined> {
  if (!text?.startsWith('@')) return text;
  const path = text.slice(1);
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${option}: ${path} cannot be read (${error.code})`);
  });
  return content.trim();
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
