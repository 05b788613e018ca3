import { readFile } from 'node:fs/promises';
import { CliError } from './cli-error.js';
import { EXIT } from './exit-codes.js';

/** The value of `--params`: a JSON object, or `@` and the path of a file that holds one. @throws CliError for anything else */
export async function readParams(text: string | undefined): Promise<object | undefined> {
  if (text === undefined) return undefined;
  const json = text.startsWith('@') ? await readText(text.slice(1)) : text;
  const value = parse(json);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new CliError(
    `--params must be a JSON object such as '{"ticker":"ABC"}', or @ and the path of a file that holds one`,
    EXIT.usage,
  );
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${path} cannot be read (${error.code})`, EXIT.usage);
  });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
