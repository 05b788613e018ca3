import { readFile } from 'node:fs/promises';
import { isObject, parseJsonText, roundedNumber, tooLargeNumber } from '../domain/json.js';
import { usageError } from './cli-error.js';

/**
 * A JSON object, given directly or as `@` and the path of a file.
 * @throws CliError for anything else
 */
export async function readParams(text: string | undefined, option = '--params'): Promise<object | undefined> {
  const json = await readArgument(text, option);
  if (json === undefined) return undefined;
  const rounded = roundedNumber(json);
  if (rounded !== undefined) throw usageError(`${option}: ${tooLargeNumber(rounded)}`);
  const value = parseJsonText(json);
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
