import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { SECRETS } from './settings.js';

/** Larger files are not settings. */
const MAX_BYTES = 65_536;

export interface SettingsFromFiles {
  /** The given settings, with those that name a file replaced by its content. */
  settings: Record<string, string>;
  /** Each a sentence that begins with the setting's name. */
  problems: string[];
}

/**
 * Reads secrets from files, as Docker and Kubernetes mount secrets: `NAME_FILE` holds the path of a file
 * with the value of `NAME`. A line break at the end of the file is not part of the value.
 */
export function settingsFromFiles(given: Readonly<Record<string, string>>): SettingsFromFiles {
  const settings: Record<string, string> = { ...given };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const fileName = `${name}_FILE`;
    const path = given[fileName];
    if (path === undefined) continue;
    delete settings[fileName];
    if (given[name] !== undefined)
      problems.push(`${fileName} and ${name} are both set: set only one of them`);
    else {
      const value = readValue(path);
      if (typeof value === 'string') settings[name] = value;
      else problems.push(`${fileName} ${value.problem}`);
    }
  }
  return { settings, problems };
}

function readValue(path: string): string | { problem: string } {
  try {
    const bytes = readFileSync(path);
    if (!isUtf8(bytes)) return { problem: `names a file that is not UTF-8: ${path}` };
    const value = bytes.toString().replace(/\r?\n$/, '');
    if (value === '') return { problem: `names an empty file: ${path}` };
    return value.length <= MAX_BYTES
      ? value
      : { problem: `names a file of more than ${MAX_BYTES.toLocaleString('en')} bytes: ${path}` };
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return { problem: `names a file that cannot be read (${code}): ${path}` };
  }
}
